import type { Pagination } from '@twende/contract/text.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Db, plannedForItsValues } from './database.ts'

/** The most matches of a search that a list of staff's counts and leafs through; who looks for more says more. */
export const MOST_FOUND = 1_000

/** The ids of a page, so that what is joined to its rows is joined to these alone, and not to all before them. */
export type FoundPage = { ids: string[]; total: number; orMore: boolean }
type Wanted = { order: RawBuilder<unknown>; limit: number; offset: number }

/** One page of a table, and how many rows there are in all. */
export async function findPage(
  db: Db,
  { from, where, order, limit, offset }: Wanted & { from: RawBuilder<unknown>; where: RawBuilder<unknown> },
): Promise<FoundPage> {
  const [{ rows }, counted] = await Promise.all([
    sql<{ key: string }>`
      ${plannedForItsValues} select id::text as key from ${from} where ${where}
      order by ${order} limit ${limit}::int offset ${offset}::int`.execute(db),
    sql<{ total: number }>`
      ${plannedForItsValues} select count(*) as total from ${from} where ${where}`.execute(db),
  ])
  return { ids: rows.map(({ key }) => key), total: counted.rows[0]?.total ?? 0, orMore: false }
}

/**
 * One page of what a search finds in any of several ways, and how much it finds. Each way is a `select` of the same
 * columns, `id` among them, and reads no more than the first thousand in the order of the list: the first thousand of
 * all are among these, and each way has an index of its own, which one condition with "or" would not have.
 */
export async function findSearchPage(
  db: Db,
  ways: readonly RawBuilder<unknown>[],
  { order, limit, offset }: Wanted,
): Promise<FoundPage> {
  // A table to download is as long as it is asked for.
  const most = Math.max(MOST_FOUND, limit)
  const first = ways.map((way) => sql`(${way} order by ${order} limit ${most + 1}::int)`)
  const { rows } = await sql<{ ids: string[]; found: number }>`
    ${plannedForItsValues} with found as materialized (${sql.join(first, sql` union `)})
    select (select count(*) from found)::int as found, array(
      select id::text as key from found order by ${order}
      limit ${Math.max(0, Math.min(limit, most - offset))}::int offset ${offset}::int
    ) as ids`.execute(db)
  const { ids = [], found = 0 } = rows[0] ?? {}
  return { ids, total: Math.min(found, most), orMore: found > most }
}

/** Rows in the order of their ids. */
export function inOrderOf<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type PageInput = { page?: number | undefined; limit?: number | undefined }

/** One page of any list: the ids of its rows are found first, and only these rows are read. */
export async function readPage<Row>(
  { page = 1, limit = 20 }: PageInput,
  find: (range: { limit: number; offset: number }) => Promise<FoundPage>,
  read: (ids: readonly string[]) => Promise<Row[]>,
): Promise<{ data: Row[]; pagination: Pagination }> {
  const found = await find({ limit, offset: (page - 1) * limit })
  return { data: await read(found.ids), pagination: paginationOf({ page, limit }, found) }
}

export function paginationOf(
  { page, limit }: { page: number; limit: number },
  { total, orMore }: Pick<FoundPage, 'total' | 'orMore'>,
): Pagination {
  return { page, limit, total, pages: Math.ceil(total / limit), ...(orMore && { orMore }) }
}
