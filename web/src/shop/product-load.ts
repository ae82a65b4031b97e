import { ApiError } from '@twende/contract/http/call.ts'
import type { RouteAnswer } from '@twende/contract/http/route.ts'
import type { Routes } from '@twende/contract/routes.ts'
import type { Pagination } from '@twende/contract/text.ts'
import { asTile, type ProductTile } from './product-tile.ts'

export type FoundProducts = { tiles: ProductTile[]; paging: Pagination | undefined }
export type LoadedProducts = { found: FoundProducts; error: undefined } | { found: undefined; error: string }

/** A page of products; or the sentence that says why there is none. */
export async function loadProducts(
  list: Promise<RouteAnswer<Routes['GET /api/product/list']>>,
): Promise<LoadedProducts> {
  try {
    const { data, pagination } = await list
    return { found: { tiles: data.map(asTile), paging: pagination }, error: undefined }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const offline = error.code === 'unreachable'
    return { found: undefined, error: offline ? 'Error connecting to server' : 'Failed to fetch products' }
  }
}
