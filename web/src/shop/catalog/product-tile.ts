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

/** A product as an answer has it, also where a field is missing: none is in stock then, and the picture is the empty one. */
export function withProductDefaults(product: Product): Product {
  const { name, description, category, price, stock, image, pictures }: Partial<Product> = product
  return {
    ...product,
    name: name ?? '',
    description: description ?? '',
    category: category ?? '',
    price: price ?? 0,
    stock: stock ?? 0,
    image: image ?? '',
    pictures: pictures ?? (image ? [{ address: image }] : []),
  }
}

export function asTile(product: Product): ProductTile {
  const { _id, name, price, category, stock, image, pictures } = withProductDefaults(product)
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
