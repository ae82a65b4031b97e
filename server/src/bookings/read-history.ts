import type { StaffBookingEvent } from '@twende/contract/bookings/booking.ts'
import { showKsh } from '@twende/contract/money.ts'
import { accountLabels } from '@twende/contract/payments/desk-payment.ts'
import { m } from '@twende/messages'
import type { Db } from '../db/database.ts'
import { listRefundHistory } from '../payments/refunds/list-refunds.ts'
import { listHistory } from './booking-history-store.ts'
import type { BookingRow } from './booking-read-store.ts'
import { findDepositOf } from './deposit/deposit-store.ts'
import { toBookingEvent } from './present-booking.ts'

type Refund = Awaited<ReturnType<typeof listRefundHistory>>[number]

/** The history of a booking, oldest event first, and what was owed back and sent of it and of its deposit. */
export async function readHistory(
  db: Db,
  booking: BookingRow,
  reader: { isOwn?: boolean } = {},
): Promise<StaffBookingEvent[]> {
  const [stored, deposit] = await Promise.all([listHistory(db, booking.id), findDepositOf(db, booking.id)])
  const history = stored.map((event) => ({
    ...toBookingEvent(event, booking, reader),
    person: event.actor === 'staff' ? (event.person ?? '') : '',
  }))
  const refunds = await listRefundHistory(db, [booking.id, ...(deposit ? [deposit.id] : [])])
  // Stored events stand in the order in which they were written; two clocks may have read other times.
  for (const event of refunds.flatMap(eventsOf))
    history.splice(history.findLastIndex(({ at }) => at <= event.at) + 1, 0, event)
  return history
}

function eventsOf(refund: Refund): StaffBookingEvent[] {
  const { amount, createdAt, sentAt, sentBy, method, movedTo, codes } = refund
  const owed: StaffBookingEvent = {
    at: createdAt.toISOString(),
    by: 'clock',
    event: 'oweRefund',
    what: m.booking_event_owe_refund(),
    note: showKsh(amount),
    person: '',
  }
  if (sentAt === null || method === null) return [owed]
  const isMoved = method === 'moved'
  const how = isMoved ? [movedTo ?? ''] : [accountLabels[method](), ...codes]
  const sent: StaffBookingEvent = {
    at: sentAt.toISOString(),
    by: 'staff',
    event: 'sendRefund',
    what: isMoved ? m.booking_event_move_refund() : m.booking_event_send_refund(),
    note: [showKsh(amount), ...how].join(' · '),
    person: sentBy ?? '',
  }
  return [owed, sent]
}
