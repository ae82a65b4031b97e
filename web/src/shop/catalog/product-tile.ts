import { ApiError } from '@twende/contract/http/call.ts'
import type { RouteAnswer } from '@twende/contract/http/route.ts'
import type { Routes } from '@twende/contract/routes.ts'
import type { Product } from '@twende/contract/shop/product.ts'
import type { Pagination } from '@twende/contract/text.ts'
import { m } from '@twende/messages'

/** As much of a product as its card shows: whole ones would make every list heavier. */
export type ProductTile = Pick<Product, '_id' | 'name' | 'price' | 'category' | 'stock' | 'image'> & {
  placeholder: string | undefined
}

export function asTile({ _id, name, price, category, stock, image, pictures }: Product): ProductTile {
  return { _id, name, price, category, stock, image, placeholder: pictures[0]?.placeholder }
}

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
    return { found: undefined, error: offline ? m.common_unreachable() : m.shop_products_failed() }
  }
}
