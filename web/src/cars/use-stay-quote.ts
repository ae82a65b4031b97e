import type { BookingQuote } from '@twende/contract/bookings/booking-routes.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { useEffect, useState } from 'react'
import type { stayOf } from './fleet-search.ts'

type Stay = NonNullable<ReturnType<typeof stayOf>>
export type StayQuote =
  | { state: 'none' | 'asking' }
  | { state: 'known'; quote: BookingQuote }
  | { state: 'failed'; message: string }

/** Asks the server what a stay costs and whether the car is free, as the dates change. */
export function useStayQuote(carId: string, stay: Stay | undefined): StayQuote {
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
          message: error instanceof ApiError ? error.message : 'Error connecting to server',
        })
      },
    )
    return () => leaving.abort()
  }, [asked])
  if (!asked) return { state: 'none' }
  return answer.asked === asked ? answer.quote : { state: 'asking' }
}
