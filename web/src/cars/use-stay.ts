import type { BookingQuote } from '@twende/contract/bookings/booking-routes.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { FleetSearch } from '../links.ts'
import { readFleetSearch, stayOf } from './fleet-search.ts'

export type ChosenStay = {
  /** The dates as typed so far. */
  search: FleetSearch
  /** The stay, once it is whole and may be asked for. */
  chosen: ReturnType<typeof stayOf>
  quote: StayQuote
  change: (search: FleetSearch) => void
}

/** The stay chosen for one car; it lives in the address, so that a shared link keeps it. */
export function useStay(carId: string): ChosenStay {
  const [params, setParams] = useSearchParams()
  const search = readFleetSearch(params)
  const chosen = stayOf(search, new Date())
  const change = (changed: FleetSearch) => {
    setParams(
      (old) => {
        const next = new URLSearchParams(old)
        for (const [name, value] of Object.entries(changed)) {
          if (value === undefined) next.delete(name)
          else next.set(name, String(value))
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return { search, chosen, quote: useStayQuote(carId, chosen), change }
}

type Stay = NonNullable<ReturnType<typeof stayOf>>

type StayQuote =
  | { state: 'none' | 'asking' }
  | { state: 'known'; quote: BookingQuote }
  | { state: 'failed'; message: string }

/** Asks the server what a stay costs and whether the car is free, as the dates change. */
function useStayQuote(carId: string, stay: Stay | undefined): StayQuote {
  const asked = stay ? JSON.stringify({ carId, ...stay }) : ''
  const [answer, setAnswer] = useState<{ asked: string; quote: StayQuote }>({
    asked: '',
    quote: { state: 'none' },
  })
  useEffect(() => {
    if (!asked) return
    const leaving = new AbortController()
    const tell = (quote: StayQuote) => setAnswer({ asked, quote })
    call('POST /api/booking/quote', { body: JSON.parse(asked) }, { signal: leaving.signal }).then(
      ({ data }) => tell({ state: 'known', quote: data }),
      (error: unknown) => {
        if (leaving.signal.aborted) return
        tell({
          state: 'failed',
          message: error instanceof ApiError ? error.message : m.common_unreachable(),
        })
      },
    )
    return () => leaving.abort()
  }, [asked])
  if (!asked) return { state: 'none' }
  return answer.asked === asked ? answer.quote : { state: 'asking' }
}
