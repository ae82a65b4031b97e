import type { PayableType, PaymentStatus } from '@twende/contract/payments/payment.ts'
import type { MoneyMethod } from '@twende/contract/payments/payment-choices.ts'
import { readReference } from '@twende/contract/payments/typed-reference.ts'
import { m } from '@twende/messages'
import { sql } from 'kysely'
import { accountName } from '../../db/account-name.ts'
import type { Db } from '../../db/database.ts'
import { CUSTOMER_EMAIL } from '../payable-store.ts'
import type { ProofReason } from '../payment-labels.ts'
import { findReturnedShares, type ReturnedShare } from '../refunds/returned-share-store.ts'
import { RECORDED_BY_STAFF } from '../refunds/unproven-payment-store.ts'
import { UNUSED_CREDIT } from '../refunds/unused-credit-store.ts'
import { NO_PAYMENT_YET, type PaymentItemKey, REFUND_IS_OWED, SHOWN_STATUS } from './payment-list-store.ts'

export type PaymentItem = {
  kind: 'payment'
  id: string
  purpose: PayableType
  purchaseId: string
  reference: string
  method: MoneyMethod
  amount: number
  /** What counts: the figure of its provider, where that reported it. */
  received: number | null
  /** What was recorded before the provider reported it. */
  recorded: number | null
  receipt: string | null
  phone: string
  payer: string
  email: string
  status: PaymentStatus
  outcome: string
  failure: string | null
  note: string
  at: Date
  settledAt: Date | null
  refundOwed: boolean
  /** Staff typed its code, and its provider has not reported it. */
  notReported: boolean
  recordedByStaff: boolean
  /** What it brought beyond its price and is not used. */
  credit: number
  /** What its provider reported under its code; null where it reported nothing. */
  reportedAmount: number | null
  /** What became of its money; null while none of it goes back. */
  returned: ReturnedShare | null
}

export type ProofItem = {
  kind: 'proof'
  id: string
  purpose: PayableType
  purchaseId: string
  reference: string
  amountTyped: number
  amountRead: number | null
  code: string
  phone: string
  payer: string
  method: MoneyMethod
  status: 'waiting' | 'rejected'
  reason: ProofReason | null
  note: string
  warnings: string[]
  at: Date
  /** The amount that the provider reported with the code; null if it reported none. */
  reportedAmount: number | null
  /** How many other proofs name the same code. */
  sameCode: number
}

export type TransactionItem = {
  kind: 'transaction'
  id: string
  method: MoneyMethod
  reference: string
  amount: number
  phone: string
  payer: string
  at: Date
  /** The reference of the payable for which a proof names this code. */
  namedFor: string | null
  /** What its payer typed, where that is the reference of something that we sold. */
  typedFor: string | null
}

export type AnyItem = PaymentItem | ProofItem | TransactionItem

/** The payments, proofs and transactions of these keys, in their order. */
export async function readPaymentItems(db: Db, keys: readonly PaymentItemKey[]): Promise<AnyItem[]> {
  const idsOf = (kind: PaymentItemKey['kind']) => keys.filter((key) => key.kind === kind).map(({ id }) => id)
  const [payments, proofs, transactions] = await Promise.all([
    readPaymentItemsById(db, idsOf('payment')),
    readProofItems(db, idsOf('proof')),
    readTransactionItems(db, idsOf('transaction')),
  ])
  const found = new Map<string, AnyItem>(
    [...payments, ...proofs, ...transactions].map((row) => [row.kind + row.id, row]),
  )
  return keys.map(({ kind, id }) => found.get(kind + id)).filter((row) => row !== undefined)
}

/** Shows the name given for the payable rather than that of the account, which may be a staff account. */
export async function readPaymentItemsById(db: Db, ids: readonly string[]): Promise<PaymentItem[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Omit<PaymentItem, 'returned'>>`
    select 'payment' as kind, p.id, p.payable_type as purpose, p.payable_id as "purchaseId", payables.reference,
      p.method, p.amount, coalesce(reported.amount, p.amount_received) as received, p.amount_received as recorded, p.receipt, p.phone, coalesce(${CUSTOMER_EMAIL}, '') as email,
      coalesce(payables.payer_name, ${accountName()}, ${m.payment_visitor()}) as payer,
      ${SHOWN_STATUS} as status, p.outcome, p.failure, p.note, p.counted_at as at, p.settled_at as "settledAt",
      ${REFUND_IS_OWED} as "refundOwed",
      exists (select from unreported_payments where unreported_payments.id = p.id) as "notReported",
      ${RECORDED_BY_STAFF} as "recordedByStaff", ${UNUSED_CREDIT} as credit,
      reported.amount as "reportedAmount"
    from payments as p
    left join accounts on accounts.id = p.account_id
    left join provider_transactions as reported on reported.payment_id = p.id
    join payables on payables.payable_type = p.payable_type and payables.payable_id = p.payable_id
    where p.id = any(${[...ids]}::uuid[])
  `.execute(db)
  const goingBack = rows.filter(({ status }) => status === 'refunding' || status === 'refunded')
  const shares = await findReturnedShares(
    db,
    goingBack.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, returned: shares.get(row.id) ?? null }))
}

async function readProofItems(db: Db, ids: readonly string[]): Promise<ProofItem[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ProofItem>`
    select 'proof' as kind, c.id, c.payable_type as purpose, c.payable_id as "purchaseId", payables.reference,
      c.amount_typed as "amountTyped", c.amount_read as "amountRead", c.code, c.payer_phone as phone,
      c.payer_name as payer, c.method, c.status, c.reason, c.note, c.warnings, c.created_at as at,
      (select amount from provider_transactions where receipt = c.code) as "reportedAmount",
      (select count(*) from payment_proofs as other where other.code = c.code and other.id <> c.id) as "sameCode"
    from payment_proofs as c
    join payables on payables.payable_type = c.payable_type and payables.payable_id = c.payable_id
    where c.id = any(${[...ids]}::uuid[])
  `.execute(db)
  return rows
}

async function readTransactionItems(db: Db, receipts: readonly string[]): Promise<TransactionItem[]> {
  if (receipts.length === 0) return []
  const { rows } = await sql<Omit<TransactionItem, 'typedFor'>>`
    select 'transaction' as kind, i.receipt as id, i.method, i.payer_reference as reference, i.amount, i.phone,
      i.payer_name as payer, i.moved_at as at,
      (
        select payables.reference from payment_proofs join payables using (payable_type, payable_id)
        where payment_proofs.code = i.receipt order by payment_proofs.id desc limit 1
      ) as "namedFor"
    from provider_transactions as i where i.receipt = any(${[...receipts]}::text[])
  `.execute(db)
  const typed = rows.flatMap(({ reference }) => readReference(reference) ?? [])
  const known = await findKnownReferences(db, typed)
  return rows.map((row) => {
    const named = readReference(row.reference)
    return { ...row, typedFor: named !== undefined && known.has(named) ? named : null }
  })
}

async function findKnownReferences(db: Db, references: readonly string[]): Promise<ReadonlySet<string>> {
  if (references.length === 0) return new Set()
  const { rows } = await sql<{ reference: string }>`
    select reference from payables where reference = any(${[...references]}::text[]) and not is_deleted
  `.execute(db)
  return new Set(rows.map(({ reference }) => reference))
}

/** Reported money that names this payable by its reference, or by a former one, and that no payment has, oldest first. */
export async function findMoneyNaming(
  db: Db,
  payableId: string,
  former: readonly string[],
): Promise<PaymentItemKey[]> {
  // PostgreSQL only looks for the digits; `readReference` decides what was named.
  const { rows } = await sql<{ id: string; typed: string; own: string }>`
    select i.receipt as id, i.payer_reference as typed, named.reference as own
    from provider_transactions as i join (
      select reference from payables where payable_id = ${payableId}::uuid and payable_type <> 'unmatched'
      union select unnest(${[...former]}::text[])
    ) as named on regexp_replace(normalize(i.payer_reference, nfkc), '[^0-9]', '', 'g')
      like '%' || regexp_replace(named.reference, '[^0-9]', '', 'g') || '%'
    where ${NO_PAYMENT_YET}
    order by i.received_at, i.receipt
  `.execute(db)
  const naming = rows.filter(({ typed, own }) => readReference(typed) === own)
  return naming.slice(0, 20).map(({ id }) => ({ kind: 'transaction', id }))
}

export type ReceivedMessage = { at: Date; kind: string; status: string; body: string }

/** The messages about a payment as received, oldest first: of its webhook, of its transaction, and its pasted proof. */
export async function findMessagesOf(
  db: Db,
  { paymentId, receipt }: { paymentId: string; receipt: string | null },
): Promise<ReceivedMessage[]> {
  const { rows } = await sql<ReceivedMessage>`
    select at, kind, status, body from (
      select received_at as at, kind, status, body from payment_messages where payment_id = ${paymentId}::uuid
      union all
      select received_at, method, 'settled', body from provider_transactions where receipt = ${receipt ?? ''}
      union all
      select created_at, 'pasted', status, message from payment_proofs
        where id = (select payment_proof_id from payments where id = ${paymentId}::uuid)
    ) as message order by at limit 100
  `.execute(db)
  return rows
}

export type DecisionRow = { at: Date; by: string; action: string; reason: string }

/** What staff decided on a payment and on its refunds, oldest first. */
export async function findDecisionsOn(
  db: Db,
  paymentId: string,
  refundIds: readonly string[],
): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select distinct on (audit_log.at, request_id) audit_log.at, ${accountName()} as by, action, reason
    from audit_log join accounts on accounts.id = audit_log.account_id
    where (subject = 'payments' and subject_id = ${paymentId})
      or (subject = 'refunds' and subject_id = any(${[...refundIds]}::text[]))
    order by audit_log.at, request_id limit 100
  `.execute(db)
  return rows
}

/** Payments of a payable whose money its provider has not reported, or has reported with another amount, oldest first. */
export async function findPaymentsToCheck(db: Db, payableId: string): Promise<PaymentItemKey[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from payments as p left join provider_transactions as i on i.payment_id = p.id
    where p.payable_id = ${payableId}::uuid and (
      p.id in (select id from unreported_payments where payable_id = ${payableId}::uuid)
      or p.status in ('paid', 'partial', 'review') and coalesce(p.amount_received, p.amount) <> i.amount
    )
    order by p.created_at, p.id limit 20
  `.execute(db)
  return rows.map(({ id }) => ({ kind: 'payment', id }))
}
