import type { Product } from '@twende/contract/shop/product.ts'

/** As much of a product as its card shows: whole ones would make every list heavier. */
export type ProductTile = Pick<Product, '_id' | 'name' | 'price' | 'category' | 'stock' | 'image'> & {
  placeholder: string | undefined
}

export function asTile({ _id, name, price, category, stock, image, pictures }: Product): ProductTile {
  return { _id, name, price, category, stock, image, placeholder: pictures[0]?.placeholder }
}
