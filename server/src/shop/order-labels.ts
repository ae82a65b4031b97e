import type { StockShortage } from '@twende/contract/shop/order.ts'
import type { OrderActor, OrderEventCode, StaffOrderMove } from '@twende/contract/shop/order-status.ts'

/** The English words of the codes that orders store and of what staff does with an order. */

const EXPIRED = 'Payment not received in time'
const CANCELLED_BY_CUSTOMER = 'Cancelled by customer'

const events: Readonly<Record<OrderEventCode, string>> = {
  place: 'Ordered',
  pay: 'Payment received',
  revive: 'Payment received late; everything was still there',
  expire: EXPIRED,
  cancel: CANCELLED_BY_CUSTOMER,
  process: 'Being packed',
  ship: 'Shipped',
  deliver: 'Delivered',
  callOff: 'Cancelled by staff',
}

export function orderEventLabel(event: OrderEventCode, actor: OrderActor): string {
  return event === 'pay' && actor === 'staff' ? 'Payment confirmed by staff' : events[event]
}

/** Why an order is cancelled: the words of whoever cancelled it, or the label of how it was cancelled. */
export function cancellationReasonLabel(order: {
  cancelled_by: string | null
  cancellation_reason: string
}): string {
  if (order.cancellation_reason !== '') return order.cancellation_reason
  if (order.cancelled_by === 'clock') return EXPIRED
  return order.cancelled_by === 'customer' ? CANCELLED_BY_CUSTOMER : ''
}

/** The answer to a new order, by its way of paying. */
export const placedMessages = {
  mpesa: 'Order placed. Pay by M-Pesa to confirm it.',
  whatsapp: 'Order saved. Continue on WhatsApp.',
} as const

/** What staff is told after a move. */
export const staffMoveMessages: Readonly<Record<StaffOrderMove, string>> = {
  pay: 'Payment noted',
  process: 'Order is being packed',
  ship: 'Order shipped',
  deliver: 'Order delivered',
  callOff: 'Order cancelled',
}

/** What staff is told when a move is sent without the note that it needs. */
export const requiredNoteMessages: Readonly<Partial<Record<StaffOrderMove, string>>> = {
  pay: 'Please say how it was paid',
  ship: 'Please say how it travels',
  callOff: 'Please give a reason',
}

export function shortageMessage(short: StockShortage['short']): string {
  return short
    .map(({ name, left }) => (left === 0 ? `${name} is out of stock.` : `Only ${left} of ${name} left.`))
    .join(' ')
}
