import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from './database.ts'

/** The name that a person chose; `currentId` is the item in use, which may stay selected although it is hidden. */
type Choice = { name: string; currentId?: string | undefined }

/** Finds a selectable category by its present or a former name. */
export async function findSelectableCategoryId(
  db: Db,
  { kind, name, currentId }: Choice & { kind: 'vehicle' | 'product' },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('categories')
    .select('id')
    .where('kind', '=', kind)
    .where(matchesName('categories', name))
    .where((eb) => eb.or([eb('hidden_at', 'is', null), ...(currentId ? [eb('id', '=', currentId)] : [])]))
    .executeTakeFirst()
  return row?.id
}

/** Finds a selectable location by its present or a former name; a pickup point of a hidden town is not selectable. */
export async function findSelectableLocationId(
  db: Db,
  { name, currentId }: Choice,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('locations')
    .leftJoin('locations as town', 'town.id', 'locations.town_id')
    .select('locations.id')
    .where(matchesName('locations', name))
    .where((eb) =>
      eb.or([
        eb.and([eb('locations.hidden_at', 'is', null), eb('town.hidden_at', 'is', null)]),
        ...(currentId ? [eb('locations.id', '=', currentId)] : []),
      ]),
    )
    .executeTakeFirst()
  return row?.id
}

/** Whether a row of categories or locations has or had this name; `table` is its name or alias in the query. */
export function matchesName(table: string, name: string): RawBuilder<SqlBool> {
  return matchesLowerCaseName(table, sql.val(name.toLowerCase()))
}

/** The same of a name in lower case that may be a parameter. */
export function matchesLowerCaseName(table: string, name: RawBuilder<string>): RawBuilder<SqlBool> {
  const [now, before] = [sql.ref(`${table}.name`), sql.ref(`${table}.former_names`)]
  return sql`has_or_had_name(${now}, ${before}, ${name})`
}
