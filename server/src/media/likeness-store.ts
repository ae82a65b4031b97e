import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type Likeness, MOST_CODE_BITS } from './picture-variants.ts'

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

/** The likenesses of these pictures, without those of even surfaces. */
export async function findLikenesses(
  db: Db,
  hashes: readonly string[],
): Promise<{ hash: string; fields: Buffer }[]> {
  if (hashes.length === 0) return []
  const rows = await db
    .selectFrom('picture_likenesses')
    .select(['picture_hash', 'fields'])
    .where('picture_hash', 'in', [...hashes])
    .execute()
  return rows.flatMap(({ picture_hash: hash, fields }) =>
    hash !== null && fields !== null ? [{ hash, fields }] : [],
  )
}

type Alike = { hash: string; fields: Buffer; asked: Buffer }

/** The code of the same picture as in a mirror: its four rows of four fields, of 15 bits each, are read from the right. */
const mirroredCode = sql.join(
  Array.from({ length: 16 }, (_, field) => {
    const mirrored = field - (field % 4) + 3 - (field % 4)
    return sql`substring(one.code from ${sql.lit(mirrored * 15 + 1)} for 15)`
  }),
  sql` || `,
)

/** Finds pictures that `among` selects and that look like one of these, or like its mirror image; each answer has both. */
export async function findAlike(
  db: Db,
  hashes: readonly string[],
  among: RawBuilder<unknown>,
): Promise<Alike[]> {
  if (hashes.length === 0) return []
  const { rows } = await sql<Alike>`
    select other.picture_hash as hash, other.fields, one.fields as asked
    from picture_likenesses one
    join picture_likenesses other
      on other.picture_hash in (${among}) and (
        bit_count(one.code # other.code) <= ${MOST_CODE_BITS}
        or bit_count((${mirroredCode}) # other.code) <= ${MOST_CODE_BITS}
      )
    where one.picture_hash in (${sql.join(hashes)})`.execute(db)
  return rows
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
