import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Any number that nothing else in the database locks by. */
const RECEIPT_LOCK = 20_260_901

/** Gives an order the next receipt number. Taken last in its transaction: the next buyer waits for its commit. */
export async function issueReceipt(
  tx: Db,
  receipt: { orderId: string; amount: number; mpesaCode: string | null; now: Date },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${RECEIPT_LOCK}::bigint)`.execute(tx)
  await tx
    .insertInto('receipts')
    .values((eb) => ({
      number: eb
        .selectFrom('receipts as earlier')
        .select(sql<number>`coalesce(max(earlier.number), 0) + 1`.as('next')),
      order_id: receipt.orderId,
      amount: receipt.amount,
      mpesa_code: receipt.mpesaCode,
      issued_at: receipt.now,
    }))
    .onConflict((conflict) => conflict.constraint('receipt_is_given_once').doNothing())
    .execute()
}
