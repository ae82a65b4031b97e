import { fullName } from '@twende/contract/accounts/full-name.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import {
  leftToPay,
  mayMoveOrder,
  mayOwe,
  ORDER_UNDO_HOURS,
  RETURN_DAYS,
  STAFF_ORDER_MOVES,
  type StaffOrderMove,
} from '@twende/contract/shop/order-status.ts'
import type { PieceEnd } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import { ownCancellation } from '@twende/ui/cancellation-words.ts'
import type { ReactNode } from 'react'
import { notTold, reachWords, sentences } from '../frame/reach-words.ts'

/** Whose order it is, as far as we know. */
export function customerName({ customer, address, channel }: StaffOrder): string {
  if (address) return fullName(address)
  if (channel === 'counter') return m.admin_orders_counter_customer()
  return customer?.name ?? m.admin_orders_visitor_name()
}

/** Who sold an order at the counter; undefined for one that its customer placed. */
export function sellerOf({ timeline }: StaffOrder): string | undefined {
  const placed = timeline.find(({ event }) => event === 'place')
  return placed?.by === 'staff' ? placed.who : undefined
}

/** Where pieces are that are with their order no longer. */
export const pieceEnds: Record<PieceEnd, () => string> = {
  shelf: m.admin_orders_piece_shelf,
  damaged: m.admin_orders_piece_damaged,
  missing: m.admin_orders_piece_missing,
}

/** What staff may do with an order now; the server has the last word. The dialog of a lost parcel asks whether it is sent again. */
export function movesOn({ status, mayBeRevived, paid, amount }: StaffOrder): readonly ShownMove[] {
  const isOwing = mayOwe(status) && paid < amount
  return STAFF_ORDER_MOVES.filter((move): move is ShownMove => move !== 'sendAgain').filter(
    (move) => mayMoveOrder(move, status, 'staff') || (move === 'pay' && (mayBeRevived || isOwing)),
  )
}

export type ShownMove = Exclude<StaffOrderMove, 'sendAgain'>

/** What the button of a move says. */
export const moveLabel = (order: StaffOrder, move: ShownMove) =>
  move === 'pay' ? m.admin_orders_pay_button() : moveTexts[move](order).label

export const isDangerous = (move: StaffOrderMove) =>
  move === 'callOff' || move === 'takeBack' || move === 'notArrived'

/** By which way the customer hears of a move; those of `mutable` may be switched off. */
export const orderReachWords = ({ reach }: StaffOrder, mutable = false) => reachWords(reach, { mutable })

const undoable = () => m.admin_orders_undoable({ hours: ORDER_UNDO_HOURS })

/** An order that is not paid is ordered anew; parts of its price go back. */
const cancelWords = (order: StaffOrder) =>
  order.status === 'pending'
    ? sentences(
        m.admin_orders_cancel_unpaid(),
        order.paid > 0 && m.admin_orders_cancel_parts(),
        orderReachWords(order),
      )
    : sentences(m.admin_orders_cancel_explanation(), orderReachWords(order), undoable())

export type MoveTexts = {
  label: string
  title: string
  explains: ReactNode
  text: { label: string; hint: string; required: boolean }
  usual?: readonly string[]
  danger?: boolean
}

/** What the dialog of each move asks, in the language of the moment; a payment has a form of its own. */
export const moveTexts: Readonly<Record<Exclude<ShownMove, 'pay'>, (order: StaffOrder) => MoveTexts>> = {
  process: () => ({
    label: m.admin_orders_process_button(),
    title: m.admin_orders_process_title(),
    explains: sentences(m.admin_orders_process_explanation(), notTold(), undoable()),
    text: {
      label: m.admin_common_note_label(),
      hint: m.admin_common_hint_customer(),
      required: false,
    },
  }),
  ship: (order) => ({
    label: m.admin_orders_ship_button(),
    title: m.admin_orders_ship_title(),
    explains: sentences(m.admin_orders_ship_explanation(), orderReachWords(order, true), undoable()),
    text: {
      label: m.admin_orders_dispatch_note_label(),
      hint: m.admin_orders_dispatch_note_hint(),
      required: true,
    },
    usual: [
      m.admin_orders_dispatch_rider(),
      `${m.admin_orders_dispatch_parcel()} `,
      m.admin_orders_dispatch_collection(),
    ],
  }),
  deliver: (order) => ({
    label: m.admin_orders_deliver_button(),
    title: m.admin_orders_deliver_title(),
    explains: sentences(m.admin_orders_deliver_explanation(), orderReachWords(order, true), undoable()),
    text: {
      label: m.admin_common_note_label(),
      hint: m.admin_orders_deliver_hint(),
      required: false,
    },
  }),
  callOff: (order) => ({
    label: m.admin_orders_cancel_button(),
    title: m.admin_orders_cancel_title(),
    explains: cancelWords(order),
    text: {
      label: m.admin_common_reason_label(),
      hint: m.admin_common_hint_customer(),
      required: true,
    },
    usual: [m.admin_orders_cancel_damaged(), m.admin_orders_cancel_asked()],
    danger: true,
  }),
  notArrived: (order) => ({
    label: m.admin_orders_not_arrived_button(),
    title: m.admin_orders_not_arrived_title(),
    explains: sentences(
      m.admin_orders_not_arrived_explanation(),
      orderReachWords(order),
      m.admin_orders_not_arrived_undoable({ hours: ORDER_UNDO_HOURS }),
    ),
    text: {
      label: m.admin_common_reason_label(),
      hint: m.admin_common_hint_customer(),
      required: true,
    },
    usual: [m.admin_orders_not_arrived_lost(), m.admin_orders_not_arrived_refused()],
    danger: true,
  }),
  takeBack: (order) => ({
    label: m.admin_orders_take_back_button(),
    title: m.admin_orders_take_back_title(),
    explains: sentences(
      m.admin_orders_take_back_explanation({ days: RETURN_DAYS }),
      orderReachWords(order),
      undoable(),
    ),
    text: {
      label: m.admin_common_reason_label(),
      hint: m.admin_common_hint_customer(),
      required: true,
    },
    usual: [m.admin_orders_take_back_unused(), m.admin_orders_cancel_damaged()],
    danger: true,
  }),
}

/** What we write to a customer about their order. */
export function customerMessage(order: StaffOrder, businessName: string): string {
  const name = order.address?.firstName ?? order.customer?.name.split(' ')[0] ?? ''
  const greeting = name
    ? m.admin_orders_chat_greeting_named({ name, business: businessName })
    : m.admin_orders_chat_greeting({ business: businessName })
  return `${greeting} ${statusText(order)}`
}

function statusText(order: StaffOrder): string {
  const { status, number, dispatchNote, paid, inReview } = order
  const left = leftToPay(order)
  switch (status) {
    case 'pending':
      if (inReview > 0) return m.admin_orders_chat_checked({ number })
      return paid > 0
        ? m.admin_orders_chat_owed({ number, left: showKsh(left) })
        : m.admin_orders_chat_pending({ number })
    case 'paid':
      return left > 0
        ? m.admin_orders_chat_owed({ number, left: showKsh(left) })
        : m.admin_orders_chat_paid({ number })
    case 'processing':
      return m.admin_orders_chat_processing({ number })
    case 'shipped':
      return m.admin_orders_chat_shipped({ number, note: dispatchNote })
    case 'delivered':
      return m.admin_orders_chat_delivered({ number })
    case 'returned':
      return returnedText(order)
    case 'cancelled':
      return m.admin_orders_chat_cancelled({ number, reason: ownCancellation(order) })
  }
}

function returnedText({ number, refundDue, paymentStatus }: StaffOrder): string {
  if (refundDue > 0) return m.admin_orders_chat_returned_refund({ number, amount: showKsh(refundDue) })
  return paymentStatus === 'refunded'
    ? m.admin_orders_chat_returned_refunded({ number })
    : m.admin_orders_chat_returned({ number })
}
