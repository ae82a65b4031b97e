import type { StaffOrder } from '@twende/contract/shop/order.ts'
import { mayMoveOrder, STAFF_ORDER_MOVES, type StaffOrderMove } from '@twende/contract/shop/order-status.ts'

/** Whose order it is, as far as we know. */
export function customerName({ customer, address }: StaffOrder): string {
  if (address) return `${address.firstName} ${address.lastName}`
  return customer?.name ?? 'A visitor, by WhatsApp'
}

/** What staff may do with an order now; the server has the last word. */
export function movesOn({ status }: StaffOrder): readonly StaffOrderMove[] {
  return STAFF_ORDER_MOVES.filter((move) => mayMoveOrder(move, status, 'staff'))
}

/** What the button of a move says. */
export const moveLabel = (move: StaffOrderMove) => (move === 'pay' ? 'Note a payment' : moveKinds[move].label)

export const isDangerous = (move: StaffOrderMove) => move !== 'pay' && moveKinds[move].danger === true

type MoveKind = {
  label: string
  title: string
  explains: string
  text: { label: string; hint: string; required: boolean }
  usual?: readonly string[]
  danger?: boolean
}

/** The moves that are asked about with one text; a payment has a form of its own. */
export const moveKinds: Readonly<Record<Exclude<StaffOrderMove, 'pay'>, MoveKind>> = {
  process: {
    label: 'Start packing',
    title: 'Start packing this order?',
    explains: 'From now on the customer can no longer cancel it.',
    text: { label: 'Note', hint: 'The customer can read this.', required: false },
  },
  ship: {
    label: 'Mark as sent',
    title: 'How does this order travel?',
    explains: 'The customer is told at once, with these words.',
    text: { label: 'Dispatch note', hint: 'Who carries it, its number, when it arrives.', required: true },
    usual: ['By rider, today before 18:00.', 'By G4S, parcel number ', 'Ready for collection at our office.'],
  },
  deliver: {
    label: 'Mark as delivered',
    title: 'Was this order delivered?',
    explains: 'The customer is told that it has arrived.',
    text: { label: 'Note', hint: 'Who took it.', required: false },
  },
  callOff: {
    label: 'Call off',
    title: 'Call this order off?',
    explains: 'Its pieces go back on the shelf, and what was paid becomes a refund to send.',
    text: { label: 'Reason', hint: 'The customer reads this.', required: true },
    usual: ['The product turned out to be damaged.', 'You asked us to cancel it.'],
    danger: true,
  },
}

/** What we write to a customer about their order. */
export function customerMessage(order: StaffOrder, businessName: string): string {
  const first = order.address?.firstName ?? order.customer?.name.split(' ')[0] ?? ''
  return `${first ? `Hello ${first}, this` : 'Hello, this'} is ${businessName}. ${standing(order)}`
}

function standing({ status, number, dispatchNote, cancellationReason }: StaffOrder): string {
  switch (status) {
    case 'pending':
      return `We have your order ${number}. Can we help you with the payment?`
    case 'paid':
      return `Thank you, your payment for order ${number} has arrived. We pack it next.`
    case 'processing':
      return `We are packing your order ${number}.`
    case 'shipped':
      return `Your order ${number} is on its way. ${dispatchNote}`
    case 'delivered':
      return `Your order ${number} was delivered. Is everything as it should be?`
    case 'cancelled':
      return `Your order ${number} was cancelled. ${cancellationReason}`
  }
}
