import { UNPROVEN_ALONE_UP_TO } from '@twende/contract/payments/refund-rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Only one person recorded the money: neither the provider nor a second person confirmed it. */
const IS_UNPROVEN = sql<boolean>`(
  p.recorded_by is not null and p.approved_by is null and payment_money(p.id) > 0
  and not exists (select from provider_transactions where provider_transactions.payment_id = p.id)
)`

export type UnprovenPayment = { id: string; amount: number; takenBy: string }

/** The payments of a payable that only one person recorded. */
export async function findUnprovenPayments(db: Db, payableId: string): Promise<UnprovenPayment[]> {
  const { rows } = await sql<UnprovenPayment>`
    select p.id, payment_money(p.id) as amount, p.recorded_by as "takenBy" from payments as p
    where p.payable_id = ${payableId}::uuid and ${IS_UNPROVEN}
    order by p.id
  `.execute(db)
  return rows
}

/**
 * The first payment that a second person must approve before the refund `r` is paid; null if none. The
 * database checks the same when it is paid.
 */
export const PAYMENT_TO_APPROVE = sql<string | null>`(
  select p.id from payments as p
  cross join unproven_money(r.payable_id) as unproven
  join ledger_balances as balance on balance.payable_id = r.payable_id
  where r.status = 'due' and unproven > ${sql.lit(UNPROVEN_ALONE_UP_TO)} and balance.money - r.amount < unproven
    and p.payable_id = r.payable_id and ${IS_UNPROVEN}
  order by p.id limit 1
)`

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
      payment_money(p.id) as amount, taker.name as by, taker.id as "byId", p.created_at as at
    from refunds as r
    join payments as p on p.payable_id = r.payable_id
    join accounts as taker on taker.id = p.recorded_by
    join payables on payables.payable_type = p.payable_type and payables.payable_id = p.payable_id
    where r.status = 'due' and ${IS_UNPROVEN}
      and unproven_money(r.payable_id) > ${sql.lit(UNPROVEN_ALONE_UP_TO)}
    group by p.id, payables.reference, taker.id
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
    .select(['taker.name as takenBy', 'taker.id as takenById', 'approver.name as approvedBy'])
    .where('payments.id', '=', paymentId)
    .executeTakeFirst()
}
