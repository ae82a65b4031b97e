import type { BookingActor, BookingEventCode } from '@twende/contract/bookings/booking-status.ts'
import { type EventFacts, eventFactsDocument } from '@twende/contract/bookings/change-record.ts'
import { showKsh } from '@twende/contract/money.ts'
import { sql } from 'kysely'
import { accountName } from '../db/account-name.ts'
import type { Db } from '../db/database.ts'
import type { LoweredRefund } from '../payments/payable.ts'

type HistoryEvent = {
  by: BookingActor
  now: Date
  event: BookingEventCode
  note?: string
  accountId?: string
  facts?: Partial<EventFacts>
}

const NO_FACTS: EventFacts = { amount: null, paidBy: null, returns: null }

/** The facts of an event as they are stored; null where it has none. */
export function writtenFacts(facts: Partial<EventFacts> | undefined): string | null {
  return facts ? eventFactsDocument.write({ ...NO_FACTS, ...facts }) : null
}

/** Adds an event to the history of each booking. */
export async function writeHistory(
  tx: Db,
  bookings: readonly { id: string; status: string }[],
  { by, now, event, note = '', accountId, facts }: HistoryEvent,
): Promise<void> {
  if (bookings.length === 0) return
  await tx
    .insertInto('booking_history')
    .values(
      bookings.map(({ id, status }) => ({
        booking_id: id,
        at: now,
        actor: by,
        account_id: accountId ?? null,
        event,
        status,
        note,
        facts: writtenFacts(facts),
      })),
    )
    .execute()
}

/** Less goes back for a booking or its deposit than its customer was told. */
export async function writeLoweredRefund(
  tx: Db,
  booking: { id: string; status: string },
  { before, amount, accountId, now }: LoweredRefund,
): Promise<void> {
  const by = accountId === null ? { by: 'payment' as const } : { by: 'staff' as const, accountId }
  const note = `${showKsh(before)} → ${showKsh(amount)}`
  await writeHistory(tx, [booking], { ...by, now, event: 'lowerRefund', note })
}

/** Whether a return was taken back later: what the booking stores is that of another return. */
export const isWithdrawn = sql<boolean>`(booking_history.event = 'takeBack' and exists (
  select from booking_history as later
  where later.booking_id = booking_history.booking_id and later.id > booking_history.id and later.event = 'undoReturn'
))`

/** How many returns of a booking were taken back. */
export async function countWithdrawnReturns(db: Db, bookingId: string): Promise<number> {
  const { count } = await db
    .selectFrom('booking_history')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('booking_id', '=', bookingId)
    .where('event', '=', 'undoReturn')
    .executeTakeFirstOrThrow()
  return count
}

export async function listHistory(db: Db, bookingId: string) {
  return db
    .selectFrom('booking_history')
    .leftJoin('accounts', 'accounts.id', 'booking_history.account_id')
    .select(['at', 'actor', 'event', 'note', 'facts', isWithdrawn.as('is_withdrawn')])
    .select(accountName<string | null>().as('person'))
    .where('booking_id', '=', bookingId)
    .orderBy('booking_history.id')
    .execute()
}

/** The event that ended a booking last, when that was, and what the booking was before; undefined where nothing ended it. */
export async function findEnd(db: Db, bookingId: string) {
  return db
    .selectFrom('booking_history as ended')
    .select([
      'ended.id',
      'ended.at',
      (eb) =>
        eb
          .selectFrom('booking_history as earlier')
          .select('earlier.status')
          .whereRef('earlier.booking_id', '=', 'ended.booking_id')
          .whereRef('earlier.id', '<', 'ended.id')
          .orderBy('earlier.id', 'desc')
          .limit(1)
          .as('before'),
    ])
    .where('ended.booking_id', '=', bookingId)
    .where('ended.event', 'in', ['cancel', 'noShow', 'completeUnrecorded', 'takeBack'])
    .orderBy('ended.id', 'desc')
    .executeTakeFirst()
}

type Review = {
  bookingId: string
  carId: string
  accountId: string
  rating: number
  comment: string
  now: Date
}

/** Keeps the one review of a booking; false when there is one already. */
export async function insertReview(tx: Db, review: Review): Promise<boolean> {
  const inserted = await tx
    .insertInto('reviews')
    .values({
      booking_id: review.bookingId,
      car_id: review.carId,
      account_id: review.accountId,
      rating: review.rating,
      comment: review.comment,
      reviewed_at: review.now,
    })
    .onConflict((conflict) => conflict.column('booking_id').doNothing())
    .returning('booking_id')
    .executeTakeFirst()
  return inserted !== undefined
}
