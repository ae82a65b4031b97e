import type { EntryUses } from '@twende/contract/content/catalogue.ts'
import type { Shelf } from '@twende/contract/content/catalogue-choices.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Db, refusedBy } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'

export type EntryRow = {
  id: string
  name: string
  description: string
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

type Rows = { table: string; has: RawBuilder<unknown>; of: RawBuilder<unknown> }

/** Where the entries of a shelf are kept, and what its table has. */
const kept: Readonly<Record<Shelf, Rows>> = {
  'car-categories': categories('vehicle'),
  'product-categories': categories('product'),
  services: {
    table: 'services',
    has: sql`name, description, null::uuid as town_id, picture_hash`,
    of: sql`true`,
  },
  locations: {
    table: 'locations',
    has: sql`name, '' as description, town_id, null::text as picture_hash`,
    of: sql`true`,
  },
  banners: {
    table: 'banners',
    has: sql`'' as name, '' as description, null::uuid as town_id, picture_hash`,
    of: sql`true`,
  },
}

function categories(kind: 'vehicle' | 'product'): Rows {
  return {
    table: 'categories',
    has: sql`name, '' as description, null::uuid as town_id, picture_hash`,
    of: sql`kind = ${kind}`,
  }
}

/** All entries of a shelf in their order, hidden ones too. */
export async function findEntries(db: Db, shelf: Shelf): Promise<EntryRow[]> {
  const { table, has, of } = kept[shelf]
  const { rows } = await sql<EntryRow>`
    select entry.id, entry.name, entry.description, entry.town_id, town.name as town,
      town.hidden_at is not null as town_hidden, entry.hidden_at, entry.updated_at,
      pictures.hash, pictures.width, pictures.height, pictures.placeholder
    from (select id, position, hidden_at, updated_at, ${has} from ${sql.table(table)} where ${of}) as entry
    left join locations as town on town.id = entry.town_id
    left join pictures on pictures.hash = entry.picture_hash
    order by entry.position, entry.name, entry.id
  `.execute(db)
  return rows
}

type Use = keyof EntryUses
type Counted = { id: string; use: Use; uses: number }

/** How many things refer to each entry, by its id. */
export async function countUses(db: Db, shelf: Shelf): Promise<Counted[]> {
  const counts = referring(shelf)
  if (counts.length === 0) return []
  const { rows } = await sql<Counted>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows
}

function referring(shelf: Shelf): RawBuilder<unknown>[] {
  const by = (table: string, column: string, use: Use) => sql`
    select ${sql.ref(column)} as id, ${sql.lit(use)} as use, count(*) as uses from ${sql.table(table)}
    where ${sql.ref(column)} is not null group by ${sql.ref(column)}`
  switch (shelf) {
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
        // A booking says what its places were called when it was made.
        sql`select locations.id, 'bookings' as use, sum(stays.bookings)::bigint as uses
          from (
            select lower(pickup_location) as pickup, lower(dropoff_location) as dropoff, count(*) as bookings
            from bookings where status in ('pending', 'confirmed', 'active') group by 1, 2
          ) as stays
          join locations on goes_by(locations.name, locations.former_names, stays.pickup)
            or goes_by(locations.name, locations.former_names, stays.dropoff)
          group by locations.id`,
      ]
    case 'services':
    case 'banners':
      return []
  }
}

/** Keeps a shelf as it is until the transaction ends; `toRemove` also keeps new things from referring to it. */
export async function lockShelf(tx: Db, shelf: Shelf, toRemove?: 'toRemove'): Promise<void> {
  const { table, of } = kept[shelf]
  const lock = toRemove ? sql`for update` : sql`for no key update`
  await sql`select from ${sql.table(table)} where ${of} order by id ${lock}`.execute(tx)
}

/** A new name is written into the words of everything that has it: ten seconds and more for tens of thousands of cars. */
export async function allowLongWrite(tx: Db): Promise<void> {
  await sql`set local statement_timeout = '120s'`.execute(tx)
}

export type EntryChange = {
  name?: string
  description?: string
  town_id?: string | null
  picture_hash?: string
  hidden_at?: Date | null
  updated_at: Date
}

export async function changeEntry(tx: Db, shelf: Shelf, id: string, change: EntryChange): Promise<void> {
  const set = Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(kept[shelf].table)} set ${sql.join(set)} where id = ${id}`
    .execute(tx)
    .catch(refuseTakenName)
}

export function refuseTakenName(error: unknown): never {
  const names = ['category_name_is_unique', 'location_name_is_unique', 'service_name_is_unique']
  if (names.includes(refusedBy(error) ?? '')) throw new AppError('entry_name_taken')
  throw error
}

/** Addresses with the old name go on finding the entry, unless something else is called that now. */
export async function keepFormerName(tx: Db, shelf: Shelf, id: string, name: string): Promise<void> {
  if (kept[shelf].table !== 'categories' && kept[shelf].table !== 'locations') return
  await sql`
    update ${sql.table(kept[shelf].table)} set former_names = array_append(array_remove(former_names, lower(name)), lower(name))
    where id = ${id} and lower(name) <> lower(${name})
  `.execute(tx)
}

/** A name means whatever has it now. */
export async function takeFormerName(tx: Db, shelf: Shelf, name: string): Promise<void> {
  const { table, of } = kept[shelf]
  if (table !== 'categories' && table !== 'locations') return
  await sql`
    update ${sql.table(table)} set former_names = array_remove(former_names, lower(${name}))
    where ${of} and lower(${name}) = any (former_names)
  `.execute(tx)
}

export async function orderEntries(tx: Db, shelf: Shelf, ids: readonly string[]): Promise<void> {
  await sql`
    update ${sql.table(kept[shelf].table)} as entry set position = place.position
    from unnest(${[...ids]}::uuid[]) with ordinality as place (id, position)
    where entry.id = place.id and entry.position <> place.position
  `.execute(tx)
}

export async function lastPosition(db: Db, shelf: Shelf): Promise<number> {
  const { table, of } = kept[shelf]
  const { rows } = await sql<{ last: number | null }>`
    select max(position) as last from ${sql.table(table)} where ${of}
  `.execute(db)
  return rows[0]?.last ?? 0
}

export async function deleteEntry(tx: Db, shelf: Shelf, id: string): Promise<void> {
  await sql`delete from ${sql.table(kept[shelf].table)} where id = ${id}`.execute(tx)
}
