import type { CatalogItemUses, CatalogList } from '@twende/contract/content/catalog-choices.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Db, violatedConstraint } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'

export type ItemRow = {
  id: string
  name: string
  description: string
  translations: unknown
  town_id: string | null
  town: string | null
  town_hidden: boolean
  hidden_at: Date | null
  updated_at: Date
  hash: string | null
  width: number | null
  height: number | null
  placeholder: string | null
}

type Source = { table: string; columns: RawBuilder<unknown>; where: RawBuilder<unknown> }

/** The table that holds the items of each list, and its columns. */
const sources: Readonly<Record<CatalogList, Source>> = {
  'car-categories': categories('vehicle'),
  'product-categories': categories('product'),
  services: {
    table: 'services',
    columns: sql`name, description, translations, null::uuid as town_id, picture_hash`,
    where: sql`true`,
  },
  locations: {
    table: 'locations',
    columns: sql`name, '' as description, translations, town_id, null::text as picture_hash`,
    where: sql`true`,
  },
  banners: {
    table: 'banners',
    columns: sql`'' as name, '' as description, null::jsonb as translations, null::uuid as town_id, picture_hash`,
    where: sql`true`,
  },
}

function categories(kind: 'vehicle' | 'product'): Source {
  return {
    table: 'categories',
    columns: sql`name, '' as description, translations, null::uuid as town_id, picture_hash`,
    where: sql`kind = ${kind}`,
  }
}

/** All items of a list in their order, hidden ones included. */
export async function findItems(db: Db, list: CatalogList): Promise<ItemRow[]> {
  const { table, columns, where } = sources[list]
  const { rows } = await sql<ItemRow>`
    select item.id, item.name, item.description, item.translations, item.town_id, town.name as town,
      town.hidden_at is not null as town_hidden, item.hidden_at, item.updated_at,
      pictures.hash, pictures.width, pictures.height, pictures.placeholder
    from (select id, position, hidden_at, updated_at, ${columns} from ${sql.table(table)} where ${where}) as item
    left join locations as town on town.id = item.town_id
    left join pictures on pictures.hash = item.picture_hash
    order by item.position, item.name, item.id
  `.execute(db)
  return rows
}

type Use = keyof CatalogItemUses
type Counted = { id: string; use: Use; uses: number }

/** How many things refer to each item, by its id. */
export async function countUses(db: Db, list: CatalogList): Promise<Counted[]> {
  const counts = referring(list)
  if (counts.length === 0) return []
  const { rows } = await sql<Counted>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows
}

function referring(list: CatalogList): RawBuilder<unknown>[] {
  const by = (table: string, column: string, use: Use) => sql`
    select ${sql.ref(column)} as id, ${sql.lit(use)} as use, count(*) as uses from ${sql.table(table)}
    where ${sql.ref(column)} is not null group by ${sql.ref(column)}`
  switch (list) {
    case 'car-categories':
      return [
        by('cars', 'category_id', 'cars'),
        by('listings', 'category_id', 'listings'),
        by('listing_edits', 'category_id', 'listings'),
      ]
    case 'product-categories':
      return [by('products', 'category_id', 'products')]
    case 'locations':
      return [
        by('cars', 'location_id', 'cars'),
        by('listings', 'location_id', 'listings'),
        by('listing_edits', 'location_id', 'listings'),
        by('locations', 'town_id', 'points'),
        // A booking holds the names that its places had when it was made.
        sql`select locations.id, 'bookings' as use, sum(stays.bookings)::bigint as uses
          from (
            select lower(pickup_location) as pickup, lower(dropoff_location) as dropoff, count(*) as bookings
            from bookings where status in ('pending', 'confirmed', 'active') group by 1, 2
          ) as stays
          join locations on has_or_had_name(locations.name, locations.former_names, stays.pickup)
            or has_or_had_name(locations.name, locations.former_names, stays.dropoff)
          group by locations.id`,
      ]
    case 'services':
    case 'banners':
      return []
  }
}

/** Locks the rows of a list until the transaction ends; `toRemove` also prevents new references to them. */
export async function lockCatalogList(tx: Db, list: CatalogList, toRemove?: 'toRemove'): Promise<void> {
  const { table, where } = sources[list]
  const lock = toRemove ? sql`for update` : sql`for no key update`
  await sql`select from ${sql.table(table)} where ${where} order by id ${lock}`.execute(tx)
}

/** A new name is written into the search text of every car and product that has it, which takes seconds for thousands of them. */
export async function allowLongWrite(tx: Db): Promise<void> {
  await sql`set local statement_timeout = '120s'`.execute(tx)
}

export type ItemChange = {
  name?: string
  description?: string
  translations?: string
  town_id?: string | null
  picture_hash?: string
  hidden_at?: Date | null
  updated_at: Date
}

export async function updateItem(tx: Db, list: CatalogList, id: string, change: ItemChange): Promise<void> {
  const set = Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(sources[list].table)} set ${sql.join(set)} where id = ${id}`
    .execute(tx)
    .catch(refuseTakenName)
}

export function refuseTakenName(error: unknown): never {
  const names = ['category_name_is_unique', 'location_name_is_unique', 'service_name_is_unique']
  if (names.includes(violatedConstraint(error) ?? '')) throw new AppError('catalog_item_name_taken')
  throw error
}

/** Addresses with the old name still find the item, unless another item has that name now. */
export async function saveFormerName(tx: Db, list: CatalogList, id: string, name: string): Promise<void> {
  if (sources[list].table !== 'categories' && sources[list].table !== 'locations') return
  await sql`
    update ${sql.table(sources[list].table)} set former_names = array_append(array_remove(former_names, lower(name)), lower(name))
    where id = ${id} and lower(name) <> lower(${name})
  `.execute(tx)
}

/** A name finds the item that has it now, so it is removed from the former names of all others. */
export async function dropFormerName(tx: Db, list: CatalogList, name: string): Promise<void> {
  const { table, where } = sources[list]
  if (table !== 'categories' && table !== 'locations') return
  await sql`
    update ${sql.table(table)} set former_names = array_remove(former_names, lower(${name}))
    where ${where} and lower(${name}) = any (former_names)
  `.execute(tx)
}

export async function orderItems(tx: Db, list: CatalogList, ids: readonly string[]): Promise<void> {
  await sql`
    update ${sql.table(sources[list].table)} as item set position = place.position
    from unnest(${[...ids]}::uuid[]) with ordinality as place (id, position)
    where item.id = place.id and item.position <> place.position
  `.execute(tx)
}

export async function lastPosition(db: Db, list: CatalogList): Promise<number> {
  const { table, where } = sources[list]
  const { rows } = await sql<{ last: number | null }>`
    select max(position) as last from ${sql.table(table)} where ${where}
  `.execute(db)
  return rows[0]?.last ?? 0
}

export async function deleteItem(tx: Db, list: CatalogList, id: string): Promise<void> {
  await sql`delete from ${sql.table(sources[list].table)} where id = ${id}`.execute(tx)
}
