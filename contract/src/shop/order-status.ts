import { m } from '@twende/messages'

export const ORDER_STATUSES = [
  'pending',
  'paid',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
  'returned',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const ORDER_ACTORS = ['customer', 'staff', 'payment', 'clock'] as const
export type OrderActor = (typeof ORDER_ACTORS)[number]
type Move = { from: readonly OrderStatus[]; to: OrderStatus; by: readonly OrderActor[] }

/** Every allowed change of status. Pages show buttons by this table, and the server refuses by it. */
export const orderMoves = {
  pay: { from: ['pending'], to: 'paid', by: ['payment', 'staff'] },
  /** A payment that arrived after the time to pay, while the stock was still available, or again. */
  revive: { from: ['cancelled'], to: 'paid', by: ['payment', 'staff'] },
  /** Its payment arrived when its last pieces were sold; it kept none. */
  /** Its payment was recorded by mistake: it waits for its money again. */
  unpay: { from: ['paid', 'processing'], to: 'pending', by: ['staff'] },
  sellOut: { from: ['pending'], to: 'cancelled', by: ['payment'] },
  expire: { from: ['pending'], to: 'cancelled', by: ['clock'] },
  /** By the customer, before it is packed. */
  cancel: { from: ['pending', 'paid'], to: 'cancelled', by: ['customer'] },
  process: { from: ['paid'], to: 'processing', by: ['staff'] },
  ship: { from: ['processing'], to: 'shipped', by: ['staff'] },
  deliver: { from: ['shipped'], to: 'delivered', by: ['staff'] },
  callOff: { from: ['pending', 'paid', 'processing'], to: 'cancelled', by: ['staff'] },
  /** The customer brings it back within the days that the terms give; the money goes back. */
  takeBack: { from: ['delivered'], to: 'returned', by: ['staff'] },
} as const satisfies Record<string, Move>
export type OrderMove = keyof typeof orderMoves

/** What the history of an order records: that it was placed, and each move. */
export const ORDER_EVENTS = [
  'place',
  'pay',
  'revive',
  'expire',
  'cancel',
  'process',
  'ship',
  'deliver',
  'callOff',
  'takeBack',
  'sellOut',
  'unpay',
] as const satisfies readonly ('place' | OrderMove)[]
export type OrderEventCode = (typeof ORDER_EVENTS)[number]

/** The moves that staff makes by hand. */
export const STAFF_ORDER_MOVES = ['pay', 'process', 'ship', 'deliver', 'callOff', 'takeBack'] as const
export type StaffOrderMove = (typeof STAFF_ORDER_MOVES)[number]

/** Days after that of the delivery in which an order may be brought back, as the terms promise. */
export const RETURN_DAYS = 7

/** Whether the table lets `by` make this move from `status`. */
export function mayMoveOrder(move: OrderMove, status: OrderStatus, by: OrderActor): boolean {
  const { from, by: actors }: Move = orderMoves[move]
  return from.includes(status) && actors.includes(by)
}

/** The steps of an order that is not cancelled, in the order in which its customer sees them. */
export const ORDER_STEPS = ['pending', 'paid', 'processing', 'shipped', 'delivered'] as const

const labels = {
  pending: m.order_status_pending,
  paid: m.order_status_paid,
  processing: m.order_status_processing,
  shipped: m.order_status_shipped,
  delivered: m.order_status_delivered,
  cancelled: m.order_status_cancelled,
  returned: m.order_status_returned,
} as const satisfies Record<OrderStatus, () => string>

export function orderLabel(status: OrderStatus): string {
  return labels[status]()
}
