import { PAYABLE_TYPES, type PayableType, PaymentStatus } from '@twende/contract/payments/payment.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import * as z from 'zod/mini'
import { type Db, violatedConstraint } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { AppError } from '../http/app-error.ts'
import { traceToStore } from '../tracing/tracing.ts'
import type { PayableName } from './payable-store.ts'

type Row = Selectable<Tables['payments']>

/** One attempt to collect money for one payable. */
export type PaymentRow = Omit<Row, 'payable_type' | 'status'> & {
  payable_type: PayableType
  status: PaymentStatus
}
type NewPaymentRow = Omit<Insertable<Tables['payments']>, 'id' | 'payable_type' | 'payable_id' | 'terms'> & {
  /** The price list that it counts by, where its payer chose the amount. */
  terms?: unknown
}
export type PaymentChange = Updateable<Tables['payments']> & { status?: PaymentStatus }

/** Adds an attempt under way; refuses when the payable has one already. */
export async function insertPayment(tx: Db, payment: PayableName & NewPaymentRow): Promise<PaymentRow> {
  const { payableType, payableId, terms, ...facts } = payment
  const trace = traceToStore()
  try {
    const row = await tx
      .insertInto('payments')
      .values({
        ...facts,
        id: uuidv7(),
        payable_type: payableType,
        payable_id: payableId,
        terms: terms === undefined ? null : JSON.stringify(terms),
        ...(trace === undefined ? {} : { trace_parent: trace }),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return toPayment(row)
  } catch (error) {
    if (violatedConstraint(error) === 'payable_has_one_payment_under_way')
      throw new AppError('payment_too_soon')
    throw error
  }
}

export async function findPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  const row = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toPayment(row)
}

/** The trace in which the payment was opened, if that was recorded. */
export async function findTrace(db: Db, id: string): Promise<string | null | undefined> {
  const row = await db.selectFrom('payments').select('trace_parent').where('id', '=', id).executeTakeFirst()
  return row?.trace_parent
}

export async function findPaymentByReceipt(db: Db, receipt: string): Promise<PaymentRow | undefined> {
  const row = await db.selectFrom('payments').selectAll().where('receipt', '=', receipt).executeTakeFirst()
  return row && toPayment(row)
}

export async function findLatestPayment(
  db: Db,
  { payableType, payableId }: PayableName,
): Promise<PaymentRow | undefined> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('payable_type', '=', payableType)
    .where('payable_id', '=', payableId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toPayment(row)
}

/** All attempts for one payable, oldest first. */
export async function listPayments(db: Db, payable: PayableName): Promise<PaymentRow[]> {
  const rows = await paymentsOf(db, payable).execute()
  return rows.map(toPayment)
}

/**
 * As `listPayments`, and keeps them, and payments that are yet to be added, from others until the transaction ends.
 * Taken before any lock of the payable itself, in every transaction, so that no two transactions deadlock.
 */
export async function lockPayments(tx: Db, payable: PayableName): Promise<PaymentRow[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payments of ${payable.payableId}`}, 0))`.execute(
    tx,
  )
  const rows = await paymentsOf(tx, payable).forUpdate().execute()
  return rows.map(toPayment)
}

function paymentsOf(db: Db, { payableType, payableId }: PayableName) {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('payable_type', '=', payableType)
    .where('payable_id', '=', payableId)
    .orderBy('id')
}

export async function changePayment(tx: Db, id: string, change: PaymentChange): Promise<void> {
  if (Object.keys(change).length > 0)
    await tx.updateTable('payments').set(change).where('id', '=', id).execute()
}

/** Marks that the provider is asked now; undefined when that was done before or is no longer needed. */
export async function takeForRequest(
  db: Db,
  id: string,
  { now, nextCheckAt }: { now: Date; nextCheckAt: Date },
): Promise<PaymentRow | undefined> {
  const row = await db
    .updateTable('payments')
    .set({
      requested_at: now,
      next_poll_at: nextCheckAt,
      requested_reference: sql`(
        select reference from payables
        where payables.payable_type = payments.payable_type and payables.payable_id = payments.payable_id
      )`,
    })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .where('requested_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && toPayment(row)
}

/** Takes payments that are due to be polled; other processes skip them until their next time. */
export async function takeDuePayments(
  db: Db,
  { now, delaysSeconds, most }: { now: Date; delaysSeconds: readonly number[]; most: number },
): Promise<PaymentRow[]> {
  const rows = await db
    .with('due', (cte) =>
      cte
        .selectFrom('payments')
        .select('id')
        .where('next_poll_at', '<=', now)
        .orderBy('next_poll_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('payments')
    .from('due')
    .whereRef('payments.id', '=', 'due.id')
    .set({
      poll_count: sql`payments.poll_count + 1`,
      // Past the end of the list there is no next time.
      next_poll_at: sql`${now}::timestamptz + (${[...delaysSeconds]}::int[])[payments.poll_count + 1] * interval '1 second'`,
    })
    .returningAll('payments')
    .execute()
  return rows.map(toPayment)
}

const PayableTypeText = z.enum(PAYABLE_TYPES)

function toPayment(row: Row): PaymentRow {
  return {
    ...row,
    payable_type: PayableTypeText.parse(row.payable_type),
    status: PaymentStatus.parse(row.status),
  }
}

/** Names what a payment is for. */
export function payableOf({ payable_type, payable_id }: PaymentRow): PayableName {
  return { payableType: payable_type, payableId: payable_id }
}

const USED_ONCE = new Set([
  'payment_code_is_used_once',
  'payment_receipt_is_used_once',
  'refund_receipt_is_used_once',
])

/** Whether the database refused a payment code because another payment or refund has it already. */
export function isUsedCode(error: unknown): boolean {
  const constraint = violatedConstraint(error)
  return constraint !== undefined && USED_ONCE.has(constraint)
}

/** The error for a code that another payment or refund has already. */
export function usedCodeError(message?: string): AppError {
  return new AppError('mpesa_code_used', message === undefined ? {} : { message })
}
