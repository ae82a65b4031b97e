import type { Db } from '../db/database.ts'
import type { PictureRow } from './present-picture.ts'

/** Notes a picture whose master is kept; the same one twice is one row. */
export async function insertPicture(db: Db, picture: PictureRow, now: Date): Promise<void> {
  await db
    .insertInto('pictures')
    .values({ ...picture, created_at: now })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}

export async function findPicture(db: Db, hash: string): Promise<PictureRow | undefined> {
  return db
    .selectFrom('pictures')
    .select(['hash', 'width', 'height', 'placeholder'])
    .where('hash', '=', hash)
    .executeTakeFirst()
}

/** All pictures, those that pages show first coming first. */
export async function pictureHashes(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('pictures')
    .leftJoin('car_pictures', 'car_pictures.picture_hash', 'pictures.hash')
    .select('pictures.hash')
    .groupBy('pictures.hash')
    .orderBy((eb) => eb.fn.coalesce(eb.fn.min('car_pictures.position'), eb.lit(1)))
    .orderBy('pictures.created_at')
    .orderBy('pictures.hash')
    .execute()
  return rows.map((row) => row.hash)
}
