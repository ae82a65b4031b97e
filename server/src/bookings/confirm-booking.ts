import { lastOccupiedDay } from '@twende/contract/bookings/rental-period.ts'
import type { Day } from '@twende/contract/calendar-day.ts'
import type { DeskMethod } from '@twende/contract/payments/desk-payment.ts'
import { CONFIRM_UNPAID_ALONE_UP_TO } from '@twende/contract/payments/payment-choices.ts'
import { explainNotCovered } from '../cars/documents/car-documents.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { lockParts, type Parts, recordRemainder } from '../payments/collections/record-staff-payment.ts'
import { sumPaidFor } from '../payments/ledger/post-payment.ts'
import { findBooking } from './booking-read-store.ts'
import {
  moveBookingOrThrow,
  recordUnpaidConfirmation,
  requestUnpaidConfirmation,
  type StoredBooking,
} from './booking-store.ts'
import { notifyCustomer } from './notify-customer.ts'
import { chargePrice } from './owed/unpaid-price.ts'
import { lockCar } from './rented-car-store.ts'

type Confirming = {
  bookingId: string
  accountId: string
  note: string
  paidBy: DeskMethod | 'none'
  /** The M-Pesa code; empty for every other way. */
  code: string
  paidOn?: Day | undefined
}

/**
 * Staff confirms a booking: paid without a message of the provider, with who took the money kept; or without money, which
 * then is still to be paid. Above a limit the latter takes two people: `requested` when this is the first of them.
 */
export async function confirmBooking(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  confirming: Confirming,
): Promise<'confirmed' | 'requested'> {
  const { bookingId, code, paidBy } = confirming
  const now = clock.now()
  let rental: { carId: string; from: Day; until: Day } | undefined
  return inTransaction(db, async (tx) => {
    const parts = await lockParts(tx, { payableType: 'booking', payableId: bookingId }, code)
    rental = await lockCarOf(tx, bookingId)
    const left = await amountLeft(tx, bookingId)
    const unpaid = paidBy === 'none' ? left : 0
    if (unpaid > 0 && (await needsSomebodyElse(tx, { ...confirming, amount: unpaid, now })))
      return 'requested' as const
    const booking = await confirm(tx, { ...confirming, left, isPaid: unpaid === 0, now })
    if (unpaid > 0) {
      await recordUnpaidConfirmation(tx, { ...confirming, amount: unpaid, now })
      await chargePrice(tx, booking, { accountId: confirming.accountId, now })
    } else await recordMoney(tx, { booking, confirming, parts, now })
    await notifyCustomer(tx, booking, (params) => ({ kind: 'booking_confirmed', params }), now)
    return 'confirmed' as const
  }).catch(async (error: unknown) => {
    throw rental ? await explainNotCovered(db, rental, error) : error
  })
}

/** Locks the car of a booking; returns it and the days of the rental. */
async function lockCarOf(tx: Db, bookingId: string) {
  const booking = await findBooking(tx, bookingId)
  if (!booking) throw new AppError('booking_not_found')
  const { car_id: carId, start_date: from, end_date: endDate, dropoff_time: dropoffTime } = booking
  await lockCar(tx, carId)
  return { carId, from, until: lastOccupiedDay({ endDate, dropoffTime }) }
}

/** What is still to be paid of a pending booking. */
async function amountLeft(tx: Db, bookingId: string): Promise<number> {
  const booking = await findBooking(tx, bookingId)
  if (!booking) throw new AppError('booking_not_found')
  if (booking.status !== 'pending') throw new AppError('booking_wrong_state')
  return booking.final_amount - (await sumPaidFor(tx, 'booking', bookingId))
}

type UnpaidConfirmation = Confirming & { amount: number; now: Date }

async function needsSomebodyElse(tx: Db, request: UnpaidConfirmation): Promise<boolean> {
  const { requested_by, isNew } = await requestUnpaidConfirmation(tx, request)
  if (request.amount <= CONFIRM_UNPAID_ALONE_UP_TO || requested_by !== request.accountId) return false
  if (!isNew) throw new AppError('confirm_needs_second_person')
  return true
}

type Confirmed = Confirming & { left: number; isPaid: boolean; now: Date }

function confirm(
  tx: Db,
  { bookingId, accountId, note, code, paidBy, left, isPaid, now }: Confirmed,
): Promise<StoredBooking> {
  return moveBookingOrThrow(tx, {
    bookingId,
    move: 'confirm',
    by: 'staff',
    accountId,
    now,
    event: isPaid ? 'confirm' : 'confirmUnpaid',
    note: [note, code].filter(Boolean).join(', '),
    facts: { ...(left > 0 && { amount: left }), paidBy },
    set: { payment_status: isPaid ? 'paid' : 'pending', hold_expires_at: null },
  })
}

type Recording = {
  booking: StoredBooking
  confirming: Confirming
  parts: Parts
  now: Date
}

async function recordMoney(
  tx: Db,
  { booking, confirming: { accountId: takenBy, paidBy, note, code, paidOn }, parts, now }: Recording,
): Promise<void> {
  const payable = { payableType: 'booking', payableId: booking.id, accountId: booking.account_id } as const
  // Where nothing is left to pay, `none` is that: the parts are the whole price.
  const payment = {
    ...payable,
    takenBy,
    paidBy: paidBy === 'none' ? 'cash' : paidBy,
    note,
    code,
    paidOn,
  } as const
  await recordRemainder(tx, { ...payment, price: booking.final_amount, parts }, now)
}
