import { sql } from 'kysely'
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

export type PictureToDraw = { hash: string; rounds_drawn: number }

/** The picture whose next sizes are wanted first: those at the front of a car come before its others. */
export async function nextToDraw(db: Db, rounds: number): Promise<PictureToDraw | undefined> {
  return db
    .selectFrom('pictures')
    .where('rounds_drawn', '<', sql.lit(rounds))
    .select(['hash', 'rounds_drawn'])
    .orderBy('rounds_drawn')
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

export async function markRoundDrawn(db: Db, { hash, rounds_drawn }: PictureToDraw): Promise<void> {
  await db
    .updateTable('pictures')
    .set({ rounds_drawn: rounds_drawn + 1 })
    .where('hash', '=', hash)
    .where('rounds_drawn', '=', rounds_drawn)
    .execute()
}
