import type { Order, StockShortage } from '@twende/contract/shop/order.ts'
import type { OrderActor, OrderEventCode, StaffOrderMove } from '@twende/contract/shop/order-status.ts'
import { m } from '@twende/messages'

/** The texts for the codes that orders store and for what staff does with an order. */

const events: Readonly<Record<OrderEventCode, () => string>> = {
  place: m.order_event_place,
  pay: m.order_event_pay,
  revive: m.order_event_revive,
  expire: m.order_event_expire,
  cancel: m.order_event_cancel,
  process: m.order_event_process,
  ship: m.order_event_ship,
  deliver: m.order_event_deliver,
  callOff: m.order_event_call_off,
  takeBack: m.order_event_take_back,
  sellOut: m.order_event_sell_out,
  unpay: m.order_event_unpay,
  handOver: m.order_event_hand_over,
  notArrived: m.order_event_not_arrived,
  sendAgain: m.order_event_send_again,
  undoProcess: m.order_event_undo_process,
  undoShip: m.order_event_undo_ship,
  undoDeliver: m.order_event_undo_deliver,
  undoCancel: m.order_event_undo_cancel,
  undoNotArrived: m.order_event_undo_not_arrived,
  undoTakeBack: m.order_event_undo_take_back,
  changeDelivery: m.order_event_change_delivery,
  takeOff: m.order_event_take_off,
  lowerRefund: m.order_event_lower_refund,
}

const byStaff: Readonly<Partial<Record<OrderEventCode, () => string>>> = {
  pay: m.order_event_pay_by_staff,
  revive: m.order_event_revive_by_staff,
  place: m.order_event_sold_at_counter,
}

export function orderEventLabel(event: OrderEventCode, actor: OrderActor): string {
  if (actor !== 'staff') return events[event]()
  return (byStaff[event] ?? events[event])()
}

const cancellations = {
  customer: m.order_event_cancel,
  clock: m.order_event_expire,
  stock: m.order_event_sell_out,
} as const

const isCode = (by: string | null): by is keyof typeof cancellations =>
  by !== null && Object.hasOwn(cancellations, by)

type Cancelled = { cancelled_by: string | null; cancellation_reason: string }

/** Why an order is cancelled: the words of whoever cancelled it, or else who or what cancelled it. */
export function cancellationOf(order: Cancelled): Pick<Order, 'cancellationReason' | 'cancellationCode'> {
  const code = order.cancellation_reason === '' && isCode(order.cancelled_by) ? order.cancelled_by : null
  return {
    cancellationReason: code ? cancellations[code]() : order.cancellation_reason,
    cancellationCode: code,
  }
}

/** The answer to a new order, by its way of paying. */
export const placedMessages = {
  mpesa: m.order_placed_mpesa,
  whatsapp: m.order_placed_whatsapp,
} as const

/** What staff is told after a move. */
export const staffMoveMessages: Readonly<Record<StaffOrderMove, () => string>> = {
  pay: m.order_moved_pay,
  process: m.order_moved_process,
  ship: m.order_moved_ship,
  deliver: m.order_moved_deliver,
  callOff: m.order_moved_call_off,
  takeBack: m.order_moved_take_back,
  notArrived: m.order_moved_not_arrived,
  sendAgain: m.order_moved_send_again,
}

/** What staff is told when a move is sent without the note that it needs. */
export const requiredNoteMessages: Readonly<Partial<Record<StaffOrderMove, () => string>>> = {
  ship: m.validation_how_it_travels,
  callOff: m.validation_reason_missing,
  takeBack: m.validation_reason_missing,
  notArrived: m.validation_reason_missing,
  sendAgain: m.validation_reason_missing,
}

export function shortageMessage(short: StockShortage['short']): string {
  return short
    .map(({ name, left }) =>
      left === 0 ? m.order_product_out_of_stock({ name }) : m.order_product_left({ name, left }),
    )
    .join(' ')
}
