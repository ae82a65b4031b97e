import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type KeptCar = Selectable<Tables['cars']>
export type CarChange = Updateable<Tables['cars']>

/** A car as it stands, retired or not, which nobody books or changes until the transaction ends. */
export async function lockCarToChange(tx: Db, carId: string): Promise<KeptCar | undefined> {
  return tx.selectFrom('cars').selectAll().where('id', '=', carId).forNoKeyUpdate().executeTakeFirst()
}

export async function changeCar(tx: Db, carId: string, change: CarChange): Promise<void> {
  await tx.updateTable('cars').set(change).where('id', '=', carId).execute()
}

export async function findCarPictureHashes(db: Db, carId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('car_pictures')
    .select('picture_hash')
    .where('car_id', '=', carId)
    .orderBy('position')
    .execute()
  return rows.map(({ picture_hash }) => picture_hash)
}

export async function replaceCarPictures(tx: Db, carId: string, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('car_pictures').where('car_id', '=', carId).execute()
  const rows = hashes.map((picture_hash, position) => ({ car_id: carId, position, picture_hash }))
  if (rows.length > 0) await tx.insertInto('car_pictures').values(rows).execute()
}

/** How many bookings of the car are not over; holds that ran out are none. */
export async function countLiveBookings(db: Db, carId: string, now: Date): Promise<number> {
  const { live } = await db
    .selectFrom('bookings')
    .where('car_id', '=', carId)
    .where('status', 'in', ['pending', 'confirmed', 'active'])
    .where(sql<boolean>`(status = 'pending' and hold_expires_at <= ${now}) is not true`)
    .select(sql<number>`count(*)`.as('live'))
    .executeTakeFirstOrThrow()
  return live
}
