import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type PrivateFileRow = Selectable<Tables['private_files']>

export async function insertPrivateFiles(db: Db, files: readonly PrivateFileRow[]): Promise<void> {
  if (files.length > 0) await db.insertInto('private_files').values(files).execute()
}

export async function findEveryPrivateFile(db: Db): Promise<PrivateFileRow[]> {
  return db.selectFrom('private_files').selectAll().execute()
}

/** The files that are not to be deleted by now, in the order of `ids`. */
export async function selectPrivateFiles(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<PrivateFileRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('private_files')
    .selectAll()
    .where('id', 'in', ids)
    .where((eb) => eb.or([eb('delete_after', 'is', null), eb('delete_after', '>', now)]))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Returns how many of the files were still there. */
export async function setDeleteAfter(
  db: Db,
  ids: readonly string[],
  deleteAfter: Date | null,
  now: Date,
): Promise<number> {
  if (ids.length === 0) return 0
  const updated = await db
    .updateTable('private_files')
    .set({ delete_after: deleteAfter })
    .where('id', 'in', ids)
    .where((eb) => eb.or([eb('delete_after', 'is', null), eb('delete_after', '>', now)]))
    .executeTakeFirst()
  return Number(updated.numUpdatedRows)
}

export async function findFilesToDelete(db: Db, now: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('private_files')
    .select('id')
    .where('delete_after', '<=', now)
    .orderBy('delete_after')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deletePrivateFileRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('private_files').where('id', '=', id).execute()
}

/** How many files each key encrypted, by key id. */
export async function countFilesByKey(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('private_files')
    .select((eb) => ['key_id', eb.fn.countAll<string>().as('count')])
    .groupBy('key_id')
    .execute()
  return new Map(rows.map(({ key_id, count }) => [key_id, Number(count)]))
}

export type LikenessReading = Pick<
  Selectable<Tables['likeness_reading']>,
  'after_file' | 'read_count' | 'failed_count' | 'tries'
>

/** How far the work on old photos went. */
export async function findReading(db: Db): Promise<LikenessReading> {
  return db
    .selectFrom('likeness_reading')
    .select(['after_file', 'read_count', 'failed_count', 'tries'])
    .executeTakeFirstOrThrow()
}

/** Photos after this one of which nobody knows what they look like, in the order of time. */
export async function findPhotosWithoutLikeness(
  db: Db,
  after: string | null,
  now: Date,
  most: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('private_files')
    .select('id')
    .where('media_type', '=', 'image/webp')
    .where((eb) => eb.or([eb('delete_after', 'is', null), eb('delete_after', '>', now)]))
    .where(sql<boolean>`not exists (select from picture_likenesses where file_id = private_files.id)`)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** One photo further; undefined where another process was faster. */
export async function advanceReading(
  tx: Db,
  { after_file }: LikenessReading,
  { fileId, isRead }: { fileId: string; isRead: boolean },
): Promise<LikenessReading | undefined> {
  return tx
    .updateTable('likeness_reading')
    .set((eb) => ({
      after_file: fileId,
      tries: 0,
      ...(isRead ? { read_count: eb('read_count', '+', 1) } : { failed_count: eb('failed_count', '+', 1) }),
    }))
    .where('after_file', 'is not distinct from', after_file)
    .returning(['after_file', 'read_count', 'failed_count', 'tries'])
    .executeTakeFirst()
}

const SETTLED_MS = 3_600_000

/** Passes the files that are older than an hour, none of which lacks a likeness. */
export async function passNewPhotos(db: Db, { after_file }: LikenessReading, now: Date): Promise<void> {
  const last = await db
    .selectFrom('private_files')
    .select('id')
    .where('created_at', '<', new Date(now.getTime() - SETTLED_MS))
    .$if(after_file !== null, (query) => query.where('id', '>', after_file))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last)
    await db
      .updateTable('likeness_reading')
      .set({ after_file: last.id })
      .where('after_file', 'is not distinct from', after_file)
      .execute()
}

/** The next photo could not be read this time. */
export async function countTry(db: Db, { after_file }: LikenessReading): Promise<void> {
  await db
    .updateTable('likeness_reading')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('after_file', 'is not distinct from', after_file)
    .execute()
}
