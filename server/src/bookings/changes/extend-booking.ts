import {
  type ExtensionPrice,
  LONGEST_EXTENDED_RENTAL_DAYS,
} from '@twende/contract/bookings/admin-booking-routes.ts'
import { readBookedExtras } from '@twende/contract/bookings/booked-extras.ts'
import { changedPrice } from '@twende/contract/bookings/booking-change.ts'
import { extrasForDays, withExtras } from '@twende/contract/bookings/price-of-extras.ts'
import { priceSnapshot } from '@twende/contract/bookings/price-snapshot.ts'
import { lastOccupiedDay } from '@twende/contract/bookings/rental-period.ts'
import { type Day, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import type { DeskMethod } from '@twende/contract/payments/desk-payment.ts'
import { m } from '@twende/messages'
import { explainNotCovered } from '../../cars/documents/car-documents.ts'
import { getCar } from '../../cars/read-cars.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { lockParts, recordStaffPayment } from '../../payments/collections/record-staff-payment.ts'
import { charge } from '../../payments/ledger/postings.ts'
import { priceRulesOf } from '../../prices/read-prices.ts'
import { findAdminBooking } from '../admin/admin-booking-store.ts'
import { addAddendum, askToAccept } from '../agreements/add-addendum.ts'
import { writeHistory } from '../booking-history-store.ts'
import { type BookingRow, findBooking } from '../booking-read-store.ts'
import { markUnpaid, refuseTakenCar, updateRental } from '../booking-store.ts'
import { releaseExpiredHolds } from '../expire-holds.ts'
import { applyCredit, payWithCoveringCredit } from '../owed/unpaid-price.ts'
import { notTooDear, storedPrice } from '../price-of-rental.ts'
import { carOfBooking, lockCar } from '../rented-car-store.ts'

type Extending = {
  bookingId: string
  accountId: string
  endDate: Day
  dropoffTime: string
  paidBy: DeskMethod | 'none'
  code: string
  note: string
  paidOn?: Day | undefined
  /** The price that was shown. */
  finalAmount?: number | undefined
  updatedAt: string
}

/** Extends a booking at the price that its customer would pay; refused when another booking has the car then. */
export async function extendBooking(
  { db, clock, tokenSecret }: Pick<AppDeps, 'db' | 'clock' | 'tokenSecret'>,
  extending: Extending,
): Promise<void> {
  const { bookingId, accountId, endDate, dropoffTime, paidBy, code, note, paidOn, finalAmount, updatedAt } =
    extending
  const now = clock.now()
  let added: { carId: string; from: Day; until: Day } | undefined
  await inTransaction(db, async (tx) => {
    await lockParts(tx, { payableType: 'booking', payableId: bookingId }, code)
    const carId = await carOfBooking(tx, bookingId)
    if (carId === undefined) throw new AppError('booking_not_found')
    await lockCar(tx, carId)
    await releaseExpiredHolds(tx, carId, now)
    const booking = await findAdminBooking(tx, bookingId)
    if (!booking) throw new AppError('booking_not_found')
    added = {
      carId,
      from: nairobiDay(booking.occupied_until),
      until: lastOccupiedDay({ endDate, dropoffTime }),
    }
    const endsAt = nairobiInstant(endDate, dropoffTime)
    const price = await priceOfExtension(tx, booking, endDate)
    if (endsAt <= booking.ends_at || endsAt <= now || price.totalDays > LONGEST_EXTENDED_RENTAL_DAYS) {
      throw new AppError('rental_dates_invalid', {
        message: m.error_booking_later_return(),
      })
    }
    const period = { startDate: booking.start_date, pickupTime: booking.pickup_time, endDate, dropoffTime }
    const snapshot = priceSnapshot(price)
    const statuses = ['confirmed', 'active'] as const
    const change = { bookingId, period, price, snapshot, statuses, updatedAt, now }
    const extended = await updateRental(tx, change).catch(refuseTakenCar)
    if (!extended) throw new AppError('booking_wrong_state')
    const amount = Math.max(0, price.finalAmount - booking.final_amount)
    await writeHistory(tx, [extended], {
      by: 'staff',
      accountId,
      now,
      event: 'extend',
      note: [note, code].filter(Boolean).join(', '),
      facts: {
        amount,
        paidBy: amount > 0 ? paidBy : null,
        returns: {
          from: { endDate: booking.end_date, dropoffTime: booking.dropoff_time },
          to: { endDate, dropoffTime },
        },
      },
    })
    if (finalAmount !== undefined && finalAmount !== price.finalAmount) throw new AppError('price_changed')
    if (amount > 0) {
      const payment = { payableType: 'booking', payableId: bookingId, accountId: booking.account_id } as const
      await chargeAddedDays(tx, { bookingId, amount, accountId, now })
      if (paidBy === 'none') {
        if ((await applyCredit(tx, bookingId, now)) > 0) await markUnpaid(tx, bookingId, now)
      } else
        await recordStaffPayment(
          tx,
          { ...payment, amount, takenBy: accountId, paidBy, code, note, paidOn },
          now,
        )
      // A code may have brought in more than the added days cost.
      await payWithCoveringCredit(tx, bookingId, now)
    }
    const sequence = await addAddendum(tx, { before: booking, moved: extended, staffId: accountId, now })
    if (sequence !== undefined) await askToAccept(tx, { tokenSecret }, { moved: extended, sequence, now })
  }).catch(async (error: unknown) => {
    throw added ? await explainNotCovered(db, added, error) : error
  })
}

/** What a booking costs that ends on another day, by the rules that a customer's own extension has. */
async function priceOfExtension(tx: Db, booking: BookingRow, endDate: Day) {
  const { car_id: carId, start_date: startDate, price_per_day: pricePerDay } = booking
  const car = await getCar(tx, carId, '')
  const rules = await priceRulesOf(tx, { carId, category: car.category })
  const booked = { startDate, pricePerDay, snapshot: storedPrice(booking) }
  const price = changedPrice(booked, { startDate, endDate }, { pricePerDay: car.price, rules })
  return notTooDear(withExtras(price, extrasForDays(readBookedExtras(booking.extras), price.totalDays)))
}

/** What an extension to another day would cost, for staff to say before it is made. */
export async function previewExtension(
  { db }: Pick<AppDeps, 'db'>,
  { bookingId, endDate }: Pick<Extending, 'bookingId' | 'endDate'>,
): Promise<ExtensionPrice> {
  const booking = await findBooking(db, bookingId)
  if (!booking) throw new AppError('booking_not_found')
  const {
    dailyRules: _,
    discountRule: __,
    fewestDays: ___,
    ...price
  } = await priceOfExtension(db, booking, endDate)
  return { ...price, bookedAmount: booking.final_amount }
}

type Added = { bookingId: string; amount: number; accountId: string; now: Date }

/** The added days are owed before they are paid: what is paid for them would pay an older debt first. */
async function chargeAddedDays(tx: Db, { bookingId, amount, accountId, now }: Added): Promise<void> {
  const payable = { type: 'booking', id: bookingId }
  const key = `booking ${bookingId} extended ${now.toISOString()}`
  await charge(tx, { payable, amount, key, at: now, actor: accountId })
}
