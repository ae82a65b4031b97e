import { EXTRA_KINDS, type ExtraKind } from '@twende/contract/prices/extra.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { type Db, violatedConstraint } from '../db/database.ts'
import { type FoundPage, findPage, inOrderOf, type PageRange } from '../db/list-page.ts'
import type { Tables } from '../db/tables.ts'
import { AppError } from '../http/app-error.ts'

type StoredExtra = Selectable<Tables['extras']>
export type ExtraRow = StoredExtra & { place: string | null; to_place: string | null }

/** The whole price list of extras. */
export async function findExtras(db: Db): Promise<ExtraRow[]> {
  return extrasInOrder(db).execute()
}

export async function findExtraPage(
  db: Db,
  { kind, ...range }: PageRange & { kind?: ExtraKind | undefined },
): Promise<FoundPage> {
  return findPage(db, {
    from: sql`extras`,
    where: kind ? sql`kind = ${kind}` : sql`true`,
    order: sql`array_position(${[...EXTRA_KINDS]}::text[], kind), km, created_at, id`,
    ...range,
  })
}

/** The extras of these ids, in their order. */
export async function findExtrasByIds(db: Db, ids: readonly string[]): Promise<ExtraRow[]> {
  if (ids.length === 0) return []
  return inOrderOf(
    ids,
    await selectExtras(db)
      .where('extras.id', 'in', [...ids])
      .execute(),
  )
}

export async function insertExtra(tx: Db, extra: Insertable<Tables['extras']>): Promise<void> {
  await tx.insertInto('extras').values(extra).execute().catch(refuseSecondOffer)
}

/** Makes changes of an extra wait for each other. */
export async function lockExtra(tx: Db, extraId: string): Promise<StoredExtra | undefined> {
  return tx.selectFrom('extras').selectAll().where('id', '=', extraId).forUpdate().executeTakeFirst()
}

export async function changeExtra(
  tx: Db,
  extraId: string,
  change: Updateable<Tables['extras']>,
): Promise<void> {
  await tx.updateTable('extras').set(change).where('id', '=', extraId).execute().catch(refuseSecondOffer)
}

/** Takes an extra from the price list; false when there is none. */
export async function deleteExtra(tx: Db, extraId: string): Promise<boolean> {
  const gone = await tx.deleteFrom('extras').where('id', '=', extraId).returning('id').executeTakeFirst()
  return gone !== undefined
}

function refuseSecondOffer(error: unknown): never {
  if (violatedConstraint(error) === 'extra_is_offered_once') throw new AppError('extra_offered_already')
  throw error
}

export function extrasInOrder(db: Db) {
  return selectExtras(db).orderBy('extras.km').orderBy('extras.id')
}

function selectExtras(db: Db) {
  return db
    .selectFrom('extras')
    .leftJoin('locations as place', 'place.id', 'extras.location_id')
    .leftJoin('locations as to_place', 'to_place.id', 'extras.to_location_id')
    .selectAll('extras')
    .select(['place.name as place', 'to_place.name as to_place'])
}
