import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { PictureRow } from './present-picture.ts'

/** Notes a picture whose master is kept; the same one twice is one row. */
export async function insertPicture(
  db: Db,
  picture: PictureRow,
  now: Date,
): Promise<{ isNew: boolean; savedAt: Date }> {
  const row = await db
    .insertInto('pictures')
    .values({ ...picture, created_at: now })
    // Kept again, it is as new: nobody who removes pictures shall take it from under whoever is about to show it.
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet({
        created_at: sql<Date>`greatest(excluded.created_at, pictures.created_at + interval '1 millisecond')`,
      }),
    )
    .returning(['created_at', sql<boolean>`xmax = 0`.as('is_new')])
    .executeTakeFirstOrThrow()
  return { isNew: row.is_new, savedAt: row.created_at }
}

export async function findPicture(db: Db, hash: string): Promise<PictureRow | undefined> {
  return db
    .selectFrom('pictures')
    .select(['hash', 'width', 'height', 'placeholder'])
    .where('hash', '=', hash)
    .executeTakeFirst()
}

export type PictureToPregenerate = { hash: string; pregenerated_rounds: number }

/** The picture whose next sizes are wanted first: those at the front of a car come before its others. */
export async function findNextToPregenerate(
  db: Db,
  rounds: number,
): Promise<PictureToPregenerate | undefined> {
  return db
    .selectFrom('pictures')
    .where('pregenerated_rounds', '<', sql.lit(rounds))
    .select(['hash', 'pregenerated_rounds'])
    .orderBy('pregenerated_rounds')
    .orderBy((eb) =>
      eb.fn.coalesce(
        eb
          .selectFrom('car_pictures')
          .whereRef('car_pictures.picture_hash', '=', 'pictures.hash')
          .select((of) => of.fn.min('car_pictures.position').as('position')),
        eb.lit(1),
      ),
    )
    .orderBy('created_at')
    .orderBy('hash')
    .limit(1)
    .executeTakeFirst()
}

export async function markRoundDone(
  db: Db,
  { hash, pregenerated_rounds }: PictureToPregenerate,
): Promise<void> {
  await db
    .updateTable('pictures')
    .set({ pregenerated_rounds: pregenerated_rounds + 1 })
    .where('hash', '=', hash)
    .where('pregenerated_rounds', '=', pregenerated_rounds)
    .execute()
}

const unused = sql<boolean>`not exists (select from car_pictures where picture_hash = pictures.hash)
  and not exists (select from listing_pictures where picture_hash = pictures.hash)
  and not exists (select from listing_edit_pictures where picture_hash = pictures.hash)
  and not exists (select from product_pictures where picture_hash = pictures.hash)
  and not exists (select from order_items where picture_hash = pictures.hash)
  and not exists (select from categories where picture_hash = pictures.hash)
  and not exists (select from services where picture_hash = pictures.hash)
  and not exists (select from banners where picture_hash = pictures.hash)`

/** Pictures kept before an hour that nothing shows. */
export async function findUnusedPictures(db: Db, before: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('pictures')
    .select('hash')
    .where('created_at', '<', before)
    .where(unused)
    .limit(most)
    .execute()
  return rows.map(({ hash }) => hash)
}

/** Forgets a picture unless something shows it by now. */
export async function deleteUnusedPicture(db: Db, hash: string, before: Date): Promise<boolean> {
  const gone = await db
    .deleteFrom('pictures')
    .where('hash', '=', hash)
    .where('created_at', '<', before)
    .where(unused)
    .returning('hash')
    .executeTakeFirst()
  return gone !== undefined
}

/** Forgets a picture that nothing shows, unless it was kept again since `keptAt`. */
export async function deleteNewUnusedPicture(db: Db, hash: string, savedAt: Date): Promise<boolean> {
  const gone = await db
    .deleteFrom('pictures')
    .where('hash', '=', hash)
    .where('created_at', '=', savedAt)
    .where(unused)
    .returning('hash')
    .executeTakeFirst()
  return gone !== undefined
}
