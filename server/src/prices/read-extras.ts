import { EXTRA_KINDS, type Extra, type ExtraKind, type OfferedExtra } from '@twende/contract/prices/extra.ts'
import type { Pagination } from '@twende/contract/text.ts'
import type { Db } from '../db/database.ts'
import { readPage } from '../db/list-page.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { type ExtraRow, findExtraPage, findExtras, findExtrasByIds } from './extra-store.ts'

const PAGE_SIZE = 24

/** The extras that can be booked now, in the order of their kinds. */
export async function offeredExtras(db: Db): Promise<OfferedExtra[]> {
  return toOfferedExtras(await findExtras(db))
}

/** How many child seats the business has; null where none are offered. */
export async function childSeatStock(db: Db): Promise<number | null> {
  return (await findExtras(db)).find(({ kind }) => kind === 'child_seat')?.stock ?? null
}

type ExtraSearch = { kind?: ExtraKind | undefined; page?: number | undefined; limit?: number | undefined }

/** One page of the price list. */
export async function listExtras(
  { db }: Pick<AppDeps, 'db'>,
  search: ExtraSearch,
): Promise<{ data: Extra[]; pagination: Pagination }> {
  return readPage(search, {
    size: PAGE_SIZE,
    find: (range) => findExtraPage(db, { kind: search.kind, ...range }),
    read: async (ids) => (await findExtrasByIds(db, ids)).map(toExtra),
  })
}

export async function readExtra(db: Db, extraId: string): Promise<Extra> {
  const [row] = await findExtrasByIds(db, [extraId])
  if (!row) throw new AppError('not_found')
  return toExtra(row)
}

type OfferedRow = Pick<ExtraRow, 'id' | 'kind' | 'price' | 'place' | 'to_place' | 'at_address' | 'km'>

/** In the order of their kinds. */
export function toOfferedExtras(rows: readonly OfferedRow[]): OfferedExtra[] {
  const extras = rows.map(toOffered)
  return EXTRA_KINDS.flatMap((kind) => extras.filter((extra) => extra.kind === kind))
}

function toOffered(row: OfferedRow): OfferedExtra {
  const kind = EXTRA_KINDS.find((known) => known === row.kind)
  if (!kind) throw new Error(`extra ${row.id}: ${row.kind} is no kind`)
  return {
    kind,
    price: row.price,
    place: row.place,
    toPlace: row.to_place,
    atAddress: row.at_address,
    km: row.km,
  }
}

function toExtra(row: ExtraRow): Extra {
  return {
    ...toOffered(row),
    _id: row.id,
    stock: row.stock,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
