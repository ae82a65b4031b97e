import type { Call } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { cachedForAMinute } from './cached-for-a-minute.ts'

export type FilterLists = { categories: string[]; locations: string[] }

/** Names of vehicle categories and of places, for filters. */
export async function loadFilterLists(api: Call): Promise<FilterLists> {
  const [categories, locations] = await Promise.all([
    api('GET /api/category/list', { query: { kind: 'vehicle' } }),
    api('GET /api/location/list', {}),
  ])
  return {
    categories: categories.data.map((category) => category.name),
    locations: locations.data.map((location) => location.name),
  }
}

/** The same, not asked for with every change of a filter. */
export const knownFilterLists = cachedForAMinute(() => loadFilterLists(call))
