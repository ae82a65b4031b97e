import type { PlaceInTown } from '@twende/contract/bookings/price-of-extras.ts'
import { type Selectable, type SqlBool, sql } from 'kysely'
import { compiledQuery, type Params } from '../db/compiled-query.ts'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { refuseTakenCar } from './booking-store.ts'

export type LockedCar = { price_per_day: number; available: boolean; retired_at: Date | null }

/** Makes rivals for a car wait for each other, and tells how the car stands then. */
export async function lockCar(tx: Db, carId: string): Promise<LockedCar | undefined> {
  return tx
    .selectFrom('cars')
    .select(['price_per_day', 'available', 'retired_at'])
    .where('id', '=', carId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The same for a new booking, and whether holds of the car were not paid in time. */
export async function lockCarToBook(
  tx: Db,
  carId: string,
  now: Date,
): Promise<(LockedCar & { has_expired_holds: boolean }) | undefined> {
  const [car] = await lockedCarToBook(tx, { carId, now })
  return car
}

const lockedCarToBook = compiledQuery((db, params: Params<{ carId: string; now: Date }>) =>
  db
    .selectFrom('cars')
    .select(['price_per_day', 'available', 'retired_at'])
    // Seen as before the wait for the lock, which misses none: a hold that is made meanwhile does not expire before `now`.
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('bookings')
            .select('id')
            .whereRef('car_id', '=', 'cars.id')
            // Written out, so that a prepared plan can use the partial index.
            .where('status', '=', sql.lit('pending'))
            .where('hold_expires_at', '<=', params.now),
        )
        .$castTo<boolean>()
        .as('has_expired_holds'),
    )
    .where('id', '=', params.carId)
    .forNoKeyUpdate(),
)

/** The same for several cars, always in the order of their ids, so that rivals for the same two do not deadlock. */
export async function lockCars(tx: Db, carIds: readonly string[]): Promise<Map<string, LockedCar>> {
  const rows = await tx
    .selectFrom('cars')
    .select(['id', 'price_per_day', 'available', 'retired_at'])
    .where('id', 'in', carIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map(({ id, ...car }) => [id, car]))
}

/** Whether a car is out in some rental. */
export async function isUnderWay(db: Db, carId: string): Promise<boolean> {
  const rental = db
    .selectFrom('bookings')
    .select('id')
    .where('car_id', '=', carId)
    .where('status', '=', 'active')
  return (await rental.executeTakeFirst()) !== undefined
}

/** Whether the car left with another customer after an event of the history of bookings. */
export async function wasHandedOverSince(
  db: Db,
  { carId, bookingId, event }: { carId: string; bookingId: string; event: number },
): Promise<boolean> {
  const later = await db
    .selectFrom('booking_history')
    .innerJoin('bookings', 'bookings.id', 'booking_history.booking_id')
    .select('bookings.id')
    .where('bookings.car_id', '=', carId)
    .where('bookings.id', '<>', bookingId)
    .where('booking_history.event', '=', 'handOver')
    .where('booking_history.id', '>', event)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

export async function carOfBooking(db: Db, bookingId: string): Promise<string | undefined> {
  const row = await db.selectFrom('bookings').select('car_id').where('id', '=', bookingId).executeTakeFirst()
  return row?.car_id
}

/** Those of the names that are places that we offer, by name. */
export async function findOfferedPlaces(
  db: Db,
  chosen: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, PlaceInTown>> {
  const names = chosen.filter((name) => name !== undefined)
  if (names.length === 0) return new Map()
  const rows = await offeredPlaces(db, { names })
  return new Map(rows.map(({ name, town }) => [name, { name, town: town ?? name }]))
}

const offeredPlaces = compiledQuery((db, params: Params<{ names: string[] }>) =>
  db
    .selectFrom('locations')
    .leftJoin('locations as town', 'town.id', 'locations.town_id')
    .select(['locations.name', 'town.name as town'])
    .where(sql<SqlBool>`locations.name = any(${params.names})`)
    .where('locations.hidden_at', 'is', null)
    .where('town.hidden_at', 'is', null),
)

/** How many child seats and chauffeurs bookings have at once within a span, and rentals that are late. */
export async function countExtrasTaken(db: Db, { from, until }: { from: Date; until: Date }, now: Date) {
  const span = sql`tstzrange(${from}, ${until})`
  const { rows } = await sql<{ seats: number; chauffeurs: number }>`
    select most_child_seats_taken(${span}, ${now}::timestamptz) as seats,
      most_chauffeurs_taken(${span}, ${now}::timestamptz) as chauffeurs`.execute(db)
  return rows[0] ?? { seats: 0, chauffeurs: 0 }
}

type Block = {
  id: string
  carId: string
  from: Date
  until: Date
  reason: string
  /** The calendar of another program that it came from. */
  importId?: string
  createdBy: string | null
  now: Date
}

/** Keeps a car off the road; refuses when it is taken. */
export async function insertBlock(tx: Db, block: Block): Promise<void> {
  await tx
    .insertInto('car_blocks')
    .values({
      id: block.id,
      car_id: block.carId,
      starts_at: block.from,
      ends_at: block.until,
      reason: block.reason,
      import_id: block.importId ?? null,
      created_by: block.createdBy,
      created_at: block.now,
    })
    .execute()
    .catch(refuseTakenCar)
}

/** Takes a block away; false when there is none. Its place in the calendar goes with it. */
export async function deleteBlock(tx: Db, blockId: string): Promise<boolean> {
  const gone = await tx.deleteFrom('car_blocks').where('id', '=', blockId).returning('id').executeTakeFirst()
  return gone !== undefined
}

export async function isImportedBlock(tx: Db, blockId: string): Promise<boolean> {
  const block = tx.selectFrom('car_blocks').select('import_id').where('id', '=', blockId)
  return ((await block.executeTakeFirst())?.import_id ?? null) !== null
}

type Loss = { bookingId: string; reason: string; accountId: string; now: Date }

type LossRow = Selectable<Tables['car_losses']>

/** Records who asks to declare the car of a booking lost and locks that row; an earlier request is not changed. */
export async function requestLoss(
  tx: Db,
  { bookingId, reason, accountId, now }: Loss,
): Promise<LossRow & { isNew: boolean }> {
  const inserted = await tx
    .insertInto('car_losses')
    .values({ booking_id: bookingId, reason, requested_by: accountId, requested_at: now })
    .onConflict((conflict) => conflict.column('booking_id').where('withdrawn_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  const loss = await lockLoss(tx, bookingId)
  if (!loss) throw new Error('the loss that was asked for is not there')
  return { ...loss, isNew: inserted !== undefined }
}

/** The loss of the car of a booking, or who asked for it, locked; undefined where there is none, or where it was withdrawn. */
export async function lockLoss(tx: Db, bookingId: string): Promise<LossRow | undefined> {
  return tx
    .selectFrom('car_losses')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('withdrawn_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Records who asks to withdraw a loss. */
export async function requestWithdrawalOfLoss(
  tx: Db,
  { id, reason, accountId, now }: Omit<Loss, 'bookingId'> & Pick<LossRow, 'id'>,
): Promise<void> {
  await tx
    .updateTable('car_losses')
    .set({ withdrawal_reason: reason, withdrawal_requested_by: accountId, withdrawal_requested_at: now })
    .where('id', '=', id)
    .execute()
}

/** Withdraws a loss that somebody asked to withdraw; the database refuses the one who asked, where two declared it. */
export async function setLossWithdrawn(
  tx: Db,
  { id, accountId, now }: { id: number; accountId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('car_losses')
    .set({ withdrawn_by: accountId, withdrawn_at: now })
    .where('id', '=', id)
    .execute()
}

/** Notes who agreed; the database refuses the one who asked. */
export async function confirmLoss(
  tx: Db,
  { bookingId, accountId, now }: Omit<Loss, 'reason'>,
): Promise<void> {
  await tx
    .updateTable('car_losses')
    .set({ confirmed_by: accountId, confirmed_at: now })
    .where('booking_id', '=', bookingId)
    .where('withdrawn_at', 'is', null)
    .execute()
}
