import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import type { FilterLists } from '../content/filter-lists.ts'

export type LoadedVehicles<Found> =
  | { found: Found; lists: FilterLists; error: undefined }
  | { found: undefined; lists: undefined; error: string }

/** A list of vehicles and the names its filters offer; or the sentence that says why there is none. */
export async function loadVehicles<Found>(
  list: Promise<Found>,
  names: Promise<FilterLists>,
): Promise<LoadedVehicles<Found>> {
  try {
    const [found, lists] = await Promise.all([list, names])
    return { found, lists, error: undefined }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const offline = error.code === 'unreachable'
    const sentence = offline ? m.common_unreachable() : m.fleet_load_failed()
    return { found: undefined, lists: undefined, error: sentence }
  }
}
