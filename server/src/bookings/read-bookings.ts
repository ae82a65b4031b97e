import { readBookedExtras } from '@twende/contract/bookings/booked-extras.ts'
import type { Booking, BookingEvent, BookingStats } from '@twende/contract/bookings/booking.ts'
import type { RefundPreview } from '@twende/contract/bookings/booking-routes.ts'
import { BookingStatus, mayCancel } from '@twende/contract/bookings/booking-status.ts'
import { BOOKINGS_PAGE_SIZE, LATE_CHARGE_DAYS } from '@twende/contract/business-constants.ts'
import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import type { Pagination } from '@twende/contract/text.ts'
import type * as z from 'zod/mini'
import type { PersonalData } from '../accounts/personal-data.ts'
import type { Db } from '../db/database.ts'
import { type PageInput, readPage } from '../db/list-page.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { CurrentUser } from '../http/current-user.ts'
import {
  type BookingSearch,
  countByStatus,
  findBooking,
  findBookingPage,
  findLostAmong,
} from './booking-read-store.ts'
import { clearCustomerDetails, findLastRental, findLiveBooking } from './booking-store.ts'
import { eraseSignatures } from './condition/condition-report-store.ts'
import { findReportsOfBookings } from './condition/read-reports.ts'
import { toBooking } from './present-booking.ts'
import { readHistory } from './read-history.ts'
import { refundIfCancelled, refundWayOfBooking } from './refund-cancelled-booking.ts'

const ALL = 100_000

/** A person's rentals and what they wrote about them. */
export const personalBookings: PersonalData = {
  async exportData({ db, clock, config }, accountId) {
    const now = clock.now()
    const { keys } = await findBookingPage(db, accountId, { limit: ALL, offset: 0 }, now)
    const reports = await findReportsOfBookings(db, keys)
    return keys.map((row) => ({
      ...toBooking(row, now, config.publicUrl),
      conditionReports: reports.get(row.id) ?? [],
    }))
  },
  async findDeletionObstacle(tx, { accountId, now }) {
    const live = await findLiveBooking(tx, accountId, now)
    if (live) {
      const { reference, status, ends_at: endsAt } = live
      return { code: 'open_booking', reference, mayCancel: mayCancel({ status, endsAt }, now) }
    }
    const last = await findLastRental(tx, accountId)
    if (!last) return undefined
    const from = addDays(nairobiDay(last.over_at), LATE_CHARGE_DAYS)
    return nairobiDay(now) < from ? { code: 'recent_return', reference: last.reference, from } : undefined
  },
  async erase(tx, { accountId, now }) {
    await clearCustomerDetails(tx, accountId)
    await eraseSignatures(tx, accountId, now)
  },
}

/** Those of these bookings whose car did not come back. */
export const bookingsWithLostCar = findLostAmong

type ReadDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>

/** A page of the account's bookings, newest first. */
export async function bookingsOfAccount(
  { db, clock, config }: ReadDeps,
  accountId: string,
  { page, limit, ...search }: BookingSearch & PageInput,
): Promise<{ bookings: Booking[]; pagination: Pagination }> {
  const now = clock.now()
  const { data, pagination } = await readPage(
    { page, limit },
    {
      size: BOOKINGS_PAGE_SIZE,
      find: (range) => findBookingPage(db, accountId, { ...search, ...range }, now),
      read: (rows) => rows.map((row) => toBooking(row, now, config.publicUrl)),
    },
  )
  return { bookings: data, pagination }
}

export async function bookingStats({ db, clock }: ReadDeps, accountId: string): Promise<BookingStats> {
  const stats: BookingStats = { total: 0, active: 0, confirmed: 0, completed: 0, pending: 0, cancelled: 0 }
  for (const { status, count } of await countByStatus(db, accountId, clock.now())) {
    stats[BookingStatus.parse(status)] += count
    stats.total += count
  }
  return stats
}

/** A rental as those who check its drivers need it; only its customer's when `ownedBy` is given. */
export async function rentalOf(db: Db, bookingId: string, ownedBy?: string) {
  const row = await findBooking(db, bookingId, ownedBy)
  if (!row) throw new AppError('booking_not_found')
  return {
    bookingId,
    reference: row.reference,
    status: row.status,
    pickupDay: row.start_date,
    returnDay: row.end_date,
    accountId: row.account_id,
    /** Made for a customer without an account, so that it belongs to staff's. */
    isAtCounter: row.booked_by === row.account_id,
    extras: readBookedExtras(row.extras),
  }
}

/** A booking, whoever its customer is; fails with `booking_not_found`. */
export async function readBooking(
  { db, clock, config }: Pick<AppDeps, 'clock' | 'config'> & { db: Db },
  bookingId: string,
): Promise<Booking> {
  const row = await findBooking(db, bookingId)
  if (!row) throw new AppError('booking_not_found')
  return toBooking(row, clock.now(), config.publicUrl)
}

/** A booking and its history, for its customer or our staff; to anybody else there is no such booking. */
export async function bookingWithHistory(
  { db, clock, config }: ReadDeps,
  bookingId: string,
  currentUser: CurrentUser,
): Promise<{ booking: Booking; timeline: BookingEvent[] }> {
  const row = await findBooking(
    db,
    bookingId,
    currentUser.role === 'user' ? currentUser.accountId : undefined,
  )
  if (!row) throw new AppError('booking_not_found')
  const history = await readHistory(db, row, { isOwn: row.account_id === currentUser.accountId })
  return {
    booking: toBooking(row, clock.now(), config.publicUrl),
    timeline: history.map(({ person: _, ...event }) => event),
  }
}

/** What the customer would get back by cancelling now. */
export async function previewRefund(
  { db, clock, config }: ReadDeps,
  bookingId: string,
  accountId: string,
): Promise<z.output<typeof RefundPreview>> {
  const now = clock.now()
  const row = await findBooking(db, bookingId, accountId)
  if (!row) throw new AppError('booking_not_found')
  const { status } = toBooking(row, now, config.publicUrl)
  if (!mayCancel({ status, endsAt: row.ends_at }, now)) throw new AppError('booking_wrong_state')
  return { ...(await refundIfCancelled(db, row, now)), refundWay: await refundWayOfBooking(db, bookingId) }
}
