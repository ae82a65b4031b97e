import { m } from '@twende/messages'
import type { MoneyEventCode } from '../payments/money-events.ts'

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
  /** Its payment was recorded by mistake: it waits for its money again. */
  unpay: { from: ['paid', 'processing'], to: 'pending', by: ['staff'] },
  /** Its payment arrived when its last pieces were sold; it kept none. */
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
  /** Sold at the counter: the customer carries it away at once. */
  handOver: { from: ['paid'], to: 'delivered', by: ['staff'] },
  /** Its parcel was lost or refused; the money goes back. */
  notArrived: { from: ['shipped'], to: 'cancelled', by: ['staff'] },
  /** The same, but it is packed and sent once more. */
  sendAgain: { from: ['shipped'], to: 'processing', by: ['staff'] },
  undoProcess: { from: ['processing'], to: 'paid', by: ['staff'] },
  undoShip: { from: ['shipped'], to: 'processing', by: ['staff'] },
  undoDeliver: { from: ['delivered'], to: 'shipped', by: ['staff'] },
  undoCancel: { from: ['cancelled'], to: 'paid', by: ['staff'] },
  undoNotArrived: { from: ['cancelled'], to: 'shipped', by: ['staff'] },
  undoTakeBack: { from: ['returned'], to: 'delivered', by: ['staff'] },
} as const satisfies Record<string, Move>
export type OrderMove = keyof typeof orderMoves

/** What is changed about an order without moving it: where it goes, pieces that are taken off it, and a refund of it. */
const ORDER_EDITS = ['changeDelivery', 'takeOff', 'lowerRefund'] as const

/** What the history of an order records: that it was placed, each move, and what was changed about it. */
export const ORDER_EVENTS = [
  'place',
  ...ORDER_EDITS,
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
  'handOver',
  'notArrived',
  'sendAgain',
  'undoProcess',
  'undoShip',
  'undoDeliver',
  'undoCancel',
  'undoNotArrived',
  'undoTakeBack',
] as const satisfies readonly ('place' | (typeof ORDER_EDITS)[number] | OrderMove)[]
export type OrderEventCode = (typeof ORDER_EVENTS)[number]

/** The moves that staff makes by hand. */
export const STAFF_ORDER_MOVES = [
  'pay',
  'process',
  'ship',
  'deliver',
  'sendAgain',
  'notArrived',
  'callOff',
  'takeBack',
] as const
export type StaffOrderMove = (typeof STAFF_ORDER_MOVES)[number]

/** Days after that of the delivery in which an order may be brought back, as the terms promise. */
export const RETURN_DAYS = 7

/** Whether the table lets `by` make this move from `status`. */
export function mayMoveOrder(move: OrderMove, status: OrderStatus, by: OrderActor): boolean {
  const { from, by: actors }: Move = orderMoves[move]
  return from.includes(status) && actors.includes(by)
}

/** Hours in which staff can take back what was done last with an order. */
export const ORDER_UNDO_HOURS = 24

/** The move that takes back what an event did. */
const undoMoves = {
  process: 'undoProcess',
  ship: 'undoShip',
  deliver: 'undoDeliver',
  cancel: 'undoCancel',
  callOff: 'undoCancel',
  notArrived: 'undoNotArrived',
  takeBack: 'undoTakeBack',
} as const satisfies Partial<Record<OrderEventCode, OrderMove>>
export type OrderUndo = (typeof undoMoves)[keyof typeof undoMoves]

/** Whether an order goes on with the pieces and the money that it had when it ended. */
export const resumesOrder = (undo: OrderUndo): boolean =>
  undo === 'undoCancel' || undo === 'undoNotArrived' || undo === 'undoTakeBack'

const undos: readonly string[] = Object.values(undoMoves)
const edits: readonly string[] = ORDER_EDITS
/** Whether it is an event of the order itself, not of money that came or went. */
const isOwn = (event: string) => ORDER_EVENTS.some((known) => known === event)

type PastEvent = { event: OrderEventCode | MoneyEventCode; status: OrderStatus; at: string }

/** The moves of a history that still stand: neither those that were taken back, nor what only changed the order or its money. */
export function standingMoves<Event extends PastEvent>(timeline: readonly Event[]): Event[] {
  const standing: Event[] = []
  for (const event of timeline) {
    if (undos.includes(event.event)) standing.pop()
    else if (isOwn(event.event) && !edits.includes(event.event) && !isMoneyAlone(event, standing.at(-1)))
      standing.push(event)
  }
  return standing
}

/** Whether an order was paid or unpaid while it stayed where it was. */
const isMoneyAlone = ({ event, status }: PastEvent, last: PastEvent | undefined) =>
  (event === 'pay' || event === 'unpay') && status === last?.status

/** When an order was changed last; money that came or went changes nothing. */
export function lastChangeAt({ timeline, createdAt }: { timeline: readonly PastEvent[]; createdAt: string }) {
  return timeline.findLast(({ event }) => isOwn(event))?.at ?? createdAt
}

/** What takes back the last move of an order; undefined where that is too long ago, or nothing can. */
export function undoOf(
  { status, timeline }: { status: OrderStatus; timeline: readonly PastEvent[] },
  now: Date,
): OrderUndo | undefined {
  const [last, before] = standingMoves(timeline).reverse()
  if (!last || last.status !== status || now.getTime() > Date.parse(last.at) + ORDER_UNDO_HOURS * 3_600_000)
    return undefined
  const undo = Object.entries(undoMoves).find(([event]) => event === last.event)?.[1]
  // What was cancelled before it was paid has no pieces and no money to go on with.
  return undo === 'undoCancel' && before?.status === 'pending' ? undefined : undo
}

const OPEN: readonly OrderStatus[] = ['pending', 'paid', 'processing', 'shipped', 'delivered']

/** Whether pieces may be taken off an order: in the end by a customer who brings some of them back. */
export const mayTakeOff = (status: OrderStatus) => OPEN.includes(status)

/** Whether it still matters whom an order is for and where it goes. */
export const mayChangeDelivery = (status: OrderStatus) => OPEN.includes(status)

const PAID_ONCE: readonly OrderStatus[] = ['paid', 'processing', 'shipped', 'delivered']

/** Whether what is not paid of an order is owed: it was paid, and a payment was undone since or turned out to be less. */
export const mayOwe = (status: OrderStatus) => PAID_ONCE.includes(status)

/** What is left to pay of an order, before it is packed or because it owes. */
export function leftToPay({ status, amount, paid }: { status: OrderStatus; amount: number; paid: number }) {
  return status === 'pending' || mayOwe(status) ? Math.max(0, amount - paid) : 0
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
