import type { RefundMethod } from '@twende/contract/payments/payment-choices.ts'
import { sql } from 'kysely'
import { accountName } from '../db/account-name.ts'
import type { Db } from '../db/database.ts'

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
  /** The number of the deposit that it is of; null for other money. */
  deposit: string | null
}

const DEPOSIT = sql<string | null>`case when of.payable_type = 'deposit' then of.reference end`

/** What of these payables is owed back or was sent, in the order in which it was owed. */
export async function findRefundHistory(db: Db, payableIds: readonly string[]): Promise<PastRefund[]> {
  const { rows } = await sql<PastRefund>`
    select r.amount, r.created_at as "createdAt", r.sent_at as "sentAt", ${accountName('sender')} as "sentBy", r.method,
      array_remove(r.receipt || r.other_receipts, null) as codes,
      (
        select target.reference from payments as moved join payables as target
          on target.payable_type = moved.payable_type and target.payable_id = moved.payable_id
        where moved.moved_by_refund = r.id
      ) as "movedTo",
      ${DEPOSIT} as deposit
    from refunds as r
    join payables as of on of.payable_type = r.payable_type and of.payable_id = r.payable_id
    left join accounts as sender on sender.id = r.sent_by
    where r.payable_id = any(${[...payableIds]}::uuid[]) and r.status <> 'withdrawn'
    order by r.created_at, r.id`.execute(db)
  return rows
}

export type PastReceipt = {
  payableId: string
  at: Date
  amount: number
  code: string | null
  deposit: string | null
}

/** Money that came for these payables and paid for nothing by itself: parts, too much, twice or too late. */
export async function findUnappliedReceipts(db: Db, payableIds: readonly string[]): Promise<PastReceipt[]> {
  const { rows } = await sql<PastReceipt>`
    select p.payable_id as "payableId", coalesce(p.settled_at, p.created_at) as at, p.amount_received as amount, p.receipt as code,
      ${DEPOSIT} as deposit
    from payments as p
    join payables as of on of.payable_type = p.payable_type and of.payable_id = p.payable_id
    where p.payable_id = any(${[...payableIds]}::uuid[]) and p.amount_received is not null and p.outcome in (
      'paid_less', 'part_of_price', 'paid_more', 'paid_twice', 'paid_too_late', 'sold_out', 'given_back')
    order by 2, p.id`.execute(db)
  return rows
}
