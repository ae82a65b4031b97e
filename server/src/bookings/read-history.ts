import type { StaffBookingEvent } from '@twende/contract/bookings/booking.ts'
import type { Db } from '../db/database.ts'
import { addByTime, listMoneyEvents } from '../payments/money-history.ts'
import { listHistory } from './booking-history-store.ts'
import type { BookingRow } from './booking-read-store.ts'
import { findDepositOf } from './deposit/deposit-store.ts'
import { toBookingEvent } from './present-booking.ts'

/** The history of a booking, oldest event first, with the money of it and of its deposit that has no event of its own. */
export async function readHistory(
  db: Db,
  booking: BookingRow,
  reader: { isOwn?: boolean } = {},
): Promise<StaffBookingEvent[]> {
  const [stored, deposit] = await Promise.all([listHistory(db, booking.id), findDepositOf(db, booking.id)])
  const history: StaffBookingEvent[] = stored.map((event) => ({
    ...toBookingEvent(event, booking, reader),
    person: event.actor === 'staff' ? (event.person ?? '') : '',
  }))
  return addByTime(history, await listMoneyEvents(db, [booking.id, ...(deposit ? [deposit.id] : [])]))
}
