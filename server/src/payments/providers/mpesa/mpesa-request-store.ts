import { sql } from 'kysely'
import { type Db, violatedConstraint } from '../../../db/database.ts'

type RequestIds = { merchantRequestId: string; checkoutRequestId: string }
export type MpesaResult = { resultCode: string; resultDesc: string }

/**
 * Saves the ids that Safaricom gave to the request of a payment, with the result if there is one. False when the payment
 * has other ids already, or another payment has these.
 */
export async function saveRequestIds(
  db: Db,
  paymentId: string,
  { merchantRequestId, checkoutRequestId }: RequestIds,
  result?: MpesaResult,
): Promise<boolean> {
  try {
    const { rows } = await sql`
      insert into mpesa_requests (payment_id, merchant_request_id, checkout_request_id, result_code, result_desc)
      values (
        ${paymentId}, ${merchantRequestId}, ${checkoutRequestId},
        ${result?.resultCode ?? null}, ${result?.resultDesc ?? null}
      )
      on conflict (payment_id) do update set
        merchant_request_id = excluded.merchant_request_id, checkout_request_id = excluded.checkout_request_id,
        result_code = ${laterResult('result_code')}, result_desc = ${laterResult('result_desc')}
      where mpesa_requests.checkout_request_id is null
        or mpesa_requests.checkout_request_id = excluded.checkout_request_id
          and mpesa_requests.merchant_request_id = excluded.merchant_request_id
      returning payment_id`.execute(db)
    return rows.length > 0
  } catch (error) {
    if (violatedConstraint(error) === 'mpesa_checkout_request_is_unique') return false
    throw error
  }
}

export async function saveResult(
  db: Db,
  paymentId: string,
  { resultCode, resultDesc }: MpesaResult,
): Promise<void> {
  await sql`
    insert into mpesa_requests (payment_id, result_code, result_desc)
    values (${paymentId}, ${resultCode}, ${resultDesc})
    on conflict (payment_id) do update set
      result_code = ${laterResult('result_code')}, result_desc = ${laterResult('result_desc')}`.execute(db)
}

/** A request that was paid stays paid, whatever an older message says. */
function laterResult(column: 'result_code' | 'result_desc') {
  const [before, after] = [sql.ref(`mpesa_requests.${column}`), sql.ref(`excluded.${column}`)]
  return sql`case when mpesa_requests.result_code = '0' or excluded.result_code is null then ${before} else ${after} end`
}

export async function findCheckoutRequestId(db: Db, paymentId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('mpesa_requests')
    .select('checkout_request_id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
  return row?.checkout_request_id ?? undefined
}

export async function findResultCode(db: Db, paymentId: string): Promise<string | null> {
  const row = await db
    .selectFrom('mpesa_requests')
    .select('result_code')
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
  return row?.result_code ?? null
}

/** Empties the texts of results of payments made before `before`, at most `most` at a time; returns how many. */
export async function emptyOldResults(tx: Db, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update mpesa_requests set result_desc = null where payment_id in (
      select payment_id from mpesa_requests join payments on payments.id = payment_id
      where result_desc is not null and coalesce(settled_at, created_at) < ${before} limit ${most}
    )`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
