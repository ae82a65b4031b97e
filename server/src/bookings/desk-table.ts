import type { Role } from '@twende/contract/accounts/account-routes.ts'
import type { DeskBooking } from '@twende/contract/bookings/desk-booking.ts'
import type { AppDeps } from '../deps.ts'
import { type CsvColumns, csvTable, type Wish } from '../http/csv-table.ts'
import { type DeskSearch, findDeskBookingIds, findDeskBookingsOf } from './desk-store.ts'
import { toDeskBooking } from './read-desk.ts'

type TableDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>

/** The bookings that staff asked for as a table. */
export function deskTable(
  { db, clock, config }: TableDeps,
  callerRole: Role,
  { queue = 'all', ...wish }: Wish<DeskSearch>,
) {
  const now = clock.now()
  return csvTable({
    role: callerRole,
    name: 'bookings',
    now,
    columns,
    find: (limit) => findDeskBookingIds(db, { ...wish, queue, limit }, now),
    read: async (ids) =>
      (await findDeskBookingsOf(db, ids)).map((row) => toDeskBooking(row, now, config.publicUrl)),
  })
}

const columns: CsvColumns<DeskBooking> = [
  ['Reference', ({ bookingId }) => bookingId],
  ['Status', ({ status }) => status],
  ['Payment', ({ paymentStatus }) => paymentStatus],
  ['Late', ({ late }) => (late ? 'yes' : '')],
  ['First name', ({ customerInfo }) => customerInfo.firstName],
  ['Last name', ({ customerInfo }) => customerInfo.lastName],
  ['Phone', ({ customerInfo }) => customerInfo.phone],
  ['Email', ({ customerInfo }) => customerInfo.email],
  ['Car', ({ carName }) => carName],
  ['Pickup day', ({ startDate }) => startDate],
  ['Pickup time', ({ pickupTime }) => pickupTime],
  ['Pickup place', ({ pickupLocation }) => pickupLocation],
  ['Dropoff day', ({ endDate }) => endDate],
  ['Dropoff time', ({ dropoffTime }) => dropoffTime],
  ['Dropoff place', ({ dropoffLocation }) => dropoffLocation],
  ['Days', ({ totalDays }) => totalDays],
  ['Price a day (Ksh)', ({ pricePerDay }) => pricePerDay],
  ['Total (Ksh)', ({ finalAmount }) => finalAmount],
  ['Extra charges (Ksh)', ({ extraCharges }) => extraCharges],
  ['M-Pesa code', ({ paymentDetails }) => paymentDetails.transactionId],
  ['Cancelled because', ({ cancellationReason }) => cancellationReason],
  ['Booked at the counter by', ({ bookedBy }) => bookedBy],
  ['Booked at', ({ createdAt }) => createdAt],
]
