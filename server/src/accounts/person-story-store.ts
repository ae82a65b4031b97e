import type { BookingStatus } from '@twende/contract/bookings/booking-status.ts'
import type { ListingStatus } from '@twende/contract/listings/listing-status.ts'
import type { PayableType } from '@twende/contract/payments/payment.ts'
import type { PaymentStatus } from '@twende/contract/payments/payment-status.ts'
import type { OrderStatus } from '@twende/contract/shop/order-status.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

const LATEST = 5

/** What a person did here lately: the newest few of everything. */
export async function findLatestOf(db: Db, accountId: string) {
  const [bookings, listings, payments, orders] = await Promise.all([
    db
      .selectFrom('bookings')
      .select(['id', 'reference', 'start_date', 'end_date', 'final_amount'])
      .select([sql<BookingStatus>`status`.as('status'), sql<string>`car_snapshot ->> 'name'`.as('car')])
      .where('account_id', '=', accountId)
      .orderBy('created_at', 'desc')
      .limit(LATEST)
      .execute(),
    db
      .selectFrom('listings')
      .select(['id', 'name', 'price', 'created_at', 'verified_at', sql<ListingStatus>`status`.as('status')])
      .where('account_id', '=', accountId)
      .where('deleted_at', 'is', null)
      .orderBy('created_at', 'desc')
      .limit(LATEST)
      .execute(),
    db
      .selectFrom('payments')
      .select(['id', 'amount', 'amount_received', 'receipt', 'created_at'])
      .select([sql<PaymentStatus>`status`.as('status'), sql<PayableType>`payable_type`.as('purpose')])
      .where('account_id', '=', accountId)
      .orderBy('created_at', 'desc')
      .limit(LATEST)
      .execute(),
    db
      .selectFrom('orders')
      .select(['id', 'number', 'amount', 'created_at', sql<OrderStatus>`status`.as('status')])
      .where('account_id', '=', accountId)
      .orderBy('created_at', 'desc')
      .limit(LATEST)
      .execute(),
  ])
  return { bookings, listings, payments, orders }
}

/** What a person paid that was not given back, in shillings. */
export async function sumPaidBy(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ paid: number }>`
    select coalesce(sum(revenue + unapplied - receivable), 0)::bigint as paid from ledger_balances
    where (payable_id, payable_type) in (
      select payable_id, payable_type from payments where account_id = ${accountId}
    )`.execute(db)
  return rows[0]?.paid ?? 0
}
