import type { PayableType } from '@twende/contract/payments/payment.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { ProviderTransaction } from './compare-proof.ts'

/** Waiting messages whose code M-Pesa told us of with the same amount, and that no other waiting message names. */
export async function findProofsToMatch(
  db: Db,
  only: { code?: string | undefined; listingId?: string | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from mpesa_claims as c join mpesa_inbox as i on i.receipt = c.code
    where c.status = 'waiting' and i.payment_id is null and i.amount = coalesce(c.amount_read, c.amount_typed)
      and not exists (select from mpesa_codes where mpesa_codes.code = c.code)
      and not exists (
        select from mpesa_claims as other where other.code = c.code and other.status = 'waiting' and other.id <> c.id
      )
      and ${only.code === undefined ? sql`true` : sql`c.code = ${only.code}`}
      and ${only.listingId === undefined ? sql`true` : sql`c.listing_id = ${only.listingId}::uuid`}
    order by c.id desc limit 100
  `.execute(db)
  return rows.map(({ id }) => id)
}

export type MatchableTransaction = ProviderTransaction & {
  /** A request to a phone for the same amount was open when the money came. */
  requestOpen: boolean
}

/** What M-Pesa told us of a code. */
export async function findProviderTransaction(
  db: Db,
  code: string,
): Promise<MatchableTransaction | undefined> {
  const { rows } = await sql<MatchableTransaction>`
    select amount, paid_at as "paidAt", payer_name as "payerName", phone, bill_reference as reference,
      payment_id is null and exists (
        select from payments
        where payments.receipt is null and payments.method = 'stk' and payments.amount = money.amount
          and payments.pushed_at between money.paid_at - interval '15 minutes' and money.paid_at + interval '5 minutes'
          and payments.status not in ('failed', 'partial')
      ) as "requestOpen"
    from mpesa_inbox as money where receipt = ${code}
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

/** Other messages that name a code, for other listings: those that wait first, then the oldest. */
export async function findOtherProofs(
  db: Db,
  { code, listingId, limit }: { code: string; listingId: string; limit: number },
): Promise<OtherProof[]> {
  const { rows } = await sql<OtherProof>`
    select c.id, c.listing_id as "listingId", 'CAR' || listings.number as reference, accounts.name as seller,
      c.payer_name as "payerName", c.payer_phone as phone, coalesce(c.amount_read, c.amount_typed) as amount,
      c.created_at as "sentAt", c.status
    from mpesa_claims as c
    join listings on listings.id = c.listing_id join accounts on accounts.id = c.account_id
    where c.code = ${code} and c.listing_id <> ${listingId}::uuid
    order by c.status <> 'waiting', c.id limit ${limit}::int
  `.execute(db)
  return rows
}

/** What a code counts for already: the reference of what it paid for, or of what it was sent back for. */
export async function findUseOfCode(
  db: Db,
  code: string,
): Promise<{ reference: string; purchaseId: string } | undefined> {
  const { rows } = await sql<{ reference: string; purchaseId: string }>`
    select coalesce(bookings.reference, 'CAR' || listings.number, 'ORD' || orders.number) as reference,
      coalesce(bookings.id, listings.id, orders.id) as "purchaseId"
    from mpesa_codes
    left join payments on payments.id = mpesa_codes.payment_id
    left join refunds on refunds.id = mpesa_codes.refund_id
    left join bookings on bookings.id = coalesce(payments.booking_id, refunds.booking_id)
    left join listings on listings.id = coalesce(payments.listing_id, refunds.listing_id)
    left join orders on orders.id = coalesce(payments.order_id, refunds.order_id)
    where mpesa_codes.code = ${code}
  `.execute(db)
  return rows[0]
}

export type NamedInAccountNumber = {
  purpose: PayableType
  purchaseId: string
  reference: string
  customer: string
  price: number | null
  status: string
}

/** What was sold under a reference, with whose it is; of bookings that share one, the live or else latest. */
export async function describePayable(db: Db, reference: string): Promise<NamedInAccountNumber | undefined> {
  const number = /^(?:CAR|ORD)(\d{1,12})$/.exec(reference)?.[1] ?? '-1'
  const { rows } = await sql<NamedInAccountNumber>`
    select * from (
      (
        select 'booking' as purpose, bookings.id as "purchaseId", reference, accounts.name as customer,
          final_amount as price, bookings.status
        from bookings join accounts on accounts.id = bookings.account_id where reference = ${reference}
        order by status in ('pending', 'confirmed', 'active') desc, bookings.created_at desc limit 1
      )
      union all
      select 'listing_period', listings.id, 'CAR' || number, accounts.name, null, status
        from listings join accounts on accounts.id = listings.account_id
        where ${reference} like 'CAR%' and number = ${number}::bigint and listings.deleted_at is null
      union all
      select 'order', orders.id, 'ORD' || number, coalesce(accounts.name, 'A visitor'), amount, status
        from orders left join accounts on accounts.id = orders.account_id
        where ${reference} like 'ORD%' and number = ${number}::bigint
    ) as named limit 1
  `.execute(db)
  return rows[0]
}

/** The reference of a listing, as payers may enter it. */
export async function findListingReference(db: Db, listingId: string): Promise<string> {
  const row = await db
    .selectFrom('listings')
    .select(sql<string>`'CAR' || number`.as('reference'))
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow()
  return row.reference
}
