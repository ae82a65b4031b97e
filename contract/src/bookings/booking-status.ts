import * as z from 'zod/mini'

export const BOOKING_STATUSES = ['pending', 'confirmed', 'active', 'completed', 'cancelled'] as const
export const BookingStatus = /* @__PURE__ */ z.enum(BOOKING_STATUSES)
export type BookingStatus = z.output<typeof BookingStatus>

/** A live booking keeps its car from everybody else. */
export const LIVE_BOOKING_STATUSES = [
  'pending',
  'confirmed',
  'active',
] as const satisfies readonly BookingStatus[]

export type BookingActor = 'customer' | 'staff' | 'payment' | 'clock'
type Move = { from: readonly BookingStatus[]; to: BookingStatus; by: readonly BookingActor[] }

/** The life of a booking. Pages offer buttons from this table; the server refuses from it. */
export const bookingMoves = {
  confirm: { from: ['pending'], to: 'confirmed', by: ['payment', 'staff'] },
  /** A payment that arrived after the hold ran out, while the dates are still free. */
  revive: { from: ['cancelled'], to: 'confirmed', by: ['payment'] },
  expire: { from: ['pending'], to: 'cancelled', by: ['clock'] },
  cancel: { from: ['pending', 'confirmed'], to: 'cancelled', by: ['customer', 'staff'] },
  noShow: { from: ['confirmed'], to: 'cancelled', by: ['staff'] },
  handOver: { from: ['confirmed'], to: 'active', by: ['staff'] },
  takeBack: { from: ['active'], to: 'completed', by: ['staff'] },
  /** The return of a rental that the clock completed in former times, or of a lost car that was found. */
  takeBackLate: { from: ['completed'], to: 'completed', by: ['staff'] },
  /** The car does not come back; two people say so. */
  markLost: { from: ['active'], to: 'completed', by: ['staff'] },
  /** Staff ended it by mistake, within `UNDO_HOURS`. */
  undoCancel: { from: ['cancelled'], to: 'confirmed', by: ['staff'] },
  undoComplete: { from: ['completed'], to: 'confirmed', by: ['staff'] },
  /** A return was recorded by mistake: the rental goes on. */
  undoReturn: { from: ['completed'], to: 'active', by: ['staff'] },
  /** So was that of a rental that had ended before, as of a lost car: it has no return again. */
  undoLateReturn: { from: ['completed'], to: 'completed', by: ['staff'] },
  /** The car is not lost after all; two people say so. */
  withdrawLoss: { from: ['completed'], to: 'active', by: ['staff'] },
  /** Its time is over and the car was out, though nobody wrote that down. */
  completeUnrecorded: { from: ['confirmed'], to: 'completed', by: ['staff'] },
} as const satisfies Record<string, Move>

/** For so many hours staff takes back what ended a booking. */
export const UNDO_HOURS = 24

export type BookingMove = keyof typeof bookingMoves

/** What the history of a booking records: how it was made, each move, payments, extensions, changes, the deposit, disputes and the driver. */
export const BOOKING_EVENTS = [
  'book',
  'bookAtCounter',
  'confirm',
  'confirmUnpaid',
  'pay',
  'extend',
  'change',
  'revive',
  /** It is live again, and a later booking has the reference that it had. */
  'newReference',
  'expire',
  'cancel',
  'noShow',
  'handOver',
  'takeBack',
  /** In former times the clock completed rentals a day after their end. */
  'complete',
  'completeUnrecorded',
  'markLost',
  'withdrawLoss',
  'correctReading',
  'undoCancel',
  'undoComplete',
  'undoReturn',
  'takeDeposit',
  'waiveDeposit',
  'returnDeposit',
  'returnDepositOwed',
  'keepDeposit',
  'keepDepositOwed',
  'releaseDeposit',
  'waiveDriver',
  'disputeCharge',
  'keepCharge',
  'withdrawCharge',
  'chargeFine',
  'withdrawFine',
  'payOwed',
  'voidPayment',
  'allowUnpaidHandover',
  'lowerRefund',
  'takeOutDriver',
  'putDriverBack',
  'withdrawDriver',
] as const
export type BookingEventCode = (typeof BOOKING_EVENTS)[number]

/** Whether the table lets `by` make this move from `status`. */
export function mayMove(move: BookingMove, status: BookingStatus, by: BookingActor): boolean {
  const { from, by: actors }: Move = bookingMoves[move]
  return from.includes(status) && actors.includes(by)
}

type Returnable = { status: BookingStatus; handover: unknown; handoverReturn: unknown }

/** Whether the return of a car may be recorded: it is out, or its rental was completed without a return. */
export function awaitsReturn({ status, handover, handoverReturn }: Returnable): boolean {
  if (mayMove('takeBack', status, 'staff')) return true
  return mayMove('takeBackLate', status, 'staff') && handover !== null && handoverReturn === null
}

export const EXPIRED_REASON = 'Payment not received in time'
export const CUSTOMER_CANCEL_REASON = 'Cancelled by customer'

/** Whether its customer may cancel a booking at `now`: not once its last day is behind us. */
export function mayCancel(booking: { status: BookingStatus; endsAt: Date }, now: Date): boolean {
  return mayMove('cancel', booking.status, 'customer') && now < booking.endsAt
}
