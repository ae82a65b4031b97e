import { DELIVERY_FEE, MAX_QUANTITY } from './shop-choices.ts'

/** A map of product ids to quantities. */
export type CartData = Readonly<Record<string, number>>

/** Whether a quantity can be ordered: a whole number from 1 to 99. */
export function isQuantity(quantity: number): boolean {
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_QUANTITY
}

/** Parses a typed quantity; undefined unless it is a whole number of at least 0. It may be more than can be ordered. */
export function readQuantity(typed: string): number | undefined {
  const text = typed.trim()
  if (!/^\d{1,9}$/.test(text)) return undefined
  return Number(text)
}

/** The cart with `quantity` of a product; its entry is deleted at 0. */
export function withQuantity(cart: CartData, productId: string, quantity: number): CartData {
  const { [productId]: _, ...others } = cart
  return quantity > 0 ? { ...others, [productId]: Math.min(quantity, MAX_QUANTITY) } : others
}

export function withOneMore(cart: CartData, productId: string): CartData {
  return withQuantity(cart, productId, (cart[productId] ?? 0) + 1)
}

export function withOneLess(cart: CartData, productId: string): CartData {
  return withQuantity(cart, productId, (cart[productId] ?? 0) - 1)
}

/** The sum of all quantities, for the badge of the cart. */
export function cartCount(cart: CartData): number {
  return Object.values(cart).reduce((sum, quantity) => sum + quantity, 0)
}

export type OrderTotals = { subtotal: number; deliveryFee: number; total: number }

export function orderTotals(lines: readonly { price: number; quantity: number }[]): OrderTotals {
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  return { subtotal, deliveryFee: DELIVERY_FEE, total: subtotal + DELIVERY_FEE }
}
