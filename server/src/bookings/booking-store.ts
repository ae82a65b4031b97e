import { bookedExtrasDocument, type ExtraLine } from '@twende/contract/bookings/booked-extras.ts'
import { customerDocument } from '@twende/contract/bookings/booking.ts'
import {
  type BookingActor,
  type BookingEventCode,
  type BookingMove,
  type BookingStatus,
  bookingMoves,
} from '@twende/contract/bookings/booking-status.ts'
import type { EventFacts } from '@twende/contract/bookings/change-record.ts'
import { type PriceSnapshot, priceSnapshotDocument } from '@twende/contract/bookings/price-snapshot.ts'
import { occupiedSpan, type RentalPeriod } from '@twende/contract/bookings/rental-period.ts'
import type { ShownPrice } from '@twende/contract/bookings/rental-price.ts'
import { nairobiInstant } from '@twende/contract/calendar-day.ts'
import type { PaymentStatus } from '@twende/contract/payments/payment.ts'
import { m } from '@twende/messages'
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { compiledForms, type GivenParams } from '../db/compiled-query.ts'
import { type Db, violatedConstraint } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { nextUpdatedAt } from '../db/transaction.ts'
import { AppError } from '../http/app-error.ts'
import { writeHistory, writtenFacts } from './booking-history-store.ts'
import { findBooking, isOwn } from './booking-read-store.ts'

export type StoredBooking = Selectable<Tables['bookings']>
export type BookingDraft = Omit<Insertable<Tables['bookings']>, 'reference'>

export const REFERENCE_TRIES = 5

type FirstEvent = Pick<Required<BookingChange>, 'by' | 'event' | 'accountId' | 'note'>

/**
 * Keeps a booking, with the deposit of its car and the first event of its history, under the first drawn reference that no
 * live booking has; refuses a car that is taken. All in one statement, because each round trip takes processor time.
 */
export async function insertBooking(
  tx: Db,
  booking: BookingDraft,
  { facts, ...first }: FirstEvent & { facts?: Partial<EventFacts> },
  drawReferences: () => readonly string[],
): Promise<StoredBooking> {
  for (let tried = 0; tried < REFERENCE_TRIES; tried += 1) {
    const made = { references: [...drawReferences()], depositId: uuidv7(), facts: writtenFacts(facts) }
    const row = { ...booking, ...first, ...made }
    const [inserted] = await newBooking(tx, row).catch(refuseTakenCar)
    if (inserted) return inserted
  }
  throw new Error('no booking reference is left')
}

type NewBooking = BookingDraft &
  FirstEvent & { references: string[]; depositId: string; facts: string | null }

const newBooking = compiledForms(
  (db, { references, depositId, by, event, accountId, note, facts, ...columns }: GivenParams<NewBooking>) =>
    db
      .with('booked', (cte) =>
        cte
          .insertInto('bookings')
          .values({
            ...columns,
            reference: firstFree(references),
          })
          .onConflict((conflict) =>
            // Written out, since PostgreSQL recognises the partial index by its very words only.
            conflict
              .column('reference')
              .where(sql<boolean>`status in ('pending', 'confirmed', 'active')`)
              .doNothing(),
          )
          .returningAll(),
      )
      // The deposit of its car as it is now; none where the car has none.
      .with(
        'with_deposit',
        () => sql<never>`(
          insert into deposits (id, booking_id, amount)
          select ${depositId}::uuid, booked.id, cars.deposit from booked join cars on cars.id = booked.car_id
          where cars.deposit > 0
        )`,
      )
      .with(
        'with_history',
        () => sql<never>`(
          insert into booking_history (booking_id, at, actor, account_id, event, status, note, facts)
          select id, created_at, ${by}::text, ${accountId}::uuid, ${event}::text, status, ${note}::text,
            ${facts}::jsonb
          from booked
        )`,
      )
      .selectFrom('booked')
      .selectAll(),
)

/**
 * The first of these references that no live booking has; the last of them when all are taken. Each is looked up in the
 * index: from `not exists`, PostgreSQL would make a join and read every live booking.
 */
export const firstFree = (references: RawBuilder<string[]>) => sql<string>`coalesce(
  (select reference from unnest(${references}::text[]) with ordinality as drawn (reference, position)
   where (select true from bookings where bookings.reference = drawn.reference
     and status in ('pending', 'confirmed', 'active') limit 1) is null
   order by position limit 1),
  (${references}::text[])[array_upper(${references}::text[], 1)])`

/** Lets others have the car of a booking that was just made, until it is paid. */
export async function setKeepsNoCar(tx: Db, bookingId: string): Promise<void> {
  await tx.updateTable('bookings').set({ keeps_car: false }).where('id', '=', bookingId).execute()
}

export function refuseTakenCar(error: unknown): never {
  if (violatedConstraint(error) === 'car_bookings_do_not_overlap') throw new AppError('car_taken')
  if (violatedConstraint(error) === 'car_that_is_out_is_not_given')
    throw new AppError('car_taken', { message: m.error_car_not_back() })
  if (violatedConstraint(error) === 'booked_car_is_in_the_fleet')
    throw new AppError('car_is_retired', { message: m.error_car_retired_of_booking() })
  if (violatedConstraint(error) === 'booking_is_within_cover') throw new AppError('car_not_covered')
  if (violatedConstraint(error) === 'child_seats_are_not_taken_twice') throw new AppError('child_seats_taken')
  if (violatedConstraint(error) === 'chauffeurs_are_not_taken_twice') throw new AppError('chauffeurs_taken')
  throw error
}

/** Refuses to hand over a car that is out with somebody else, or lost. */
function refuseCarThatIsOut(error: unknown): never {
  const constraint = violatedConstraint(error)
  if (constraint === 'car_has_one_rental_under_way' || constraint === 'car_that_is_out_is_not_given')
    throw new AppError('car_is_out')
  throw error
}

export type BookingChange = {
  bookingId: string
  move: BookingMove
  by: BookingActor
  now: Date
  /** Who did it, when it was a person. */
  accountId?: string
  /** Whose booking it must be. */
  ownedBy?: string
  /** What the history calls it, where that is not the move. */
  event?: BookingEventCode
  note?: string
  facts?: Partial<EventFacts>
  set?: Updateable<Tables['bookings']>
}

/** Makes a move of the status table in one guarded statement; undefined when the booking is not where it starts. */
export async function moveBooking(tx: Db, change: BookingChange): Promise<StoredBooking | undefined> {
  const { from, to, by } = bookingMoves[change.move]
  if (!by.some((actor) => actor === change.by)) throw new Error(`${change.by} may not ${change.move}`)
  let update = tx
    .updateTable('bookings')
    .set({ ...change.set, status: to, updated_at: change.now })
    .where('id', '=', change.bookingId)
    .where('status', 'in', [...from])
  if (change.ownedBy !== undefined) update = update.where(isOwn(change.ownedBy))
  const moved = await update.returningAll().executeTakeFirst()
  const event = change.event ?? eventOf(change.move)
  if (moved) await writeHistory(tx, [moved], { ...change, event })
  return moved
}

/** What the history calls a move: it makes no difference whether the rental of a return had ended before. */
function eventOf(move: BookingMove): BookingEventCode {
  if (move === 'takeBackLate') return 'takeBack'
  return move === 'undoLateReturn' ? 'undoReturn' : move
}

const RUNNING = ['confirmed', 'active', 'completed'] as const

/** Whether a booking runs, or ran, and was left to be paid. */
export async function isToBePaid(tx: Db, bookingId: string): Promise<boolean> {
  const booking = await tx
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', bookingId)
    .where('status', 'in', RUNNING)
    .where('payment_status', '=', 'pending')
    .executeTakeFirst()
  return booking !== undefined
}

/** Shows a running booking that was left to be paid as paid. */
export async function markPaid(tx: Db, bookingId: string, now: Date): Promise<void> {
  await showPaid(tx, bookingId, { from: 'pending', to: 'paid', now })
}

/** Shows a running booking as not paid: something was added to its price, and is owed. */
export async function markUnpaid(tx: Db, bookingId: string, now: Date): Promise<void> {
  await showPaid(tx, bookingId, { from: 'paid', to: 'pending', now })
}

type PaidStatus = 'pending' | 'paid'

async function showPaid(
  tx: Db,
  bookingId: string,
  { from, to, now }: { from: PaidStatus; to: PaidStatus; now: Date },
): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({ payment_status: to, updated_at: now })
    .where('id', '=', bookingId)
    .where('status', 'in', RUNNING)
    .where('payment_status', '=', from)
    .execute()
}

/** `paid`: what came for the booking in all; `amount`, `note`: what came last, and its code. */
export type PaidBooking = { bookingId: string; paid: number; amount: number; note: string; now: Date }

/** Marks a running booking that was left to be paid as paid by a payment, where what came covers its price. */
export async function markPaidByPayment(
  tx: Db,
  { bookingId, paid, amount, note, now }: PaidBooking,
): Promise<boolean> {
  const booking = await tx
    .updateTable('bookings')
    .set({ payment_status: 'paid', updated_at: now })
    .where('id', '=', bookingId)
    .where('status', 'in', RUNNING)
    .where('payment_status', '=', 'pending')
    .where('final_amount', '<=', paid)
    .returningAll()
    .executeTakeFirst()
  if (booking)
    await writeHistory(tx, [booking], { by: 'payment', now, event: 'pay', note, facts: { amount } })
  return booking !== undefined
}

type RentalChange = {
  bookingId: string
  period: RentalPeriod
  price: ShownPrice & { extras: ExtraLine[] }
  snapshot: PriceSnapshot
  /** The other car that it gets, with the documents that a booking keeps of its car. */
  car?: { id: string; snapshot: string; rentalTerms: string } | undefined
  /** The states in which it may be. */
  statuses: readonly ('confirmed' | 'active')[]
  /** When it was changed last, as the one who changes it saw it. */
  updatedAt: string
  now: Date
}

/** Moves a booking to another period or car at another price; undefined when it changed meanwhile. The database refuses a car that is taken. */
export async function updateRental(tx: Db, change: RentalChange): Promise<StoredBooking | undefined> {
  const { period, price, car, updatedAt } = change
  const { from, until } = occupiedSpan(period)
  return tx
    .updateTable('bookings')
    .set({
      start_date: period.startDate,
      end_date: period.endDate,
      pickup_time: period.pickupTime,
      dropoff_time: period.dropoffTime,
      starts_at: from,
      ends_at: nairobiInstant(period.endDate, period.dropoffTime),
      occupied_until: until,
      total_days: price.totalDays,
      total_amount: price.totalAmount,
      insurance_cost: price.insuranceCost,
      discount: price.discount,
      final_amount: price.finalAmount,
      price_snapshot: priceSnapshotDocument.write(change.snapshot),
      ...(car && {
        car_id: car.id,
        price_per_day: price.pricePerDay,
        car_snapshot: car.snapshot,
        rental_terms: car.rentalTerms,
      }),
      extras: price.extras.length === 0 ? null : bookedExtrasDocument.write({ lines: price.extras }),
      updated_at: nextUpdatedAt(new Date(updatedAt), change.now),
    })
    .where('id', '=', change.bookingId)
    .where('status', 'in', change.statuses)
    .where(sql<boolean>`date_trunc('milliseconds', updated_at) = ${updatedAt}::timestamptz`)
    .returningAll()
    .executeTakeFirst()
}

/** Confirms a pending booking that was paid; undefined when it is none, or when somebody else has its car. */
export async function confirmIfFree(tx: Db, change: BookingChange): Promise<StoredBooking | undefined> {
  const moved = await unlessRefused(tx, () => moveBooking(tx, change))
  return typeof moved === 'string' ? undefined : moved
}

/** Lets a constraint say no without ending the transaction around it; answers the constraint's name then. */
export async function unlessRefused<T>(tx: Db, write: () => Promise<T>): Promise<T | string> {
  await sql`savepoint before_write`.execute(tx)
  try {
    const written = await write()
    await sql`release savepoint before_write`.execute(tx)
    return written
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === undefined) throw error
    await sql`rollback to savepoint before_write`.execute(tx)
    return constraint
  }
}

/** Sets the payment status. A booking that was confirmed unpaid is pending until what it costs is paid. */
export async function setPaymentStatus(tx: Db, bookingId: string, status: PaymentStatus): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({ payment_status: status })
    .where('id', '=', bookingId)
    .where((eb) =>
      eb.or([eb('status', 'in', ['pending', 'cancelled']), eb('payment_status', '<>', 'pending')]),
    )
    .execute()
}

/** Makes the move, or says why not; a booking of somebody else is not found. */
export async function moveBookingOrThrow(tx: Db, change: BookingChange): Promise<StoredBooking> {
  // The car of a booking that did not keep it from others may be taken by now.
  const refuse = change.move === 'handOver' ? refuseCarThatIsOut : refuseTakenCar
  const moved = await moveBooking(tx, change).catch(refuse)
  if (moved) return moved
  const booking = await findBooking(tx, change.bookingId, change.ownedBy)
  throw new AppError(booking ? 'booking_wrong_state' : 'booking_not_found')
}

/** The account's first booking that still keeps a car. */
export async function findLiveBooking(tx: Db, accountId: string, now: Date) {
  return tx
    .selectFrom('bookings')
    .select(['reference', 'ends_at', sql<BookingStatus>`status`.as('status')])
    .where(isOwn(accountId))
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['confirmed', 'active']),
        eb.and([eb('status', '=', 'pending'), eb('hold_expires_at', '>', now)]),
      ]),
    )
    .orderBy('starts_at')
    .limit(1)
    .executeTakeFirst()
}

/** The account's rental whose car was out last, and when the car came back; where it is lost, when it was due. */
export async function findLastRental(tx: Db, accountId: string) {
  return tx
    .selectFrom('bookings')
    .select(['reference', (eb) => eb.fn.coalesce('returned_at', 'ends_at').as('over_at')])
    .where(isOwn(accountId))
    .where('handover', 'is not', null)
    .orderBy('over_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Takes the customer out of their bookings; cars, days and prices stay, as the records of money need them. */
export async function clearCustomerDetails(tx: Db, accountId: string): Promise<void> {
  const nobody = {
    firstName: 'Deleted',
    lastName: 'account',
    email: '',
    phone: '',
    licenseNumber: '',
    address: '',
  }
  await tx
    .updateTable('bookings')
    .set({
      customer_info: customerDocument.write(nobody),
      payer_phone: null,
      special_requests: '',
      driver_notes: '',
      delivery_address: '',
      collection_address: '',
      cancellation_reason: sql`case when cancelled_by = 'customer' then '' else cancellation_reason end`,
    })
    .where(isOwn(accountId))
    .execute()
}

type UnpaidConfirmationInput = {
  bookingId: string
  amount: number
  note: string
  accountId: string
  now: Date
}

/** Records who asks to confirm a booking without payment and locks that row; an earlier request is not changed. */
export async function requestUnpaidConfirmation(
  tx: Db,
  { bookingId, amount, note, accountId, now }: UnpaidConfirmationInput,
): Promise<Selectable<Tables['unpaid_confirmations']> & { isNew: boolean }> {
  const inserted = await tx
    .insertInto('unpaid_confirmations')
    .values({ booking_id: bookingId, amount, note, requested_by: accountId, requested_at: now })
    .onConflict((conflict) => conflict.column('booking_id').doNothing())
    .returning('booking_id')
    .executeTakeFirst()
  const request = await tx
    .selectFrom('unpaid_confirmations')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { ...request, isNew: inserted !== undefined }
}

/** Notes who confirmed it; the database refuses one person alone above the limit. */
export async function recordUnpaidConfirmation(
  tx: Db,
  { bookingId, amount, accountId, now }: { bookingId: string; amount: number; accountId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('unpaid_confirmations')
    .set({ amount, confirmed_by: accountId, confirmed_at: now })
    .where('booking_id', '=', bookingId)
    .execute()
}
