import type pg from 'pg'
import { type IndexedCatalog, type IndexedListing, ListingIndex } from './listing-index.ts'

/** An index, and what it has read: all that the snapshot of PostgreSQL sees. */
export type Filled = {
  index: ListingIndex
  snapshot: string
  /** When the database server started: after a restart or a failover, snapshots cannot be compared. */
  server: string
  readAt: number
}

export class IndexTooLarge extends Error {
  readonly listings: number

  constructor(listings: number) {
    super('the search index would be too large')
    this.listings = listings
  }
}

const BATCH = 1_000
/** Changes are kept for a day. */
const LONGEST_PAUSE_MS = 6 * 3_600_000
/** An estimate, so that an index that is much too large is not even begun. */
const LEAST_BYTES_PER_LISTING = 100

const COLUMNS = `listing_id::text, category_id::text, location_id::text, seats::text, transmission, fuel_type, price,
  mileage, year, (extract(epoch from live_at) * 1000000)::float8 as live_at,
  (extract(epoch from public_until) * 1000000)::float8 as public_until, available, search_text`

type Row = {
  listing_id: string
  category_id: string
  location_id: string
  seats: string
  transmission: string
  fuel_type: string
  price: number
  mileage: number
  year: number
  live_at: number
  public_until: number
  available: boolean
  search_text: string
}

/** Reads every public listing. Changes that are committed meanwhile are read by the first `pullChanges`. */
export async function fillIndex(client: pg.Client, maxBytes: number): Promise<Filled> {
  const startedAt = Date.now()
  const { rows } = await client.query<{
    snapshot: string
    server: string
    standby: boolean
    listings: number
  }>(
    `select pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as server,
       pg_is_in_recovery() as standby, (select count(*)::int from public_listings) as listings`,
  )
  const { snapshot = '', server = '', listings = 0, standby } = rows[0] ?? {}
  if (standby) throw new Error('The database is a standby, which may be behind.')
  if (listings * LEAST_BYTES_PER_LISTING > maxBytes) throw new IndexTooLarge(listings)
  const index = new ListingIndex(listings)
  index.setCatalog(await readCatalog(client))
  const words = await client.query<{ word: string }>('select word from listing_words')
  for (const { word } of words.rows) index.addKnownWord(word)
  await client.query('begin isolation level read committed read only')
  await client.query(`declare listings no scroll cursor for select ${COLUMNS} from public_listings`)
  for (;;) {
    const batch = await client.query<Row>(`fetch ${BATCH} from listings`)
    if (batch.rows.length > index.room) throw new Error('The listings grew faster than they were read.')
    index.append(batch.rows.map(toIndexed))
    if (index.size.bytes > maxBytes) throw new IndexTooLarge(listings)
    if (batch.rows.length < BATCH) break
  }
  await client.query('commit')
  index.sort()
  return { index, snapshot, server, readAt: startedAt }
}

type Change = {
  next: string
  server: string
  changed: string | null
  word: string | null
  is_catalog: boolean
} & {
  [Column in keyof Row]: Row[Column] | null
}

/** Brings an index to the state that is committed now. A restored backup may hold changes numbered in the future. */
export async function pullChanges(client: pg.Client, filled: Filled): Promise<void> {
  const { rows } = await client.query<Change>({
    name: 'pull',
    text: `with now as materialized (select pg_current_snapshot() as snapshot)
      select now.snapshot::text as next, pg_postmaster_start_time()::text as server, change.listing_id::text as changed,
        change.word, change.xid is not null and change.listing_id is null and change.word is null as is_catalog, listing.*
      from now
      left join listing_search_changes change
        on change.xid >= pg_snapshot_xmin($1::pg_snapshot) and change.xid < pg_snapshot_xmax(now.snapshot)
        and not pg_visible_in_snapshot(change.xid, $1::pg_snapshot)
      left join lateral (
        select ${COLUMNS} from public_listings where public_listings.listing_id = change.listing_id
      ) listing on true`,
    values: [filled.snapshot],
  })
  const [{ next = '', server = '' } = {}] = rows
  const now = Date.now()
  if (Math.abs(now - filled.readAt) > LONGEST_PAUSE_MS) throw new Error('Changes were not read for too long.')
  if (server !== filled.server) throw new Error('The database server was restarted.')
  if (rows.length > filled.index.room) throw new Error('More listings changed than the index has room for.')
  if (rows.some(({ is_catalog }) => is_catalog)) filled.index.setCatalog(await readCatalog(client))
  for (const { word } of rows) if (word !== null) filled.index.addKnownWord(word)
  const changes = new Map(
    rows.flatMap((row) =>
      row.changed === null ? [] : [[row.changed, isListing(row) ? toIndexed(row) : undefined]],
    ),
  )
  if (changes.size > 0) filled.index.change(changes)
  filled.snapshot = next
  filled.readAt = now
}

/** A change of a listing that is not public any more joins no row. */
function isListing(row: Change): row is Change & Row {
  return row.listing_id !== null
}

function toIndexed(row: Row): IndexedListing {
  return {
    id: row.listing_id,
    values: {
      category: row.category_id,
      seats: row.seats,
      transmission: row.transmission,
      fuel: row.fuel_type,
      location: row.location_id,
    },
    price: row.price,
    mileage: row.mileage,
    year: row.year,
    liveAt: row.live_at,
    publicUntil: row.public_until,
    available: row.available,
    searchText: row.search_text,
  }
}

async function readCatalog(client: pg.Client): Promise<IndexedCatalog> {
  const categories = await client.query<IndexedCatalog['categories'][number]>(
    `select id::text, name, lower(name) || former_names as names from categories where kind = 'vehicle'`,
  )
  const locations = await client.query<IndexedCatalog['locations'][number]>(
    `select id::text, name, lower(name) || former_names as names, town_id::text as "townId" from locations`,
  )
  return { categories: categories.rows, locations: locations.rows }
}
