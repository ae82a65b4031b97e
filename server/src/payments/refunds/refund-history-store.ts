import type { RefundMethod } from '@twende/contract/payments/payment-choices.ts'
import { sql } from 'kysely'
import { accountName } from '../../db/account-name.ts'
import type { Db } from '../../db/database.ts'

export type PastRefund = {
  amount: number
  createdAt: Date
  /** Null while it is due, and so are the other facts of its sending. */
  sentAt: Date | null
  sentBy: string | null
  method: RefundMethod | null
  /** The codes of its transfers. */
  codes: string[]
  /** The reference of what it pays for instead of going back. */
  movedTo: string | null
}

/** What of these payables is owed back or was sent, in the order in which it was owed. */
export async function findRefundHistory(db: Db, payableIds: readonly string[]): Promise<PastRefund[]> {
  const { rows } = await sql<PastRefund>`
    select r.amount, r.created_at as "createdAt", r.sent_at as "sentAt", ${accountName('sender')} as "sentBy", r.method,
      array_remove(r.receipt || r.other_receipts, null) as codes,
      (
        select target.reference from payments as moved join payables as target
          on target.payable_type = moved.payable_type and target.payable_id = moved.payable_id
        where moved.moved_by_refund = r.id
      ) as "movedTo"
    from refunds as r left join accounts as sender on sender.id = r.sent_by
    where r.payable_id = any(${[...payableIds]}::uuid[]) and r.status <> 'withdrawn'
    order by r.created_at, r.id`.execute(db)
  return rows
}
