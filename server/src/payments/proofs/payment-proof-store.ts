import type { ListingPlans } from '@twende/contract/listings/listing-plan.ts'
import { priceListDocument } from '@twende/contract/listings/price-list.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { refusedBy } from '../../db/database.ts'
import { uuidv7 } from '../../db/new-id.ts'
import type { Tables } from '../../db/tables.ts'
import { AppError } from '../../http/app-error.ts'

type Row = Selectable<Tables['mpesa_claims']>

/** A pasted M-Pesa message, and what became of it. */
export type PaymentProof = Omit<Row, 'listing_id' | 'purpose' | 'status' | 'plans'> & {
  purpose: 'listing_period'
  purchase_id: string
  status: 'waiting' | 'approved' | 'rejected'
  /** The price list that it counts by. */
  plans: ListingPlans
}
type NewProof = Omit<
  Insertable<Tables['mpesa_claims']>,
  'id' | 'purpose' | 'listing_id' | 'status' | 'plans'
> &
  Pick<PaymentProof, 'plans'>

/** Keeps a claim. Its code stays free: only money takes one. */
export async function insertProof(tx: Db, listingId: string, claim: NewProof): Promise<PaymentProof> {
  try {
    const row = await tx
      .insertInto('mpesa_claims')
      .values({
        ...claim,
        id: uuidv7(),
        purpose: 'listing_period',
        listing_id: listingId,
        plans: priceListDocument.write(claim.plans),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return toProof(row)
  } catch (error) {
    if (refusedBy(error) === 'claim_names_a_code_once')
      throw new AppError('listing_wrong_state', { message: BEING_CHECKED })
    throw error
  }
}

const BEING_CHECKED = 'You have sent us this M-Pesa message already. We are checking this payment.'

/** The oldest claim for a listing, of this code if one is given, that nobody has decided on, kept from others until the transaction ends. */
export async function lockWaitingProof(
  tx: Db,
  listingId: string,
  code?: string,
): Promise<PaymentProof | undefined> {
  let query = tx
    .selectFrom('mpesa_claims')
    .selectAll()
    .where('listing_id', '=', listingId)
    .where('status', '=', 'waiting')
  if (code !== undefined) query = query.where('code', '=', code)
  const row = await query.orderBy('id').limit(1).forUpdate().executeTakeFirst()
  return row && toProof(row)
}

export async function lockProof(tx: Db, claimId: string): Promise<PaymentProof | undefined> {
  const row = await tx
    .selectFrom('mpesa_claims')
    .selectAll()
    .where('id', '=', claimId)
    .where('status', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()
  return row && toProof(row)
}

export async function updateSettledProof(
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
export async function rejectWaitingProofs(
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

type ProofCounts = { waiting: number; rejected: number; waitingOfAccount: number }

/** How many claims for a listing wait or were refused, and how many of a person wait. */
export async function countProofs(
  tx: Db,
  { listingId, accountId }: { listingId: string; accountId: string },
): Promise<ProofCounts> {
  const { rows } = await sql<ProofCounts>`
    select count(*) filter (where listing_id = ${listingId}::uuid and status = 'waiting') as waiting,
      count(*) filter (where listing_id = ${listingId}::uuid and status = 'rejected') as rejected,
      count(*) filter (where account_id = ${accountId}::uuid and status = 'waiting') as "waitingOfAccount"
    from mpesa_claims
    where listing_id = ${listingId}::uuid or (account_id = ${accountId}::uuid and status = 'waiting')
  `.execute(tx)
  return rows[0] ?? { waiting: 0, rejected: 0, waitingOfAccount: 0 }
}

/** The latest claim of each of the listings. */
export async function findLatestProofs(db: Db, listingIds: readonly string[]): Promise<PaymentProof[]> {
  if (listingIds.length === 0) return []
  const rows = await db
    .selectFrom('mpesa_claims')
    .selectAll()
    .distinctOn('listing_id')
    .where('listing_id', 'in', listingIds)
    .orderBy('listing_id')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toProof)
}

/** The oldest claim of each of the listings that nobody has decided on. */
export async function findWaitingProofs(db: Db, listingIds: readonly string[]): Promise<PaymentProof[]> {
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
  return rows.map(toProof)
}

function toProof({ listing_id, ...row }: Row): PaymentProof {
  if (listing_id === null) throw new Error('a claim is for a listing')
  return {
    ...row,
    purpose: 'listing_period',
    purchase_id: listing_id,
    status: proofStatus(row.status),
    plans: priceListDocument.read(row.plans),
  }
}

function proofStatus(text: string): PaymentProof['status'] {
  if (text === 'waiting' || text === 'approved' || text === 'rejected') return text
  throw new Error(`no claim can be "${text}"`)
}
