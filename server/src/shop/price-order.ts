import { orderTotals } from '@twende/contract/shop/cart.ts'
import type { OrderQuote, StockShortage } from '@twende/contract/shop/order.ts'
import { MAX_ORDER_LINES, MAX_QUANTITY, MOST_ORDER_AMOUNT } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import { AppError } from '../http/app-error.ts'
import { pictureAddress } from '../media/present-picture.ts'
import { shortageMessage } from './order-labels.ts'
import type { OrderLine } from './order-store.ts'
import type { StoredProduct } from './product-store.ts'

/** Quantities by product id. */
export type Quantities = ReadonlyMap<string, number>

/** Adds up the quantities of each product; refuses an empty order, too many products and too many of one. */
export function readQuantities(items: readonly { _id: string; quantity: number }[]): Quantities {
  const quantities = new Map<string, number>()
  for (const { _id, quantity } of items) {
    const id = _id.toLowerCase()
    if (quantity > 0) quantities.set(id, (quantities.get(id) ?? 0) + quantity)
  }
  if (quantities.size === 0) throw new AppError('cart_empty')
  if (
    quantities.size > MAX_ORDER_LINES ||
    [...quantities.values()].some((quantity) => quantity > MAX_QUANTITY)
  ) {
    throw new AppError('quantity_invalid')
  }
  return quantities
}

type Locked = ReadonlyMap<string, StoredProduct>

/** The lines of an order at current prices; refuses products that are not in the shop, and more than an order may cost. */
export function priceLines(
  quantities: Quantities,
  products: Locked,
  pictures: ReadonlyMap<string, string>,
): OrderLine[] {
  const lines = [...quantities].map(([productId, quantity]) => {
    const product = products.get(productId)
    if (!product || product.hidden_at) throw notSold(productId, product?.name)
    const { name, price } = product
    return { productId, name, price, quantity, pictureHash: pictures.get(productId) }
  })
  if (orderTotals(lines).total > MOST_ORDER_AMOUNT) throw new AppError('order_too_large')
  return lines
}

/** Names what is not sold any more, so that the rest can be ordered. */
function notSold(productId: string, name: string | undefined): AppError {
  return new AppError('product_not_found', {
    ...(name === undefined ? {} : { message: m.error_product_not_sold({ name }) }),
    data: { _id: productId, ...(name === undefined ? {} : { name }) },
  })
}

/** Refuses an order of more than is available, with the quantity left. `reserved` is what the order itself has reserved. */
export function refuseShortage(
  lines: readonly { productId: string; quantity: number }[],
  products: Locked,
  reserved: ReadonlyMap<string, number> = new Map(),
): void {
  const short: StockShortage['short'] = []
  for (const { productId, quantity } of lines) {
    const product = products.get(productId)
    const left = product ? product.on_hand - product.reserved + (reserved.get(productId) ?? 0) : 0
    if (left < quantity) short.push({ _id: productId, name: product?.name ?? '', left })
  }
  if (short.length > 0) {
    throw new AppError('out_of_stock', { message: shortageMessage(short), data: { short } })
  }
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
