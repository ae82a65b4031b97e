import type { DeskBooking } from '@twende/contract/bookings/desk-booking.ts'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { AppDeps } from '../deps.ts'
import { type CsvCell, MOST_CSV_ROWS } from '../http/send-csv.ts'
import { type DeskSearch, findDeskBookingIds, findDeskBookingsOf } from './desk-store.ts'
import { toDeskBooking } from './read-desk.ts'

const AT_A_TIME = 500

type TableDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>
type Wish = Omit<DeskSearch, 'queue'> & { queue?: DeskSearch['queue'] | undefined }

/** The bookings that staff asked for as a table, read a few at a time. */
export function deskTable(deps: TableDeps, wish: Wish) {
  return {
    name: `bookings-${nairobiDay(deps.clock.now())}.csv`,
    head: columns.map(([title]) => title),
    parts: rowsOf(deps, wish),
  }
}

async function* rowsOf({ db, clock, config }: TableDeps, { queue = 'all', ...wish }: Wish) {
  const now = clock.now()
  const ids = await findDeskBookingIds(db, { ...wish, queue, limit: MOST_CSV_ROWS }, now)
  for (let at = 0; at < ids.length; at += AT_A_TIME) {
    const rows = await findDeskBookingsOf(db, ids.slice(at, at + AT_A_TIME))
    yield rows.map((row) => {
      const booking = toDeskBooking(row, now, config.publicUrl)
      return columns.map(([, cell]) => cell(booking))
    })
  }
}

const columns: readonly (readonly [title: string, cell: (booking: DeskBooking) => CsvCell])[] = [
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
