import type { ListingPlans } from '@twende/contract/listings/listing-plan.ts'
import { PriceList } from '@twende/contract/listings/price-list.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, refusedBy } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { uuidv7 } from '../new-id.ts'

type Row = Selectable<Tables['mpesa_claims']>

/** A pasted M-Pesa message, and what became of it. */
export type ClaimRow = Omit<Row, 'listing_id' | 'purpose' | 'status' | 'plans'> & {
  purpose: 'listing_period'
  purchase_id: string
  status: 'waiting' | 'approved' | 'rejected'
  /** The price list that it counts by. */
  plans: ListingPlans
}
type ClaimFacts = Omit<
  Insertable<Tables['mpesa_claims']>,
  'id' | 'purpose' | 'listing_id' | 'status' | 'plans'
> &
  Pick<ClaimRow, 'plans'>

/** Keeps a claim and takes its code; refuses a code that was used before, for whatever and by whomever. */
export async function insertClaim(tx: Db, listingId: string, claim: ClaimFacts): Promise<ClaimRow> {
  try {
    const row = await tx
      .insertInto('mpesa_claims')
      .values({
        ...claim,
        id: uuidv7(),
        purpose: 'listing_period',
        listing_id: listingId,
        plans: JSON.stringify(claim.plans),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return asClaim(row)
  } catch (error) {
    if (refusedBy(error) === 'mpesa_code_is_used_once') throw new Refusal('mpesa_code_used')
    throw error
  }
}

/** The oldest claim for a listing, of this code if one is given, that nobody has decided on, kept from others until the transaction ends. */
export async function lockWaitingClaim(
  tx: Db,
  listingId: string,
  code?: string,
): Promise<ClaimRow | undefined> {
  let query = tx
    .selectFrom('mpesa_claims')
    .selectAll()
    .where('listing_id', '=', listingId)
    .where('status', '=', 'waiting')
  if (code !== undefined) query = query.where('code', '=', code)
  const row = await query.orderBy('id').limit(1).forUpdate().executeTakeFirst()
  return row && asClaim(row)
}

export async function lockClaim(tx: Db, claimId: string): Promise<ClaimRow | undefined> {
  const row = await tx
    .selectFrom('mpesa_claims')
    .selectAll()
    .where('id', '=', claimId)
    .where('status', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()
  return row && asClaim(row)
}

export async function settleClaimRow(
  tx: Db,
  claimId: string,
  settled: { status: 'approved' | 'rejected'; reason: string; now: Date; accountId: string | undefined },
): Promise<void> {
  const { status, reason, now, accountId } = settled
  await tx
    .updateTable('mpesa_claims')
    .set({ status, reason, settled_at: now, settled_by: accountId ?? null })
    .where('id', '=', claimId)
    .execute()
}

/** Refuses every claim for a listing that nobody has decided on; their codes are free again. */
export async function rejectWaitingClaims(
  tx: Db,
  listingId: string,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('mpesa_claims')
    .set({ status: 'rejected', reason, settled_at: now })
    .where('listing_id', '=', listingId)
    .where('status', '=', 'waiting')
    .execute()
}

export async function countClaims(tx: Db, listingId: string): Promise<{ waiting: number; rejected: number }> {
  return tx
    .selectFrom('mpesa_claims')
    .where('listing_id', '=', listingId)
    .select([
      sql<number>`count(*) filter (where status = 'waiting')`.as('waiting'),
      sql<number>`count(*) filter (where status = 'rejected')`.as('rejected'),
    ])
    .executeTakeFirstOrThrow()
}

/** The latest claim of each of the listings. */
export async function findLatestClaims(db: Db, listingIds: readonly string[]): Promise<ClaimRow[]> {
  if (listingIds.length === 0) return []
  const rows = await db
    .selectFrom('mpesa_claims')
    .selectAll()
    .distinctOn('listing_id')
    .where('listing_id', 'in', listingIds)
    .orderBy('listing_id')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(asClaim)
}

/** The oldest claim of each of the listings that nobody has decided on. */
export async function findWaitingClaims(db: Db, listingIds: readonly string[]): Promise<ClaimRow[]> {
  if (listingIds.length === 0) return []
  const rows = await db
    .selectFrom('mpesa_claims')
    .selectAll()
    .distinctOn('listing_id')
    .where('listing_id', 'in', listingIds)
    .where('status', '=', 'waiting')
    .orderBy('listing_id')
    .orderBy('id')
    .execute()
  return rows.map(asClaim)
}

export type WaitingClaim = { claimId: string; listingId: string; receipt: string; amount: number }

/**
 * Waiting claims that M-Pesa's own word bears out: the same code and amount; or, the code mistyped, the same amount
 * within minutes from a phone with the same last digits, when nothing else fits either of the two. Money that may
 * belong to a request sent to a phone is for a person to look at.
 */
export async function findBorneOutClaims(
  db: Db,
  only: { code?: string; claimId?: string },
): Promise<WaitingClaim[]> {
  const { rows } = await sql<WaitingClaim>`
    with open_claims as (
      select id, listing_id, code, coalesce(amount_read, amount_typed) as amount, paid_at, right(payer_phone, 3) as digits
      from mpesa_claims where status = 'waiting'
    ), open_money as (
      select receipt, amount, paid_at, right(regexp_replace(phone, '\\D', '', 'g'), 3) as digits, phone
      from mpesa_inbox as money
      where money.payment_id is null
        and not exists (
          select from mpesa_codes where mpesa_codes.code = money.receipt
            and (payment_id is not null or refund_id is not null)
        )
        and not exists (
          select from payments
          where payments.receipt is null and payments.method = 'stk' and payments.amount = money.amount
            and payments.pushed_at between money.paid_at - interval '15 minutes' and money.paid_at + interval '5 minutes'
            and payments.status not in ('failed', 'partial')
        )
    ), fits as (
      select c.id as "claimId", c.listing_id as "listingId", m.receipt, m.amount, m.receipt = c.code as "sameCode"
      from open_claims c join open_money m on m.amount = c.amount and (
        m.receipt = c.code
        or (m.paid_at between c.paid_at - interval '10 minutes' and c.paid_at + interval '10 minutes'
          and m.phone like '%*%' and m.digits = c.digits
          and not exists (select from mpesa_codes where mpesa_codes.code = m.receipt)
          and not exists (select from mpesa_inbox as named where named.receipt = c.code))
      )
    ), counted as (
      select fits.*, count(*) over (partition by "claimId") as of_claim, count(*) over (partition by receipt) as of_money
      from fits
    )
    select "claimId", "listingId", receipt, amount from counted
    where ("sameCode" or (of_claim = 1 and of_money = 1))
      and ${only.code === undefined ? sql`true` : sql`receipt = ${only.code}`}
      and ${only.claimId === undefined ? sql`true` : sql`"claimId" = ${only.claimId}::uuid`}
    order by "sameCode" desc
    limit 100
  `.execute(db)
  return rows
}

/** Gives a claim the code that M-Pesa itself tells, where its seller mistyped it. */
export async function correctCode(tx: Db, claimId: string, code: string): Promise<void> {
  await tx
    .updateTable('mpesa_claims')
    .set({ code })
    .where('id', '=', claimId)
    .where('code', '<>', code)
    .execute()
}

function asClaim({ listing_id, ...row }: Row): ClaimRow {
  if (listing_id === null) throw new Error('a claim is for a listing')
  return {
    ...row,
    purpose: 'listing_period',
    purchase_id: listing_id,
    status: claimStatus(row.status),
    plans: PriceList.parse(row.plans),
  }
}

function claimStatus(text: string): ClaimRow['status'] {
  if (text === 'waiting' || text === 'approved' || text === 'rejected') return text
  throw new Error(`no claim can be "${text}"`)
}
