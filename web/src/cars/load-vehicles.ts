import { carCounts, type DescribedCar, withCarDefaults } from '@twende/contract/cars/car-defaults.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import type { FilterLists } from '../content/filter-lists.ts'

export type LoadedVehicles<Found> =
  | { found: Found; lists: FilterLists; error: undefined }
  | { found: undefined; lists: undefined; error: string }

const NO_NAMES: FilterLists = { categories: [], locations: [] }

/** A list of vehicles and the names its filters offer; or the sentence that says why there is none. */
export async function loadVehicles<Found extends { data: DescribedCar[]; counts: object }>(
  list: Promise<Found>,
  names: Promise<FilterLists>,
): Promise<LoadedVehicles<Found>> {
  try {
    // The list is there without the names.
    const [found, lists] = await Promise.all([list, names.catch(() => NO_NAMES)])
    const data = found.data.map(withCarDefaults)
    return { found: { ...found, data, counts: found.counts ?? carCounts(data) }, lists, error: undefined }
  } catch (error) {
    return { found: undefined, lists: undefined, error: whyNoCars(error) }
  }
}

/** Why a list of cars did not come. */
export function whyNoCars(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  return error.code === 'unreachable' ? m.common_unreachable() : m.fleet_load_failed()
}
