import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from './database.ts'

/** What a person named; `kept` is the id of what the thing has already, which may stay though it is hidden. */
type Choice = { name: string; kept?: string | undefined }

/** The category of this name, now or formerly, that can be chosen. */
export async function findSelectableCategoryId(
  db: Db,
  { kind, name, kept }: Choice & { kind: 'vehicle' | 'product' },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('categories')
    .select('id')
    .where('kind', '=', kind)
    .where(matchesName('categories', name))
    .where((eb) => eb.or([eb('hidden_at', 'is', null), ...(kept ? [eb('id', '=', kept)] : [])]))
    .executeTakeFirst()
  return row?.id
}

/** The place of this name, now or formerly, that can be chosen: a pickup point as long as its town can. */
export async function findSelectableLocationId(db: Db, { name, kept }: Choice): Promise<string | undefined> {
  const row = await db
    .selectFrom('locations')
    .leftJoin('locations as town', 'town.id', 'locations.town_id')
    .select('locations.id')
    .where(matchesName('locations', name))
    .where((eb) =>
      eb.or([
        eb.and([eb('locations.hidden_at', 'is', null), eb('town.hidden_at', 'is', null)]),
        ...(kept ? [eb('locations.id', '=', kept)] : []),
      ]),
    )
    .executeTakeFirst()
  return row?.id
}

/** Whether a row of categories or locations, by its name in the query, goes by this name, or did before it was renamed. */
export function matchesName(table: string, name: string): RawBuilder<SqlBool> {
  const [now, before] = [sql.ref(`${table}.name`), sql.ref(`${table}.former_names`)]
  return sql`has_or_had_name(${now}, ${before}, ${name.toLowerCase()})`
}
