import { BookingStatus } from '@twende/contract/bookings/booking-status.ts'
import type { ListingStatus } from '@twende/contract/listings/listing-status.ts'
import type { PayableType } from '@twende/contract/payments/payment.ts'
import type { OrderStatus } from '@twende/contract/shop/order-status.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** What is asked of a booking before its customer's phone is. */
export type BookingToPay = {
  accountId: string
  status: BookingStatus
  amount: number
  holdExpiresAt: Date | null
  /** It was given up because nobody paid in time. */
  ranOut: boolean
  /** It keeps no car, and somebody else has the car by now. */
  isLost: boolean
}

/** The booking to be paid for; with `lock`, nobody changes it until the transaction ends. */
export async function findBookingToPay(
  db: Db,
  bookingId: string,
  { lock = false } = {},
): Promise<BookingToPay | undefined> {
  const query = db
    .selectFrom('bookings')
    .select(['account_id', 'status', 'final_amount', 'hold_expires_at', 'cancelled_by'])
    .select(
      sql<boolean>`status = 'pending' and not keeps_car and exists (
        select from car_calendar where car_calendar.car_id = bookings.car_id
          and car_calendar.taken && tstzrange(bookings.starts_at, bookings.occupied_until)
      )`.as('isLost'),
    )
    .where('id', '=', bookingId)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return (
    row && {
      accountId: row.account_id,
      status: BookingStatus.parse(row.status),
      amount: row.final_amount,
      holdExpiresAt: row.hold_expires_at,
      ranOut: row.cancelled_by === 'clock',
      isLost: row.isLost,
    }
  )
}

/** Whether its customer has, or had, what is to be paid for. */
export function isHandedOver({ status }: BookingToPay): boolean {
  return status !== 'pending' && status !== 'cancelled'
}

export type ListingToPay = { accountId: string; status: ListingStatus }

/** The listing whose time is to be paid for, unless it was deleted. */
export async function findListingToPay(
  db: Db,
  listingId: string,
  { lock = false } = {},
): Promise<ListingToPay | undefined> {
  const query = db
    .selectFrom('listings')
    .select(['account_id as accountId', sql<ListingStatus>`status`.as('status')])
    .where('id', '=', listingId)
    .where('deleted_at', 'is', null)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

export type OrderToPay = {
  accountId: string | null
  status: OrderStatus
  amount: number
  expiresAt: Date | null
  /** It was given up because nobody paid in time. */
  ranOut: boolean
  /** It keeps no pieces, and not all of them are there any more. */
  isLost: boolean
}

/** The order to be paid for; with `lock`, nobody changes it until the transaction ends. */
export async function findOrderToPay(
  db: Db,
  orderId: string,
  { lock = false } = {},
): Promise<OrderToPay | undefined> {
  const query = db
    .selectFrom('orders')
    .select(['account_id as accountId', 'amount', 'expires_at as expiresAt'])
    .select([
      sql<OrderStatus>`status`.as('status'),
      sql<boolean>`cancelled_by is not distinct from 'clock'`.as('ranOut'),
      sql<boolean>`status = 'pending' and not keeps_pieces and exists (
        select from order_items join products on products.id = order_items.product_id
        where order_items.order_id = orders.id and products.on_hand - products.reserved < order_items.quantity
      )`.as('isLost'),
    ])
    .where('id', '=', orderId)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

/** Whether its customer has, or had, what was ordered, or is to get it. */
export function isOrderMade({ status }: OrderToPay): boolean {
  return status !== 'pending' && status !== 'cancelled'
}

export type Payer = { accountId: string; name: string; email: string; reference: string }

/** Who pays, and what the thing is called that they pay for. */
export async function findPayer(
  db: Db,
  { purpose, purchase_id }: { purpose: PayableType; purchase_id: string },
): Promise<Payer | undefined> {
  if (purpose === 'booking') {
    return db
      .selectFrom('bookings')
      .innerJoin('accounts', 'accounts.id', 'bookings.account_id')
      .select(['accounts.id as accountId', 'accounts.name', 'accounts.email', 'bookings.reference'])
      .where('bookings.id', '=', purchase_id)
      .executeTakeFirst()
  }
  if (purpose === 'order') {
    return db
      .selectFrom('orders')
      .innerJoin('accounts', 'accounts.id', 'orders.account_id')
      .select(['accounts.id as accountId', 'accounts.name', 'accounts.email'])
      .select(sql<string>`'ORD' || orders.number`.as('reference'))
      .where('orders.id', '=', purchase_id)
      .executeTakeFirst()
  }
  return db
    .selectFrom('listings')
    .innerJoin('accounts', 'accounts.id', 'listings.account_id')
    .select(['accounts.id as accountId', 'accounts.name', 'accounts.email'])
    .select(sql<string>`'CAR' || listings.number`.as('reference'))
    .where('listings.id', '=', purchase_id)
    .executeTakeFirst()
}

export type NamedPayable = {
  purpose: PayableType
  purchaseId: string
  /** Null for a visitor's order. */
  accountId: string | null
  /** Null where the payer chooses a plan. */
  price: number | null
}

/** What has this reference (BK…, CAR…, ORD…); of bookings that share one, the live or else latest. */
export async function findPayableByReference(db: Db, reference: string): Promise<NamedPayable | undefined> {
  const number = sql`${reference.replace(/\D/g, '')}::bigint`
  const { rows } = await sql<NamedPayable>`
    select purpose, "purchaseId", "accountId", price from (
      (
        select 'booking' as purpose, id as "purchaseId", account_id as "accountId", final_amount as price
        from bookings where reference = ${reference}
        order by status in ('pending', 'confirmed', 'active') desc, created_at desc limit 1
      )
      union all
      select 'listing_period', id, account_id, null from listings
        where ${reference} like 'CAR%' and number = ${number} and deleted_at is null
      union all
      select 'order', id, account_id, amount from orders
        where ${reference} like 'ORD%' and number = ${number}
    ) as named limit 1
  `.execute(db)
  return rows[0]
}
