import { LONGEST_EXTENDED_RENTAL_DAYS } from '@twende/contract/bookings/admin-booking-routes.ts'
import { readBookedExtras } from '@twende/contract/bookings/booked-extras.ts'
import { extrasForDays, withExtras } from '@twende/contract/bookings/price-of-extras.ts'
import { extendedSnapshot } from '@twende/contract/bookings/price-snapshot.ts'
import { lastOccupiedDay } from '@twende/contract/bookings/rental-period.ts'
import { extendedPrice } from '@twende/contract/bookings/rental-price.ts'
import { type Day, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { explainNotCovered } from '../../cars/documents/car-documents.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { lockParts, recordStaffPayment } from '../../payments/collections/record-staff-payment.ts'
import { charge, lockOwed } from '../../payments/ledger/postings.ts'
import { findAdminBooking } from '../admin/admin-booking-store.ts'
import { addAddendum, askToAccept } from '../agreements/add-addendum.ts'
import { writeHistory } from '../booking-history-store.ts'
import { refuseTakenCar, updateRental } from '../booking-store.ts'
import { releaseExpiredHolds } from '../expire-holds.ts'
import { sumFinesOf } from '../fines/fine-store.ts'
import { storedPrice } from '../price-of-rental.ts'
import { carOfBooking, lockCar } from '../rented-car-store.ts'

type Extending = {
  bookingId: string
  accountId: string
  endDate: Day
  dropoffTime: string
  note: string
  updatedAt: string
}

/** Extends a booking at its own daily price; refused when another booking has the car then. */
export async function extendBooking(
  { db, clock, tokenSecret }: Pick<AppDeps, 'db' | 'clock' | 'tokenSecret'>,
  { bookingId, accountId, endDate, dropoffTime, note, updatedAt }: Extending,
): Promise<void> {
  const now = clock.now()
  let added: { carId: string; from: Day; until: Day } | undefined
  await inTransaction(db, async (tx) => {
    await lockParts(tx, { payableType: 'booking', payableId: bookingId }, '')
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
    const booked = storedPrice(booking)
    const daysPrice = extendedPrice(
      {
        pricePerDay: booking.price_per_day,
        dailyPrices: booked.days,
        discountPercent: booked.discountPercent,
      },
      booking.start_date,
      endDate,
    )
    const extras = extrasForDays(readBookedExtras(booking.extras), daysPrice.totalDays)
    const price = withExtras(daysPrice, extras)
    if (endsAt <= booking.ends_at || endsAt <= now || price.totalDays > LONGEST_EXTENDED_RENTAL_DAYS) {
      throw new AppError('rental_dates_invalid', {
        message: m.error_booking_later_return(),
      })
    }
    const period = { startDate: booking.start_date, pickupTime: booking.pickup_time, endDate, dropoffTime }
    const snapshot = extendedSnapshot(booked, price)
    const statuses = ['confirmed', 'active'] as const
    const change = { bookingId, period, price, snapshot, statuses, updatedAt, now }
    const extended = await updateRental(tx, change).catch(refuseTakenCar)
    if (!extended) throw new AppError('booking_wrong_state')
    await writeHistory(tx, [extended], { by: 'staff', accountId, now, event: 'extend', note })
    const amount = price.finalAmount - booking.final_amount
    if (amount > 0) {
      const payment = { payableType: 'booking', payableId: bookingId, accountId: booking.account_id } as const
      await chargeAddedDays(tx, { bookingId, amount, accountId, now })
      await recordStaffPayment(tx, { ...payment, amount, takenBy: accountId, note }, now)
    }
    const sequence = await addAddendum(tx, { before: booking, moved: extended, staffId: accountId, now })
    if (sequence !== undefined) await askToAccept(tx, { tokenSecret }, { moved: extended, sequence, now })
  }).catch(async (error: unknown) => {
    throw added ? await explainNotCovered(db, added, error) : error
  })
}

type Added = { bookingId: string; amount: number; accountId: string; now: Date }

/** Where a fine is owed, what is paid for the days would pay that first: so that they are paid, they are owed as well. */
async function chargeAddedDays(tx: Db, { bookingId, amount, accountId, now }: Added): Promise<void> {
  const payable = { type: 'booking', id: bookingId }
  if ((await lockOwed(tx, payable)) === 0 || (await sumFinesOf(tx, bookingId)) === 0) return
  const key = `booking ${bookingId} extended ${now.toISOString()}`
  await charge(tx, { payable, amount, key, at: now, actor: accountId })
}
