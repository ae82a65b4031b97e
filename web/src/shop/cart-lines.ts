import type { CartData } from '@twende/contract/shop/cart.ts'
import type { Product } from '@twende/contract/shop/product.ts'

export type CartLine = { product: Product; quantity: number }

/** The cart's products that the shop still has in its list, in the order in which they were added. */
export function cartLines(cart: CartData, products: readonly Product[]): CartLine[] {
  const known = new Map(products.map((product) => [product._id, product]))
  return Object.entries(cart).flatMap(([id, quantity]) => {
    const product = known.get(id)
    return product ? [{ product, quantity }] : []
  })
}

/** Why a line cannot be ordered as it is; undefined when it can. */
export function shortageOf({ product: { stock }, quantity }: CartLine): string | undefined {
  if (quantity <= stock) return undefined
  return stock === 0 ? 'Out of stock' : `Only ${stock} left`
}

/** What an order carries of each line. */
export function wishedItems(lines: readonly CartLine[]) {
  return lines.map(({ product, quantity }) => ({ _id: product._id, quantity }))
}
