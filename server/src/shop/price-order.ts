import { orderTotals } from '@twende/contract/shop/cart.ts'
import type { OrderQuote, StockShortage } from '@twende/contract/shop/order.ts'
import { MOST_LINES, MOST_OF_ONE } from '@twende/contract/shop/shop-choices.ts'
import { AppError } from '../http/app-error.ts'
import { pictureAddress } from '../media/present-picture.ts'
import type { OrderLine } from './order-store.ts'
import type { StoredProduct } from './product-store.ts'

/** How many of what a customer wants. */
export type Wished = ReadonlyMap<string, number>

/** Reads the wished items: one line a product, none of 0; refuses nothing, too much and too many. */
export function readWish(items: readonly { _id: string; quantity: number }[]): Wished {
  const wished = new Map<string, number>()
  for (const { _id, quantity } of items) {
    const id = _id.toLowerCase()
    if (quantity > 0) wished.set(id, (wished.get(id) ?? 0) + quantity)
  }
  if (wished.size === 0) throw new AppError('cart_empty')
  if (wished.size > MOST_LINES || [...wished.values()].some((quantity) => quantity > MOST_OF_ONE)) {
    throw new AppError('quantity_invalid')
  }
  return wished
}

type Locked = ReadonlyMap<string, StoredProduct>

/** The lines of an order at the prices of now, of locked products; refuses what is not in the shop. */
export function priceLines(
  wished: Wished,
  products: Locked,
  pictures: ReadonlyMap<string, string>,
): OrderLine[] {
  return [...wished].map(([productId, quantity]) => {
    const product = products.get(productId)
    if (!product || product.hidden_at) throw new AppError('product_not_found', { data: { _id: productId } })
    const { name, price } = product
    return { productId, name, price, quantity, pictureHash: pictures.get(productId) }
  })
}

/** Refuses an order of more than there is, and says how many are left. `kept` is what the order keeps already. */
export function refuseShortage(
  lines: readonly { productId: string; quantity: number }[],
  products: Locked,
  kept: ReadonlyMap<string, number> = new Map(),
): void {
  const short: StockShortage['short'] = []
  for (const { productId, quantity } of lines) {
    const product = products.get(productId)
    const left = product ? product.on_hand - product.reserved + (kept.get(productId) ?? 0) : 0
    if (left < quantity) short.push({ _id: productId, name: product?.name ?? '', left })
  }
  if (short.length > 0) {
    throw new AppError('out_of_stock', { message: short.map(shortageWords).join(' '), data: { short } })
  }
}

function shortageWords({ name, left }: StockShortage['short'][number]): string {
  return left === 0 ? `${name} is out of stock.` : `Only ${left} of ${name} left.`
}

export function toQuote(lines: readonly OrderLine[], publicUrl: string): OrderQuote {
  const { subtotal, deliveryFee, total } = orderTotals(lines)
  const items = lines.map(({ productId, name, price, quantity, pictureHash }) => ({
    _id: productId,
    name,
    price,
    quantity,
    image: pictureHash === undefined ? '' : pictureAddress(publicUrl, pictureHash),
  }))
  return { items, subtotal, deliveryFee, amount: total }
}
