import type { Category } from '@twende/contract/content/content-routes.ts'
import { ApiError, type Call } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { cachedForAMinute } from '../../content/cached-for-a-minute.ts'

/** What the explore menu has to show; `missing` is an answer that says nothing of categories. */
export type ExploreCategories =
  | { state: 'here'; categories: ExploreCategory[] }
  | { state: 'missing' }
  | { state: 'failed'; message: string }
export type ExploreCategory = Pick<Category, '_id' | 'name' | 'image'>

export async function loadCategories(api: Call): Promise<ExploreCategories> {
  try {
    // What stands between us and the server may answer in its place.
    return readCategories(await api('GET /api/category/list', { query: { kind: 'product' } }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.status === 200 ? readCategories(error.data) : { state: 'failed', message: error.message }
  }
}

/** The same, not asked for with every change of a filter. */
export const knownCategories = cachedForAMinute(
  () => loadCategories(call),
  ({ state }) => state === 'here',
)

/** Judges an answer by what it is, not by what it should be. */
export function readCategories(answer: unknown): ExploreCategories {
  const invalid = { state: 'failed', message: m.shop_categories_invalid() } as const
  if (typeof answer !== 'object' || answer === null) return invalid
  if (!('success' in answer) || answer.success !== true) return invalid
  if (!('data' in answer) || answer.data === null || answer.data === undefined) return { state: 'missing' }
  if (!Array.isArray(answer.data) || !answer.data.every(isCategory)) return invalid
  const categories = answer.data.map(({ _id, name, image }) => ({ _id, name, image }))
  return { state: 'here', categories }
}

function isCategory(value: unknown): value is ExploreCategory {
  if (typeof value !== 'object' || value === null) return false
  const fields = ['_id', 'name', 'image']
  return fields.every((field) => typeof Reflect.get(value, field) === 'string')
}
