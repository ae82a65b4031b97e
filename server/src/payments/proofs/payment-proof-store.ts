import { PAYABLE_TYPES, type PayableType, type PaymentStatus } from '@twende/contract/payments/payment.ts'
import { MONEY_METHODS, type MoneyMethod } from '@twende/contract/payments/payment-choices.ts'
import { m } from '@twende/messages'
import { type Insertable, type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import * as z from 'zod/mini'
import { accountName } from '../../db/account-name.ts'
import { type Db, violatedConstraint } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { AppError } from '../../http/app-error.ts'
import type { Payable } from '../payable.ts'
import type { PayableName } from '../payable-store.ts'
import type { ProofReason } from '../payment-labels.ts'
import type { ReportedTransaction } from '../providers/provider.ts'
import { SHOWN_STATUS } from '../reconciliation/payment-list-store.ts'

type Row = Selectable<Tables['payment_proofs']>

/** A pasted payment proof, and what was decided on it. */
export type PaymentProof = Omit<Row, 'payable_type' | 'method' | 'status' | 'reason'> & {
  payable_type: PayableType
  method: MoneyMethod
  status: 'waiting' | 'approved' | 'rejected'
  reason: ProofReason | null
}
type NewProof = Omit<
  Insertable<Tables['payment_proofs']>,
  'id' | 'payable_type' | 'payable_id' | 'method' | 'status'
> & { method: MoneyMethod }

/** Stores a proof. Its code stays free: only received money uses a code. */
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
      throw new AppError(wrongState, { message: m.error_proof_waits() })
    throw error
  }
}

/** The oldest waiting proof of a payable, of this code if one is given, locked until the transaction ends. */
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

export async function lockProof(tx: Db, proofId: string): Promise<PaymentProof | undefined> {
  const row = await tx
    .selectFrom('payment_proofs')
    .selectAll()
    .where('id', '=', proofId)
    .where('status', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()
  return row && toProof(row)
}

type ProofDecision = {
  status: 'approved' | 'rejected'
  reason?: ProofReason | undefined
  /** What staff wrote to the customer. */
  note?: string
  /** With `part_paid`: what was paid for the payable by then. */
  paidSoFar?: number | undefined
  now: Date
  accountId?: string | undefined
}

export async function saveProofDecision(tx: Db, proofId: string, decision: ProofDecision): Promise<void> {
  const { status, reason = null, note = '', paidSoFar = null, now, accountId = null } = decision
  await tx
    .updateTable('payment_proofs')
    .set({ status, reason, note, paid_so_far: paidSoFar, settled_at: now, settled_by: accountId })
    .where('id', '=', proofId)
    .execute()
}

/** Rejects every waiting proof of a payable; their codes are free again. */
export async function rejectWaitingProofs(
  tx: Db,
  payableId: string,
  { reason, now }: { reason: ProofReason; now: Date },
): Promise<void> {
  await tx
    .updateTable('payment_proofs')
    .set({ status: 'rejected', reason, settled_at: now })
    .where('payable_id', '=', payableId)
    .where('status', '=', 'waiting')
    .execute()
}

type ProofCounts = { waiting: number; rejected: number; waitingOfAccount: number }

/** How many proofs of a payable wait or were rejected, and how many of an account wait. */
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

/** The oldest waiting proof of each of the payables. */
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

const Codes = z.object({
  payable_type: z.enum(PAYABLE_TYPES),
  method: z.enum(MONEY_METHODS),
  status: z.enum(['waiting', 'approved', 'rejected']),
  reason: z.nullable(z.enum(['refused_by_staff', 'payable_deleted', 'part_paid', 'paid_too_late'])),
})

function toProof(row: Row): PaymentProof {
  return { ...row, ...Codes.parse(row) }
}

/** Waiting proofs whose code the provider reported with the same amount, and that no other waiting proof names. */
export async function findProofsToMatch(
  db: Db,
  only: { code?: string | undefined; payableId?: string | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from payment_proofs as c join provider_transactions as i on i.receipt = c.code
    where c.status = 'waiting' and i.payment_id is null and i.amount = coalesce(c.amount_read, c.amount_typed)
      and not exists (select from payment_codes where payment_codes.code = c.code)
      and not exists (
        select from payment_proofs as other where other.code = c.code and other.status = 'waiting' and other.id <> c.id
      )
      and ${only.code === undefined ? sql`true` : sql`c.code = ${only.code}`}
      and ${only.payableId === undefined ? sql`true` : sql`c.payable_id = ${only.payableId}::uuid`}
    order by c.id desc limit 100
  `.execute(db)
  return rows.map(({ id }) => id)
}

export type TransactionOfCode = ReportedTransaction & {
  /** A payment request for the same amount was open when the money came. */
  requestOpen: boolean
}

/** What the provider reported of a code. */
export async function findTransactionOfCode(db: Db, code: string): Promise<TransactionOfCode | undefined> {
  const { rows } = await sql<TransactionOfCode>`
    select amount, paid_at as "paidAt", payer_name as "payerName", phone, payer_reference as reference,
      payment_id is null and exists (
        select from payments
        where payments.receipt is null and payments.amount = reported.amount
          and payments.requested_at between reported.paid_at - interval '15 minutes' and reported.paid_at + interval '5 minutes'
          and payments.status not in ('failed', 'partial')
      ) as "requestOpen"
    from provider_transactions as reported where receipt = ${code}
  `.execute(db)
  return rows[0]
}

export type OtherProof = {
  id: string
  listingId: string
  reference: string
  seller: string
  payerName: string
  phone: string
  amount: number
  sentAt: Date
  status: 'waiting' | 'approved' | 'rejected'
}

/** Other proofs that name a code, for other payables: waiting ones first, then the oldest. */
export async function findOtherProofs(
  db: Db,
  { code, payableId, limit }: { code: string; payableId: string; limit: number },
): Promise<OtherProof[]> {
  const { rows } = await sql<OtherProof>`
    select c.id, c.payable_id as "listingId", payables.reference, ${accountName()} as seller,
      c.payer_name as "payerName", c.payer_phone as phone, coalesce(c.amount_read, c.amount_typed) as amount,
      c.created_at as "sentAt", c.status
    from payment_proofs as c
    join payables on payables.payable_type = c.payable_type and payables.payable_id = c.payable_id
    join accounts on accounts.id = c.account_id
    where c.code = ${code} and c.payable_id <> ${payableId}::uuid
    order by c.status <> 'waiting', c.id limit ${limit}::int
  `.execute(db)
  return rows
}

/** What a code counts for already: what it paid for, or what it was refunded for. */
export async function findUseOfCode(
  db: Db,
  code: string,
): Promise<{ reference: string; payableId: string } | undefined> {
  const { rows } = await sql<{ reference: string; payableId: string }>`
    select payables.reference, payables.payable_id as "payableId"
    from payment_codes
    left join payments on payments.id = payment_codes.payment_id
    left join refunds on refunds.id = payment_codes.refund_id
    join payables on payables.payable_type = coalesce(payments.payable_type, refunds.payable_type)
      and payables.payable_id = coalesce(payments.payable_id, refunds.payable_id)
    where payment_codes.code = ${code}
  `.execute(db)
  return rows[0]
}

export type PaymentOfPayable = {
  payable_id: string
  id: string
  payment_proof_id: string | null
  method: MoneyMethod
  status: PaymentStatus
  outcome: string
  failure: string | null
  amount: number
  amount_received: number | null
  phone: string
  receipt: string | null
  created_at: Date
  terms: unknown
}

/** The payment made of each proof given, and the latest one of each of the payables that was made of none: a request to a phone, or money by hand. */
export async function findPaymentsOfPayables(
  db: Db,
  payableIds: readonly string[],
  proofIds: readonly string[],
): Promise<PaymentOfPayable[]> {
  if (payableIds.length === 0) return []
  const columns = sql`payable_id, id, payment_proof_id, method, ${SHOWN_STATUS} as status, outcome, failure, amount,
    amount_received, phone, receipt, created_at, terms`
  const { rows } = await sql<PaymentOfPayable>`
    select ${columns} from payments as p where payment_proof_id = any(${[...proofIds]}::uuid[])
    union all (
      select distinct on (payable_id) ${columns} from payments as p
      where payable_id = any(${[...payableIds]}::uuid[]) and payment_proof_id is null and outcome <> 'voided'
      order by payable_id, created_at desc, id desc
    )
  `.execute(db)
  return rows
}
