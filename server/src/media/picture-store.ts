import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { PictureRow } from './present-picture.ts'

/** Inserts a picture whose master file is stored; saving the same picture again renews its row. */
export async function insertPicture(
  db: Db,
  picture: PictureRow,
  now: Date,
): Promise<{ isNew: boolean; savedAt: Date }> {
  const row = await db
    .insertInto('pictures')
    .values({ ...picture, created_at: now })
    // The new time protects the picture from being deleted as unused before it is referred to.
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

export async function findEveryHash(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('pictures').select('hash').orderBy('hash').execute()
  return rows.map(({ hash }) => hash)
}

export type PictureToPregenerate = { hash: string; pregenerated_rounds: number }

/** The next picture to pregenerate variants for: first pictures of cars come before others. */
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
  and not exists (select from reported_pictures where picture_hash = pictures.hash)
  and not exists (select from product_pictures where picture_hash = pictures.hash)
  and not exists (select from order_items where picture_hash = pictures.hash)
  and not exists (select from categories where picture_hash = pictures.hash)
  and not exists (select from services where picture_hash = pictures.hash)
  and not exists (select from banners where picture_hash = pictures.hash)`

/** Pictures that were saved before `before` and that nothing refers to. */
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

/** Deletes a picture unless something refers to it by now. */
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

/** Deletes a picture that nothing refers to, unless it was saved again after `savedAt`. */
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
