import type { FoundItem } from '@twende/contract/search/admin-search-routes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { plannedForItsValues } from '../db/database-client.ts'
import { containsWords, isRefundedWith } from '../db/text-search.ts'

/** Each kind shows its newest few. */
const MOST_OF_A_KIND = 5

type Search = RawBuilder<unknown>

/** Finds by words: names, e-mail addresses, parts of references. One word must have at least three characters. */
export async function findByWords(db: Db, words: readonly string[]): Promise<FoundItem[]> {
  const matches = containsWords(sql`search_text`, words)
  return findItems(db, [
    bookings(matches),
    orders(matches),
    listings(matches),
    cars(matches),
    products(matches),
    accounts(matches),
  ])
}

/** Finds by digits that a phone number contains; at least three. */
export async function findByPhone(db: Db, digits: string): Promise<FoundItem[]> {
  const matches = containsWords(sql`search_text`, [digits])
  return findItems(db, [
    bookings(matches),
    orders(matches),
    accounts(matches),
    payments(sql`phone like ${`%${digits}%`}`),
    listings(sql`contact_phone like ${`%${digits}%`}`),
  ])
}

/** Finds by the beginning of a receipt of a payment provider, in upper case. */
export async function findByReceipt(db: Db, beginning: string): Promise<FoundItem[]> {
  const matches = sql`receipt like ${`${beginning}%`}`
  return findItems(db, [payments(matches), refunds(isRefundedWith(beginning)), transactions(matches)])
}

/** Finds the booking of the deposit of this number. */
export async function findByDeposit(db: Db, number: number): Promise<FoundItem[]> {
  return findItems(db, [
    bookings(sql`id in (select booking_id from deposits where number = ${number}::bigint)`),
  ])
}

/** Finds the listing of this number. Bookings and orders are found by their words. */
export async function findListingByReference(db: Db, reference: string): Promise<FoundItem[]> {
  return findItems(db, [listings(sql`'CAR' || number::text = ${reference}`)])
}

/** Finds cars of the fleet by the beginning of their number plate, in capitals without spaces. */
export async function findByNumberPlate(db: Db, beginning: string): Promise<FoundItem[]> {
  return findItems(db, [cars(sql`replace(number_plate, ' ', '') like ${`${beginning}%`}`)])
}

async function findItems(db: Db, searches: readonly Search[]): Promise<FoundItem[]> {
  const all = sql.join(
    searches.map((search) => sql`(${search} limit ${MOST_OF_A_KIND})`),
    sql` union all `,
  )
  const { rows } = await sql<FoundItem>`
    ${plannedForItsValues} select * from (${all}) as found (kind, id, title, detail, status)`.execute(db)
  return rows
}

const bookings = (condition: Search) => sql`
  select 'booking', id::text, reference,
    trim(concat_ws(' ', customer_info ->> 'firstName', customer_info ->> 'lastName')) || ', ' || (car_snapshot ->> 'name'),
    status
  from bookings where ${condition} order by created_at desc, id desc`

const orders = (condition: Search) => sql`
  select 'order', id::text, 'ORD' || number, trim(concat_ws(' ', address ->> 'firstName', address ->> 'lastName')), status
  from orders where ${condition} order by created_at desc, id desc`

const listings = (condition: Search) => sql`
  select 'listing', id::text, 'CAR' || number, name, status
  from listings where ${condition} and staff_sees_listing(listings) order by created_at desc, id`

const cars = (condition: Search) => sql`
  select 'car', id::text, name, coalesce(number_plate, ''), '' from cars where ${condition} order by name, id`

const products = (condition: Search) => sql`
  select 'product', id::text, name, on_hand - reserved || ' × Ksh ' || price, '' from products where ${condition}
  order by hidden_at nulls first, name, id`

const accounts = (condition: Search) => sql`
  select 'account', id::text, name, email, '' from accounts
  where ${condition} and deleted_at is null order by created_at desc, id desc`

const refunds = (condition: Search) => sql`
  select 'refund', receipt, receipt, amount::text, status from refunds where ${condition} order by created_at desc, id desc`

const transactions = (condition: Search) => sql`
  select 'transaction', receipt, receipt, concat_ws(', ', nullif(payer_name, ''), nullif(payer_reference, ''), amount::text), 'unmatched'
  from provider_transactions where ${condition} and payment_id is null order by received_at desc, receipt`

const payments = (condition: Search) => sql`
  select 'payment', id::text, coalesce(receipt, phone, ''), amount::text, status
  from payments where ${condition} order by created_at desc, id desc`
