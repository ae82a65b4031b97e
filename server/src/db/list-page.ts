import type { Pagination } from '@twende/contract/text.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import { plannedForItsValues } from './database-client.ts'

/** A search in a list of staff counts and pages through at most this many matches. */
export const MAX_FOUND = 1_000

export type PageInput = { page?: number | undefined; limit?: number | undefined }
export type PageRange = { limit: number; offset: number }
/**
 * The keys of the rows of a page, and how many rows there are. Keys are found first so that joins are made for these rows
 * alone; a query that needs no joins may return whole rows as keys.
 */
export type FoundPage<Key = string> = {
  keys: Key[]
  total: number
  orMore?: boolean
  sum?: number | undefined
}

/** Reads one page of a list: `find` finds the keys of its rows and `read` reads the rows. */
export async function readPage<Key, Row>(
  { page = 1, limit }: PageInput,
  list: {
    /** Rows of a page where the request names no `limit`. */
    size: number
    find: (range: PageRange) => Promise<FoundPage<Key>>
    /** Not called for an empty page. */
    read: (keys: Key[]) => Promise<Row[]> | Row[]
  },
): Promise<{ data: Row[]; pagination: Pagination }> {
  const length = limit ?? list.size
  const { keys, total, orMore, sum } = await list.find({ limit: length, offset: (page - 1) * length })
  const pages = Math.ceil(total / length)
  return {
    data: keys.length === 0 ? [] : await list.read(keys),
    pagination: {
      page,
      limit: length,
      total,
      pages,
      ...(orMore ? { orMore } : sum !== undefined && { sum }),
    },
  }
}

/** Reads one part of a log, newest first: `find` finds the entries before the cursor, and `next` is the next cursor. */
export async function readLog<Row extends { id: number }>(
  { limit }: { limit?: number | undefined },
  { size, find }: { size: number; find: (limit: number) => Promise<Row[]> },
): Promise<{ rows: Row[]; next: number | null }> {
  const length = limit ?? size
  const found = await find(length + 1)
  const rows = found.slice(0, length)
  return { rows, next: found.length > length ? (rows.at(-1)?.id ?? null) : null }
}

/** The statement that adds up the shillings of the rows with these ids. */
export type SumOf = (ids: RawBuilder<unknown>) => RawBuilder<unknown>

type Query = PageRange & { order: RawBuilder<unknown>; sumOf?: SumOf | undefined }

/** Finds one page of a table by one condition. */
export async function findPage(
  db: Db,
  {
    from,
    where,
    order,
    limit,
    offset,
    sumOf,
  }: Query & { from: RawBuilder<unknown>; where: RawBuilder<unknown> },
): Promise<FoundPage> {
  const [{ rows }, counted] = await Promise.all([
    sql<{ key: string }>`
      ${plannedForItsValues} select id::text as key from ${from} where ${where}
      order by ${order} limit ${limit}::int offset ${offset}::int`.execute(db),
    sql<{ total: number; sum: number | null }>`
      ${plannedForItsValues} select count(*) as total, ${summed(sumOf, sql`select id from ${from} where ${where}`)} as sum
      from ${from} where ${where}`.execute(db),
  ])
  const { total = 0, sum } = counted.rows[0] ?? {}
  return { keys: rows.map(({ key }) => key), total, ...(sumOf && { sum: sum ?? 0 }) }
}

/**
 * Finds one page of the rows that match any of several queries. Each query selects the same columns, `id` among them, and
 * reads at most the first thousand rows in the order of the list. Separate queries can each use an index; one condition
 * with "or" cannot.
 */
export async function findSearchPage(
  db: Db,
  queries: readonly RawBuilder<unknown>[],
  { order, limit, offset, sumOf }: Query,
): Promise<FoundPage> {
  // An export asks for more rows than a page.
  const most = Math.max(MAX_FOUND, limit)
  const first = queries.map((query) => sql`(${query} order by ${order} limit ${most + 1}::int)`)
  const { rows } = await sql<{ keys: string[]; found: number; sum: number | null }>`
    ${plannedForItsValues} with found as materialized (${sql.join(first, sql` union `)})
    select (select count(*) from found)::int as found, ${summed(sumOf, sql`select id from found`)} as sum, array(
      select id::text as key from found order by ${order}
      limit ${Math.max(0, Math.min(limit, most - offset))}::int offset ${offset}::int
    ) as keys`.execute(db)
  const { keys = [], found = 0, sum } = rows[0] ?? {}
  return { keys, total: Math.min(found, most), orMore: found > most, ...(sumOf && { sum: sum ?? 0 }) }
}

const summed = (sumOf: SumOf | undefined, ids: RawBuilder<unknown>) =>
  sumOf ? sql`(${sumOf(ids)})::bigint` : sql`null::bigint`

/** Rows in the order of their ids. */
export function inOrderOf<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
