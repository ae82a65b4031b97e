import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { isSameLikeness, type Likeness, MOST_CODE_BITS } from './likeness.ts'

/** A public picture or a private photo. */
export type Pictured = { hash: string } | { fileId: string }

/** Stores what a picture looks like; null of an even surface. */
export async function insertLikeness(db: Db, of: Pictured, likeness: Likeness | null): Promise<void> {
  await db
    .insertInto('picture_likenesses')
    .values({
      ...('hash' in of ? { picture_hash: of.hash } : { file_id: of.fileId }),
      fields: likeness?.fields ?? null,
      code: likeness?.code ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type Found = { key: string; fields: Buffer }

/** The likenesses of these pictures, without those of even surfaces. */
export async function findLikenesses(db: Db, hashes: readonly string[]): Promise<Found[]> {
  if (hashes.length === 0) return []
  const rows = await db
    .selectFrom('picture_likenesses')
    .select(['picture_hash', 'fields'])
    .where('picture_hash', 'in', [...hashes])
    .execute()
  return rows.flatMap(({ picture_hash, fields }) =>
    picture_hash !== null && fields !== null ? [{ key: picture_hash, fields }] : [],
  )
}

/** Pairs of these pictures that are one picture. */
export async function findSamePairs(db: Db, hashes: readonly string[]): Promise<[string, string][]> {
  const found = await findLikenesses(db, hashes)
  return found.flatMap((one, at) =>
    found
      .slice(at + 1)
      .filter((other) => isSameLikeness(one.fields, other.fields))
      .map((other): [string, string] => [one.key, other.key]),
  )
}

/** Of the pictures that `among` selects (a query of one column, the hash), those that are one with any of these. */
export async function findSamePictures(
  db: Db,
  hashes: readonly string[],
  among: RawBuilder<unknown>,
): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const { rows } = await sql<{ hash: string; fields: Buffer; asked: Buffer }>`
    select other.picture_hash as hash, other.fields, one.fields as asked
    from picture_likenesses one
    join picture_likenesses other
      on other.picture_hash in (${among}) and bit_count(one.code # other.code) <= ${MOST_CODE_BITS}
    where one.picture_hash in (${sql.join(hashes)})`.execute(db)
  return new Set(rows.filter(({ fields, asked }) => isSameLikeness(fields, asked)).map(({ hash }) => hash))
}

/** The likenesses of private photos, by file; null of even surfaces. */
export async function findLikenessesOfFiles(
  db: Db,
  fileIds: readonly string[],
): Promise<Map<string, Buffer>> {
  if (fileIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('picture_likenesses')
    .select(['file_id', 'fields'])
    .where('file_id', 'in', [...fileIds])
    .execute()
  return new Map(
    rows.flatMap(({ file_id, fields }) => (file_id !== null && fields !== null ? [[file_id, fields]] : [])),
  )
}

/** Public pictures that nothing is known of, which were stored before likenesses were. */
export async function findUnread(db: Db, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('pictures')
    .select('hash')
    .where(sql<boolean>`not exists (select from picture_likenesses where picture_hash = pictures.hash)`)
    .limit(most)
    .execute()
  return rows.map(({ hash }) => hash)
}
