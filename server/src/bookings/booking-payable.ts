import { readBookedExtras } from '@twende/contract/bookings/booked-extras.ts'
import { extraLabel } from '@twende/contract/bookings/extra-format.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { sumPaidWith } from '../payments/ledger/post-payment.ts'
import type { Payable, ReceivedPayment } from '../payments/payable.ts'
import { drawReferences } from './booking-draft.ts'
import { writeLoweredRefund } from './booking-history-store.ts'
import {
  type BookingToPay,
  findBooking,
  findBookingToPay,
  findExtrasOf,
  keepsCar,
} from './booking-read-store.ts'
import {
  confirmIfFree,
  isToBePaid,
  markPaidByPayment,
  type PaidBooking,
  type StoredBooking,
} from './booking-store.ts'
import { makePaidChange } from './changes/make-change.ts'
import { releaseExpiredHolds } from './expire-holds.ts'
import { showPaymentOf } from './hold-end-store.ts'
import { notifyCustomer } from './notify-customer.ts'
import { owedNow, oweVoidedAgain, receiveOwed } from './owed/take-owed.ts'
import { carOfBooking, lockCar } from './rented-car-store.ts'
import { formerReferencesOf, isFormerReference, reviveBooking } from './revive-booking-store.ts'

/** A booking as something that can be paid for. */
export const bookingPayable: Payable = {
  paidOnce: true,
  description: 'Car rental',
  paymentCheckedMessage: m.error_booking_payment_checked,
  notPayable: 'booking_not_payable',
  wrongState: 'booking_wrong_state',
  async priceDue(db, { payableId, accountId }, now, options) {
    const booking = await findBookingToPay(db, payableId, { ...options, now })
    if (booking?.accountId !== accountId) throw new AppError('booking_not_found')
    if (isRunning(booking)) return owedNow(db, payableId)
    if (booking.ranOut) throw new AppError('hold_expired')
    if (booking.status !== 'pending') throw new AppError('booking_not_payable')
    if (booking.holdExpiresAt === null || booking.holdExpiresAt <= now) throw new AppError('hold_expired')
    if (booking.lost) throw new AppError(booking.lost)
    return booking.amount
  },
  async asksForOwed(db, bookingId) {
    const booking = await findBookingToPay(db, bookingId)
    return booking !== undefined && isRunning(booking)
  },
  async isDelivered(db, bookingId) {
    const booking = await findBookingToPay(db, bookingId)
    return booking !== undefined && booking.status !== 'pending' && booking.status !== 'cancelled'
  },
  async onPaid(tx, deps, bookingId, payment) {
    if (payment.pays_owed) return receiveOwed(tx, deps, bookingId, payment)
    if (payment.adds_to_price) return makePaidChange(tx, deps, bookingId, payment)
    return (await confirmPaidBooking(tx, deps, bookingId, payment)) === 'confirmed' ? 'done' : 'gone'
  },
  onPaymentStatus: showPaymentOf,
  isFormerReference,
  formerReferencesOf,
  // Until the car is back, later charges may use it.
  async returnsSurplus(db, bookingId) {
    return (await findBookingToPay(db, bookingId))?.status === 'completed'
  },
  onVoided: oweVoidedAgain,
  async onRefundLowered(tx, bookingId, lowered) {
    const booking = await findBooking(tx, bookingId)
    if (booking) await writeLoweredRefund(tx, booking, lowered)
  },
  async partsOf(db, bookingIds) {
    const booked = await findExtrasOf(db, bookingIds)
    return new Map(
      booked.map(({ id, extras }) => [
        id,
        readBookedExtras(extras).map((line) => ({
          amount: line.amount,
          label: `${extraLabel(line)}, ${showKsh(line.amount)}`,
          notified: line,
        })),
      ]),
    )
  },
}

/** It is confirmed: what its customer pays now is what is owed, the price included where it was confirmed without payment. */
const isRunning = ({ status }: Pick<BookingToPay, 'status'>) =>
  status === 'confirmed' || status === 'active' || status === 'completed'

/**
 * Confirms a booking whose money has arrived, in the transaction that settles the payment. A booking whose hold ran
 * out, or that kept no car, gets it if its dates are still free. `gone` means that the money has nothing to buy and must go back.
 */
async function confirmPaidBooking(
  tx: Db,
  { clock, random }: Pick<AppDeps, 'clock' | 'random'>,
  bookingId: string,
  payment: ReceivedPayment,
): Promise<'confirmed' | 'gone'> {
  const now = clock.now()
  const carId = await carOfBooking(tx, bookingId)
  if (carId === undefined) return 'gone'
  const paying = {
    bookingId,
    paid: await sumPaidWith(tx, payment),
    amount: payment.amount_received ?? payment.amount,
    note: payment.receipt ?? '',
    now,
  }
  await lockCar(tx, carId)
  if (await payLater(tx, paying)) return 'confirmed'
  // The holds of others that ran out stand in the way of a booking that kept no car.
  if (!(await keepsCar(tx, bookingId))) await releaseExpiredHolds(tx, carId, now)
  const booking = (await confirm(tx, paying)) ?? (await revive())
  if (!booking) return 'gone'
  await notifyCustomer(tx, booking, (params) => ({ kind: 'booking_confirmed', params }), now)
  return 'confirmed'

  async function revive(): Promise<StoredBooking | undefined> {
    if (carId !== undefined) await releaseExpiredHolds(tx, carId, now)
    return reviveBooking(tx, paying, () => drawReferences(random))
  }
}

/**
 * Pays for a booking that was confirmed before its money came. What is not enough counts as a part: the rest is still to
 * be paid. False when the booking is none of these.
 */
async function payLater(tx: Db, paying: PaidBooking): Promise<boolean> {
  if (!(await isToBePaid(tx, paying.bookingId))) return false
  await markPaidByPayment(tx, paying)
  return true
}

function confirm(tx: Db, { bookingId, amount, note, now }: PaidBooking) {
  return confirmIfFree(tx, {
    bookingId,
    move: 'confirm',
    by: 'payment',
    now,
    note,
    facts: { amount },
    set: { payment_status: 'paid', hold_expires_at: null },
  })
}
