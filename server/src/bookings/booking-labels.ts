import {
  handoverDocument,
  returnDocument,
  withdrawnReturnDocument,
} from '@twende/contract/bookings/admin-booking.ts'
import type { Booking } from '@twende/contract/bookings/booking.ts'
import type { BookingActor, BookingEventCode } from '@twende/contract/bookings/booking-status.ts'
import { bookingChangeDocument, eventFactsDocument } from '@twende/contract/bookings/change-record.ts'
import { chargeLabel, fuelLabel } from '@twende/contract/bookings/condition/condition-format.ts'
import { showDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { settledByLabels } from '@twende/contract/payments/desk-payment.ts'
import { m } from '@twende/messages'

/** The answer to a new booking, by its way of paying. */
export const submittedMessages = {
  mpesa: m.booking_submitted_mpesa,
  whatsapp: m.booking_submitted_whatsapp,
} as const

/** That the pickup is later than was asked for, where that hour was over. */
export function pickupMoved(asked: string, { pickupTime }: { pickupTime: string }): string {
  return pickupTime === asked ? '' : m.booking_pickup_moved({ time: pickupTime, asked })
}

/** An event of the history of a booking in words; `isOwn`: for its customer. */
export function bookingEventLabel(
  event: BookingEventCode,
  by: BookingActor,
  { isOwn = false }: { isOwn?: boolean } = {},
): string {
  if (isOwn && event === 'noShow') return m.mail_booking_no_show()
  if (isOwn && event === 'cancel' && by === 'customer') return m.booking_event_cancelled_by_you()
  if (event === 'confirm') return by === 'payment' ? m.booking_event_paid() : m.booking_event_confirm()
  if (event === 'pay') return by === 'payment' ? m.booking_event_paid() : m.booking_event_paid_at_desk()
  if (event === 'cancel')
    return by === 'customer' ? m.booking_event_cancelled_by_customer() : m.booking_event_cancelled_by_staff()
  return labels[event]()
}

const labels = {
  book: m.booking_event_book,
  bookAtCounter: m.booking_event_book_at_counter,
  confirmUnpaid: m.booking_event_confirm_unpaid,
  extend: m.booking_event_extend,
  change: m.booking_event_change,
  revive: m.booking_event_revive,
  newReference: m.booking_event_new_reference,
  expire: m.booking_event_expire,
  noShow: m.booking_event_no_show,
  handOver: m.booking_event_hand_over,
  takeBack: m.booking_event_take_back,
  complete: m.booking_event_complete,
  completeUnrecorded: m.booking_event_complete_unrecorded,
  markLost: m.booking_event_mark_lost,
  withdrawLoss: m.booking_event_withdraw_loss,
  correctReading: m.booking_event_correct_reading,
  undoCancel: m.booking_event_undo_cancel,
  undoComplete: m.booking_event_undo_complete,
  undoReturn: m.booking_event_undo_return,
  takeDeposit: m.booking_event_take_deposit,
  waiveDeposit: m.booking_event_waive_deposit,
  returnDeposit: m.booking_event_return_deposit,
  returnDepositOwed: m.booking_event_return_deposit_owed,
  keepDeposit: m.booking_event_keep_deposit,
  keepDepositOwed: m.booking_event_keep_deposit_owed,
  releaseDeposit: m.booking_event_release_deposit,
  waiveDriver: m.booking_event_waive_driver,
  allowUnpaidHandover: m.booking_event_allow_unpaid_handover,
  disputeCharge: m.booking_event_dispute_charge,
  keepCharge: m.booking_event_keep_charge,
  withdrawCharge: m.booking_event_withdraw_charge,
  chargeFine: m.booking_event_charge_fine,
  withdrawFine: m.booking_event_withdraw_fine,
  payOwed: m.booking_event_pay_owed,
  voidPayment: m.booking_event_void_payment,
  lowerRefund: m.booking_event_lower_refund,
  takeOutDriver: m.booking_event_take_out_driver,
  putDriverBack: m.booking_event_put_driver_back,
  withdrawDriver: m.booking_event_withdraw_driver,
} as const satisfies Partial<Record<BookingEventCode, () => string>>

type Conditions = { handover: unknown; handover_return: unknown }

/** The note of an event: what a person wrote, or else what the booking stores about it. */
export function bookingEventNote(
  event: BookingEventCode,
  { note, facts }: { note: string; facts: unknown },
  booking: Conditions,
): string {
  if (event === 'change') return changeLabel(note)
  if (event === 'undoReturn') {
    const { reason, returned } = withdrawnReturnDocument.read(JSON.parse(note))
    return `${reason} · ${returnLabel(returned)}`
  }
  if (note !== '') return note
  if (event === 'bookAtCounter' && facts === null) return m.booking_note_to_be_paid()
  if (event === 'handOver' && booking.handover !== null) {
    return conditionLabel(handoverDocument.read(booking.handover))
  }
  if (event === 'takeBack' && booking.handover_return !== null) {
    return returnLabel(returnDocument.read(booking.handover_return))
  }
  return ''
}

/** The dates and the amount of an event. */
export function factsLabel(stored: unknown): string {
  if (stored === null) return ''
  const { amount, paidBy, returns } = eventFactsDocument.read(stored)
  const due = ({ endDate, dropoffTime }: { endDate: string; dropoffTime: string }) =>
    `${showDay(endDate)}, ${dropoffTime}`
  return [
    returns && m.booking_note_return_moved({ from: due(returns.from), to: due(returns.to) }),
    amount !== null && showKsh(amount),
    paidBy && settledByLabels[paidBy](),
  ]
    .filter(Boolean)
    .join(' · ')
}

function returnLabel({ charges, ...condition }: ReturnType<typeof returnDocument.read>): string {
  const charged = charges.map((charge) => `${chargeLabel(charge)} ${showKsh(charge.amount)}`)
  return [conditionLabel(condition), ...charged].join(' · ')
}

/** From what to what a booking was changed. */
function changeLabel(note: string): string {
  const { from, to, car } = bookingChangeDocument.read(JSON.parse(note))
  const rental = (period: typeof from) =>
    m.booking_note_period({
      start: `${showDay(period.startDate)}, ${period.pickupTime}`,
      end: `${showDay(period.endDate)}, ${period.dropoffTime}`,
      amount: showKsh(period.finalAmount),
    })
  const changed = { from: rental(from), to: rental(to) }
  return car
    ? m.booking_note_changed_car({ ...changed, fromCar: car.from, toCar: car.to })
    : m.booking_note_changed(changed)
}

function conditionLabel({ km, fuel, note }: { km: number; fuel: number | null; note: string }): string {
  const facts = { km: km.toLocaleString('en-KE'), fuel: fuelLabel(fuel) }
  return note ? m.booking_note_condition_and_note({ ...facts, note }) : m.booking_note_condition(facts)
}

type Cancelled = { cancelled_by: string | null; no_show: boolean; cancellation_reason: string }

const cancellations = {
  customer: m.booking_event_cancelled_by_customer,
  noShow: m.booking_event_no_show,
  clock: m.booking_event_expire,
} as const

/** Why a booking was cancelled: what a person wrote, or else who or what cancelled it. */
export function cancellationOf(booking: Cancelled): Pick<Booking, 'cancellationReason' | 'cancellationCode'> {
  const code = cancellationCode(booking)
  return {
    cancellationReason: code ? cancellations[code]() : booking.cancellation_reason,
    cancellationCode: code,
  }
}

function cancellationCode(booking: Cancelled): keyof typeof cancellations | null {
  if (booking.cancellation_reason !== '') return null
  if (booking.no_show) return 'noShow'
  return booking.cancelled_by === 'customer' || booking.cancelled_by === 'clock' ? booking.cancelled_by : null
}
