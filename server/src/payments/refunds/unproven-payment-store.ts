import { sql } from 'kysely'
import { accountName } from '../../db/account-name.ts'
import type { Db } from '../../db/database.ts'

/** Whether only one person recorded the money of a payment: neither its provider nor a second person confirmed it. */
export async function isUnproven(db: Db, paymentId: string): Promise<boolean> {
  const { rows } = await sql`select from unproven_payments where id = ${paymentId}::uuid`.execute(db)
  return rows.length > 0
}

/**
 * Whether a payment of the table `payments as p` is in the books because staff recorded it, or matched its money by hand, and
 * nothing else became of that.
 */
export const RECORDED_BY_STAFF = sql<boolean>`(
  p.id in (select id from unreported_payments)
  or coalesce(p.recorded_by, p.matched_by) is not null and p.status = 'paid' and p.method <> 'moved'
)`

/** Whether a payment is in the books because staff recorded it. */
export async function isRecordedByStaff(db: Db, paymentId: string): Promise<boolean> {
  const { rows } = await sql`
    select from payments as p where p.id = ${paymentId}::uuid and ${RECORDED_BY_STAFF}`.execute(db)
  return rows.length > 0
}

/**
 * The first payment that a second person must approve before the refund `r` is paid; null if none. The
 * database checks the same when it is paid.
 */
export const PAYMENT_TO_APPROVE = sql<string | null>`(
  select id from payments_to_approve(r.payable_id, r.amount) as id where r.status = 'due' order by id limit 1
)`

/** Whether a second person must approve a payment before all money of its payable can be refunded. */
export async function needsApproval(
  db: Db,
  { paymentId, payableId }: { paymentId: string; payableId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from ledger_balances as balance, payments_to_approve(balance.payable_id, balance.money) as id
    where balance.payable_id = ${payableId}::uuid and id = ${paymentId}::uuid`.execute(db)
  return rows.length > 0
}

export type WaitingPayment = {
  id: string
  reference: string
  amount: number
  by: string
  byId: string
  at: Date
}

/** Payments that a second person must approve because money of their payable is to go back, oldest first. */
export async function findPaymentsToApprove(db: Db, most: number): Promise<WaitingPayment[]> {
  const { rows } = await sql<WaitingPayment>`
    select p.id, payables.reference,
      payment_money(p.id) as amount, ${accountName('taker')} as by, taker.id as "byId", p.created_at as at
    from payments as p
    join accounts as taker on taker.id = p.recorded_by
    join payables on payables.payable_type = p.payable_type and payables.payable_id = p.payable_id
    where p.id in (
      select payments_to_approve(r.payable_id, r.amount) from refunds as r where r.status = 'due'
    )
    order by p.id limit ${most}::int
  `.execute(db)
  return rows
}

type PeopleOfPayment = { takenBy: string | null; takenById: string | null; approvedBy: string | null }

/** Who recorded a payment, and who approved it. */
export async function findPeopleOfPayment(db: Db, paymentId: string): Promise<PeopleOfPayment | undefined> {
  return db
    .selectFrom('payments')
    .leftJoin('accounts as taker', 'taker.id', 'payments.recorded_by')
    .leftJoin('accounts as approver', 'approver.id', 'payments.approved_by')
    .select([
      accountName('taker').as('takenBy'),
      'taker.id as takenById',
      accountName('approver').as('approvedBy'),
    ])
    .where('payments.id', '=', paymentId)
    .executeTakeFirst()
}
