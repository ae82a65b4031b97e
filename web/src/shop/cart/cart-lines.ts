import { type CartData, type OrderTotals, orderTotals } from '@twende/contract/shop/cart.ts'
import type { Product } from '@twende/contract/shop/product.ts'
import { m } from '@twende/messages'

export type CartLine = { product: Product; quantity: number }

/** The cart's products that the shop still has in its list, in the order in which they were added. */
export function cartLines(cart: CartData, products: readonly Product[]): CartLine[] {
  const known = new Map(products.map((product) => [product._id, product]))
  return Object.entries(cart).flatMap(([id, quantity]) => {
    const product = known.get(id)
    return product ? [{ product, quantity }] : []
  })
}

/** What the lines cost: price × quantity of what is in the list (specification, section 9). */
export function totalsOf(lines: readonly CartLine[]): OrderTotals {
  return orderTotals(lines.map(({ product, quantity }) => ({ price: product.price, quantity })))
}

/** Why a line cannot be ordered as it is; undefined when it can. */
export function shortageOf({ product: { stock }, quantity }: CartLine): string | undefined {
  if (quantity <= stock) return undefined
  return stock === 0 ? m.shop_out_of_stock() : m.shop_few_left({ stock })
}

/** The items of an order: product and quantity. */
export function orderedItems(lines: readonly CartLine[]) {
  return lines.map(({ product, quantity }) => ({ _id: product._id, quantity }))
}
