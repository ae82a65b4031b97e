import { BookingStatus } from '@twende/contract/bookings/booking-status.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** What is asked of a booking before its customer's phone is. */
export type BookingToPay = {
  accountId: string
  status: BookingStatus
  amount: number
  holdExpiresAt: Date | null
  /** It was given up because nobody paid in time. */
  ranOut: boolean
  /** It keeps no car, and somebody else has the car by now. */
  isLost: boolean
}

/** The booking to be paid for; with `lock`, nobody changes it until the transaction ends. */
export async function findBookingToPay(
  db: Db,
  bookingId: string,
  { lock = false } = {},
): Promise<BookingToPay | undefined> {
  const query = db
    .selectFrom('bookings')
    .select(['account_id', 'status', 'final_amount', 'hold_expires_at', 'cancelled_by'])
    .select(
      sql<boolean>`status = 'pending' and not keeps_car and exists (
        select from car_calendar where car_calendar.car_id = bookings.car_id
          and car_calendar.taken && tstzrange(bookings.starts_at, bookings.occupied_until)
      )`.as('isLost'),
    )
    .where('id', '=', bookingId)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return (
    row && {
      accountId: row.account_id,
      status: BookingStatus.parse(row.status),
      amount: row.final_amount,
      holdExpiresAt: row.hold_expires_at,
      ranOut: row.cancelled_by === 'clock',
      isLost: row.isLost,
    }
  )
}
