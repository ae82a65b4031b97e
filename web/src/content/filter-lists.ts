import type { Call } from '@twende/contract/http/call.ts'
import { call } from '../api.ts'

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

let kept: Promise<FilterLists> | undefined

/** The same, asked for once a visit. */
export function knownFilterLists(): Promise<FilterLists> {
  kept ??= loadFilterLists(call).catch((error: unknown) => {
    kept = undefined
    throw error
  })
  return kept
}
