import { ListingEvent } from '@twende/contract/listings/listing-history.ts'
import type { ListingActor } from '@twende/contract/listings/listing-status.ts'
import { sql } from 'kysely'
import { accountName } from '../db/account-name.ts'
import type { Db } from '../db/database.ts'

export type ListingEventInput = {
  by: ListingActor
  now: Date
  what: ListingEvent
  /** What a person wrote about it, or the code of a payment. */
  note?: string | undefined
  accountId?: string | undefined
}

const DAY_MS = 86_400_000
/** A seller's own changes add at most this many rows to the history of a listing in a day. */
const MOST_OWNER_ROWS_A_DAY = 30
/** Each of these can happen only a few times, so it is recorded whatever the limit. */
const ALWAYS_RECORDED: readonly ListingEvent['code'][] = ['listed', 'resubmitted', 'deleted']

/**
 * Adds an event to the history of a listing, to which rows are only ever added. A seller's repeated change is recorded
 * once, and beyond the daily limit one row says that more changes followed.
 */
export async function addListingEvent(tx: Db, listing: Listing, input: ListingEventInput): Promise<void> {
  const { by, now, what, note = '', accountId } = input
  const row = by === 'owner' ? await rowOfOwner(tx, listing, now, { what, note }) : { what, note }
  if (!row) return
  const { code, ...params } = row.what
  await tx
    .insertInto('listing_history')
    .values({
      listing_id: listing.id,
      at: now,
      actor: by,
      account_id: accountId ?? null,
      code,
      params: JSON.stringify(params),
      note: row.note,
      status: listing.status,
    })
    .execute()
}

type Listing = { id: string; status: string }
type Row = { what: ListingEvent; note: string }

/** The row to add for a seller's change, if any. The listing is locked, so nobody adds to its history meanwhile. */
async function rowOfOwner(tx: Db, listing: Listing, now: Date, row: Row): Promise<Row | undefined> {
  if (ALWAYS_RECORDED.includes(row.what.code)) return row
  const recent = await tx
    .selectFrom('listing_history')
    .select(['actor', 'code', 'params', 'note', 'status'])
    .where('listing_id', '=', listing.id)
    .where('at', '>', new Date(now.getTime() - DAY_MS))
    .orderBy('id', 'desc')
    .limit(2 * MOST_OWNER_ROWS_A_DAY)
    .execute()
  const [newest] = recent
  if (newest?.actor === 'owner' && newest.status === listing.status && isSame(readEvent(newest), row)) {
    return undefined
  }
  const written = recent.filter(({ actor }) => actor === 'owner').length
  if (written >= MOST_OWNER_ROWS_A_DAY) return undefined
  return written < MOST_OWNER_ROWS_A_DAY - 1 ? row : { what: { code: 'changes_omitted' }, note: '' }
}

function isSame(one: Row, other: Row): boolean {
  return one.note === other.note && JSON.stringify(one.what) === JSON.stringify(other.what)
}

function readEvent({ code, params, note }: { code: string; params: unknown; note: string }): Row {
  return { what: ListingEvent.parse({ ...Object(params), code }), note }
}

/** `isLast`: no later payment bought time. */
export type PaidEvent = { amount: number; months: number; days: number; isLast: boolean }

/**
 * What a payment with this code bought, with the parts before it, as it counts since its last correction; undefined once the money
 * was given back, or the payment left the books.
 */
export async function findPaidEvent(
  tx: Db,
  listingId: string,
  receipt: string,
): Promise<PaidEvent | undefined> {
  const row = await tx
    .selectFrom('listing_history')
    .select(['id', 'code', 'params', 'note'])
    .where('listing_id', '=', listingId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('listing_history as later')
            .select('later.id')
            .where('later.listing_id', '=', listingId)
            .where(({ or, and, eb }) =>
              or([
                eb('later.code', '=', 'money_given_back'),
                and([
                  eb('later.code', '=', 'payment_undone'),
                  eb(sql`later.params ->> 'receipt'`, '=', receipt),
                ]),
              ]),
            )
            .whereRef('later.id', '>', 'listing_history.id'),
        ),
      ),
    )
    .where(({ and, or, eb }) =>
      or([
        and([eb('code', '=', 'paid'), eb('note', '=', receipt)]),
        and([eb('code', '=', 'payment_corrected'), eb(sql`params ->> 'receipt'`, '=', receipt)]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const what = row && readEvent(row).what
  if (what?.code !== 'paid' && what?.code !== 'payment_corrected') return undefined
  const { rows } = await sql<{ later: boolean }>`
    select exists (
      select from listing_history as paid where listing_id = ${listingId} and code = 'paid' and note <> ${receipt}
        and id > (select max(id) from listing_history where listing_id = ${listingId} and code = 'paid' and note = ${receipt})
        and not exists (
          select from listing_history as undone where undone.listing_id = paid.listing_id and undone.id > paid.id
            and undone.code = 'payment_undone' and undone.params ->> 'receipt' = paid.note)
    ) as later`.execute(tx)
  const isLast = !rows[0]?.later
  return { amount: what.amount, months: what.months, days: what.days ?? 0, isLast }
}

/** What each payment bought of each of the listings, with the parts before it, by `<listing> <code>`, as last corrected, and by `<listing> <payment>`. */
export async function findPaidAmounts(
  db: Db,
  listingIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (listingIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('listing_history')
    .select(['listing_id', 'code', 'params', 'note'])
    .where('listing_id', 'in', listingIds)
    .where('code', 'in', ['paid', 'payment_corrected'])
    .orderBy('id')
    .execute()
  return new Map(
    rows.flatMap(({ listing_id, ...row }): [string, number][] => {
      const { what, note } = readEvent(row)
      if (what.code === 'paid') {
        return [note, what.paymentId].filter(Boolean).map((name) => [`${listing_id} ${name}`, what.amount])
      }
      return what.code === 'payment_corrected' ? [[`${listing_id} ${what.receipt}`, what.amount]] : []
    }),
  )
}

/** The histories of several listings, oldest event first. */
export async function findListingEvents(db: Db, listingIds: readonly string[]) {
  if (listingIds.length === 0) return []
  const rows = await db
    .selectFrom('listing_history')
    .leftJoin('accounts as doer', 'doer.id', 'listing_history.account_id')
    .select(['listing_id', 'at', 'actor', 'code', 'params', 'note'])
    .select(accountName<string | null>('doer').as('doer'))
    .where('listing_id', 'in', listingIds)
    .orderBy('listing_history.id')
    .execute()
  return rows.map(({ listing_id, at, actor, doer, ...row }) => {
    const who = actor === 'staff' ? (doer ?? '') : ''
    return { listing_id, at, actor, who, ...readEvent(row) }
  })
}
