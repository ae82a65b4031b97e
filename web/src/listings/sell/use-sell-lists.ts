import { ApiError } from '@twende/contract/http/call.ts'
import { FALLBACK_CATEGORIES, FALLBACK_LOCATIONS } from '@twende/contract/listings/listing-choices.ts'
import { m } from '@twende/messages'
import { toast } from '@twende/ui/controls/toast.ts'
import { useEffect, useState } from 'react'
import { categoryNames, townNames } from '../listing-form/form-lists.ts'

export type SellLists = {
  categories: readonly string[]
  locations: readonly string[]
  loading: boolean
}

/** Categories and places to choose from; built-in ones where they cannot be had. */
export function useSellLists(): SellLists {
  const [lists, setLists] = useState<Partial<SellLists>>({})
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const bring = async (
      what: 'categories' | 'locations',
      fallback: readonly string[],
      names: Promise<readonly string[]>,
    ) => {
      const known = await names.catch((error: unknown) => {
        if (!signal.aborted) toast.error(failureMessageOf(what, error), what)
        return fallback
      })
      if (!signal.aborted) setLists((last) => ({ ...last, [what]: known.length > 0 ? known : fallback }))
    }
    void bring('categories', FALLBACK_CATEGORIES, categoryNames(signal))
    void bring('locations', FALLBACK_LOCATIONS, townNames(signal))
    return () => leaving.abort()
  }, [])
  const { categories, locations } = lists
  return {
    categories: categories ?? [],
    locations: locations ?? [],
    loading: !categories || !locations,
  }
}

function failureMessageOf(what: 'categories' | 'locations', error: unknown): string {
  const refused = error instanceof ApiError && error.code !== 'unreachable'
  if (what === 'categories') return refused ? m.sell_categories_failed() : m.sell_categories_unreachable()
  return refused ? m.sell_locations_failed() : m.sell_locations_unreachable()
}
