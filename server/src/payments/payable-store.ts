import type { CustomerReach } from '@twende/contract/notifications/customer-reach.ts'
import type { PayableType } from '@twende/contract/payments/payment.ts'
import { m } from '@twende/messages'
import { type RawBuilder, sql } from 'kysely'
import { accountName } from '../db/account-name.ts'
import type { Db } from '../db/database.ts'

/** Reads the view `payables`, which is all that payments know of the nouns that can be paid for. */

export type PayableName = { payableType: PayableType; payableId: string }

export type Payer = { accountId: string; name: string; email: string; reference: string; mailOnly: boolean }

/** The name of the customer of `payables` joined with `accounts`: at the counter it is what staff typed. */
export function customerName(): RawBuilder<string> {
  return sql`case when at_counter then payables.payer_name else ${accountName()} end`
}

/** Their address: of a customer at the counter what they gave, or nothing; none of a deleted account. */
export const CUSTOMER_EMAIL = sql<string>`case
  when at_counter then payables.payer_email
  when accounts.deleted_at is null then accounts.email
end`

/** Who is told of money, and the reference of what they pay for; undefined for somebody who can be told nowhere. */
export async function findPayer(db: Db, { payableType, payableId }: PayableName): Promise<Payer | undefined> {
  const { rows } = await sql<Payer>`
    select accounts.id as "accountId", ${customerName()} as name, ${CUSTOMER_EMAIL} as email, payables.reference,
      at_counter as "mailOnly"
    from payables join accounts on accounts.id = payables.account_id
    where payable_type = ${payableType} and payable_id = ${payableId}::uuid
  `.execute(db)
  return rows[0]?.email ? rows[0] : undefined
}

/** How the customer is told of money, as `findPayer` says; that is never switched off. */
export async function findPayerReach(
  db: Db,
  { payableType, payableId }: PayableName,
): Promise<CustomerReach> {
  const { rows } = await sql<{ email: string | null; phone: string | null }>`
    select nullif(${CUSTOMER_EMAIL}, '') as email, payables.payer_phone as phone
    from payables left join accounts on accounts.id = payables.account_id
    where payable_type = ${payableType} and payable_id = ${payableId}::uuid
  `.execute(db)
  return { email: rows[0]?.email ?? null, isMuted: false, phone: rows[0]?.phone ?? '' }
}

export async function findPayableReference(db: Db, { payableType, payableId }: PayableName): Promise<string> {
  const { rows } = await sql<{ reference: string }>`
    select reference from payables where payable_type = ${payableType} and payable_id = ${payableId}::uuid
  `.execute(db)
  return rows[0]?.reference ?? ''
}

/** Null where its payer chooses the amount, and where it is gone. */
export async function findPayablePrice(
  db: Db,
  { payableType, payableId }: PayableName,
): Promise<number | null> {
  const { rows } = await sql<{ price: number | null }>`
    select price from payables where payable_type = ${payableType} and payable_id = ${payableId}::uuid
  `.execute(db)
  return rows[0]?.price ?? null
}

/** Whether it was cancelled or deleted: nothing of it is left to pay, and money that still comes goes back, unless that revives it. */
export async function hasEnded(db: Db, { payableType, payableId }: PayableName): Promise<boolean> {
  const { rows } = await sql`
    select from payables
    where payable_type = ${payableType} and payable_id = ${payableId}::uuid
      and (status = 'cancelled' or is_deleted)`.execute(db)
  return rows.length > 0
}

export type NamedPayable = PayableName & {
  /** Null for a visitor's order. */
  accountId: string | null
  reference: string
  customer: string
  /** Null where the payer chooses the amount. */
  price: number | null
  status: string
}

/** What has this reference; of several that share one, the live or else latest. */
export async function findPayableByReference(db: Db, reference: string): Promise<NamedPayable | undefined> {
  const [payable] = await findPayablesByReference(db, reference)
  return payable
}

/** Everything that has this reference, since old bookings share theirs with later ones; the live and the latest first. */
export async function findPayablesByReference(
  db: Db,
  reference: string,
): Promise<(NamedPayable & { isLive: boolean; createdAt: Date })[]> {
  const { rows } = await sql<NamedPayable & { isLive: boolean; createdAt: Date }>`
    select payable_type as "payableType", payable_id as "payableId", account_id as "accountId", reference,
      coalesce(${customerName()}, ${m.payment_visitor()}) as customer, price, payables.status, is_live as "isLive",
      payables.created_at as "createdAt"
    from payables left join accounts on accounts.id = account_id
    where reference = ${reference} and not is_deleted
    order by is_live desc, payables.created_at desc
  `.execute(db)
  return rows
}

/** Whose a payable is: an account, unless staff typed it for somebody else, and the phone that was named for it. */
export async function findCustomerOf(
  db: Db,
  { payableType, payableId }: PayableName,
): Promise<{ accountId: string | null; phone: string }> {
  const { rows } = await sql<{ accountId: string | null; phone: string }>`
    select case when not at_counter then account_id end as "accountId", payer_phone as phone
    from payables where payable_type = ${payableType} and payable_id = ${payableId}::uuid
  `.execute(db)
  return rows[0] ?? { accountId: null, phone: '' }
}

/** A reported transaction as something whose money goes back; undefined where nothing was reported under this code. */
export async function findUnmatchedPayable(db: Db, receipt: string): Promise<NamedPayable | undefined> {
  const { rows } = await sql<NamedPayable>`
    select payable_type as "payableType", payable_id as "payableId", account_id as "accountId", reference,
      coalesce(payer_name, '') as customer, price, status
    from payables where payable_type = 'unmatched' and reference = ${receipt.toUpperCase()}
  `.execute(db)
  return rows[0]
}
