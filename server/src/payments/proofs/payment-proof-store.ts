import { PAYABLE_TYPES, type PayableType } from '@twende/contract/payments/payment.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../db/database.ts'
import { violatedConstraint } from '../../db/database.ts'
import { uuidv7 } from '../../db/new-id.ts'
import type { Tables } from '../../db/tables.ts'
import { AppError } from '../../http/app-error.ts'
import type { Payable } from '../payable.ts'
import type { PayableName } from '../payable-store.ts'

type Row = Selectable<Tables['payment_proofs']>

/** A pasted M-Pesa message, and what became of it. */
export type PaymentProof = Omit<Row, 'payable_type' | 'status'> & {
  payable_type: PayableType
  status: 'waiting' | 'approved' | 'rejected'
}
type NewProof = Omit<Insertable<Tables['payment_proofs']>, 'id' | 'payable_type' | 'payable_id' | 'status'>

/** Keeps a claim. Its code stays free: only money takes one. */
export async function insertProof(
  tx: Db,
  { payableType, payableId }: PayableName,
  { wrongState }: Pick<Payable, 'wrongState'>,
  proof: NewProof,
): Promise<PaymentProof> {
  try {
    const row = await tx
      .insertInto('payment_proofs')
      .values({
        ...proof,
        id: uuidv7(),
        payable_type: payableType,
        payable_id: payableId,
        terms: JSON.stringify(proof.terms),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return toProof(row)
  } catch (error) {
    if (violatedConstraint(error) === 'waiting_payment_proof_code_is_unique_per_account')
      throw new AppError(wrongState, { message: BEING_CHECKED })
    throw error
  }
}

const BEING_CHECKED = 'You have sent us this M-Pesa message already. We are checking this payment.'

/** The oldest claim for a payable, of this code if one is given, that nobody has decided on, kept from others until the transaction ends. */
export async function lockWaitingProof(
  tx: Db,
  payableId: string,
  code?: string,
): Promise<PaymentProof | undefined> {
  let query = tx
    .selectFrom('payment_proofs')
    .selectAll()
    .where('payable_id', '=', payableId)
    .where('status', '=', 'waiting')
  if (code !== undefined) query = query.where('code', '=', code)
  const row = await query.orderBy('id').limit(1).forUpdate().executeTakeFirst()
  return row && toProof(row)
}

export async function lockProof(tx: Db, claimId: string): Promise<PaymentProof | undefined> {
  const row = await tx
    .selectFrom('payment_proofs')
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
    .updateTable('payment_proofs')
    .set({ status, reason, settled_at: now, settled_by: accountId ?? null })
    .where('id', '=', claimId)
    .execute()
}

/** Refuses every claim for a payable that nobody has decided on; their codes are free again. */
export async function rejectWaitingProofs(
  tx: Db,
  payableId: string,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('payment_proofs')
    .set({ status: 'rejected', reason, settled_at: now })
    .where('payable_id', '=', payableId)
    .where('status', '=', 'waiting')
    .execute()
}

type ProofCounts = { waiting: number; rejected: number; waitingOfAccount: number }

/** How many claims for a payable wait or were refused, and how many of a person wait. */
export async function countProofs(
  tx: Db,
  { payableId, accountId }: { payableId: string; accountId: string },
): Promise<ProofCounts> {
  const { rows } = await sql<ProofCounts>`
    select count(*) filter (where payable_id = ${payableId}::uuid and status = 'waiting') as waiting,
      count(*) filter (where payable_id = ${payableId}::uuid and status = 'rejected') as rejected,
      count(*) filter (where account_id = ${accountId}::uuid and status = 'waiting') as "waitingOfAccount"
    from payment_proofs
    where payable_id = ${payableId}::uuid or (account_id = ${accountId}::uuid and status = 'waiting')
  `.execute(tx)
  return rows[0] ?? { waiting: 0, rejected: 0, waitingOfAccount: 0 }
}

/** The latest claim of each of the payables. */
export async function findLatestProofs(db: Db, payableIds: readonly string[]): Promise<PaymentProof[]> {
  if (payableIds.length === 0) return []
  const rows = await db
    .selectFrom('payment_proofs')
    .selectAll()
    .distinctOn('payable_id')
    .where('payable_id', 'in', payableIds)
    .orderBy('payable_id')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toProof)
}

/** The oldest claim of each of the payables that nobody has decided on. */
export async function findWaitingProofs(db: Db, payableIds: readonly string[]): Promise<PaymentProof[]> {
  if (payableIds.length === 0) return []
  const rows = await db
    .selectFrom('payment_proofs')
    .selectAll()
    .distinctOn('payable_id')
    .where('payable_id', 'in', payableIds)
    .where('status', '=', 'waiting')
    .orderBy('payable_id')
    .orderBy('id')
    .execute()
  return rows.map(toProof)
}

const PayableTypeText = z.enum(PAYABLE_TYPES)

function toProof(row: Row): PaymentProof {
  return { ...row, payable_type: PayableTypeText.parse(row.payable_type), status: proofStatus(row.status) }
}

function proofStatus(text: string): PaymentProof['status'] {
  if (text === 'waiting' || text === 'approved' || text === 'rejected') return text
  throw new Error(`no claim can be "${text}"`)
}
