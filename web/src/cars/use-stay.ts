import { useSearchParams } from 'react-router'
import type { FleetSearch } from '../links.ts'
import { readFleetSearch, stayOf } from './fleet-search.ts'
import { type StayQuote, useStayQuote } from './use-stay-quote.ts'

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
