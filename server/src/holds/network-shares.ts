import {
  FLEET_SHARE_DAYS,
  NETWORK_PRODUCT_PERCENT,
  NETWORK_SAME_DAY_PERCENT,
  NETWORK_SHARE_PERCENT,
  NETWORK_WHATSAPP_SHARE_PERCENT,
  SMALL_ORDER_PIECES,
  type UNPROVEN_HOLD_MINUTES,
} from '@twende/contract/holds/hold-limits.ts'

/** How much of the fleet and of the stock one network may hold without paying. Pure rules; figures come in. */

export type PaymentMethod = keyof typeof UNPROVEN_HOLD_MINUTES

const share = (whole: number, percent: number) => Math.floor((whole * percent) / 100)

/** How much of `whole` a network may hold by a way of paying. The largest first hold by WhatsApp, `first`, is left out of the other part. */
function capOf(method: PaymentMethod, whole: number, first: number): number {
  const whatsapp = share(whole, NETWORK_WHATSAPP_SHARE_PERCENT)
  if (method === 'whatsapp') return whatsapp
  return Math.max(0, share(whole, NETWORK_SHARE_PERCENT) - Math.max(whatsapp, first))
}

/** The days of a rental that count within 30 days. */
export function carDaysOf(totalDays: number): number {
  return Math.min(totalDays, FLEET_SHARE_DAYS)
}

type RentalShare = {
  method: PaymentMethod
  /** Cars that can be rented. */
  fleet: number
  /** Days of the requested rental. */
  totalDays: number
  /** What the network holds by this payment method: car-days, and holds that overlap the requested days. */
  heldDays: number
  heldSameDays: number
}

/** Whether a network may hold one more rental. One by each payment method is always possible. */
export function fitsFleetShare({ method, fleet, totalDays, heldDays, heldSameDays }: RentalShare): boolean {
  const cap = capOf(method, fleet * FLEET_SHARE_DAYS, FLEET_SHARE_DAYS)
  const sameDays = Math.max(1, share(fleet, NETWORK_SAME_DAY_PERCENT))
  if (heldSameDays >= sameDays) return false
  return heldDays === 0 || heldDays + carDaysOf(totalDays) <= cap
}

export type Stock = { pieces: number; value: number }

type OrderShare = {
  method: PaymentMethod
  /** The whole stock of the shop. */
  stock: Stock
  /** What the network holds by this payment method. */
  held: Stock
  lines: readonly {
    quantity: number
    price: number
    /** Stock of this product, and how much of it the network holds by both payment methods. */
    onHand: number
    heldOfIt: number
  }[]
}

/** Whether a network may hold this order: within its share, or a small order if it holds nothing else. */
export function fitsStockShare({ method, stock, held, lines }: OrderShare): boolean {
  const requested = sizeOf(lines)
  const pieces = capOf(method, stock.pieces, SMALL_ORDER_PIECES)
  const value = capOf(method, stock.value, 0)
  const isFirst = held.pieces === 0
  const fewEnough =
    held.pieces + requested.pieces <= pieces || (isFirst && requested.pieces <= SMALL_ORDER_PIECES)
  const cheapEnough = held.value + requested.value <= value || (isFirst && requested.pieces === 1)
  return (
    fewEnough &&
    cheapEnough &&
    lines.every(
      ({ quantity, onHand, heldOfIt }) =>
        heldOfIt + quantity <= Math.max(1, share(onHand, NETWORK_PRODUCT_PERCENT)),
    )
  )
}

export function sizeOf(lines: readonly { quantity: number; price: number }[]): Stock {
  return {
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    value: lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0),
  }
}
