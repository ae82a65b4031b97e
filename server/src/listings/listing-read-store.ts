import type { ListingStatus } from '@twende/contract/listings/listing-status.ts'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { accountName } from '../db/account-name.ts'
import type { Db } from '../db/database.ts'
import { inOrderOf } from '../db/list-page.ts'
import { findSamePictures } from '../media/likeness.ts'
import type { ListingRow } from './present-listing.ts'

const SOLD_SHOWN = sql.raw(`interval '7 days'`)

/** The condition of a public listing. It begins as the partial indexes do, otherwise PostgreSQL would not use them. */
export function isPublicAt(now: Date) {
  return sql<boolean>`(
    listings.verified_at is not null and listings.deleted_at is null and listings.status in ('active', 'sold')
    and (
      listings.status = 'active' and listings.expires_at > ${now}::timestamptz
      or listings.status = 'sold' and listings.expires_at is not null
        and listings.sold_at > ${now}::timestamptz - ${SOLD_SHOWN}
    )
    and not exists (
      select from accounts where accounts.id = listings.account_id and accounts.banned_at is not null
    )
  )`
}

/** When the paid period ends, if it runs from `now` on, as the contract's `endOfPeriod` computes it. */
function periodEndAt(now: Date) {
  return sql<Date | null>`(
    case when listings.paused_at is null or listings.expires_at <= listings.paused_at then listings.expires_at
    else listings.expires_at + (${now}::timestamptz - listings.paused_at) end
  )`
}

/** Listings that are not deleted, with all that is shown of them. */
export function selectListings(db: Db, now: Date) {
  return selectKeptListings(db, now).where('listings.deleted_at', 'is', null)
}

/** What staff still sees: whatever is not deleted, and what was reported or suspended before its seller removed it. */
const staffSees = sql<boolean>`staff_sees_listing(listings)`

const OWN_COLUMNS = [
  'listings.id',
  'listings.number',
  'listings.account_id',
  'listings.name',
  'listings.make',
  'listings.model',
  'listings.description',
  'listings.price',
  'listings.seats',
  'listings.seller_rating',
  'listings.available',
  'listings.year',
  'listings.mileage',
  'listings.color',
  'listings.service_history',
  'listings.features',
  'listings.contact_phone',
  'listings.contact_email',
  'listings.verified_at',
  'listings.changed_fields',
  'listings.review_since',
  'listings.review_reason',
  'listings.suspension_reason',
  'listings.months',
  'listings.days',
  'listings.free_days',
  'listings.sold_at',
  'listings.views',
  'listings.leads',
  'listings.created_at',
  'listings.updated_at',
  'listings.deleted_at',
] as const

/** Listings with all that is shown of them, also deleted ones. */
function selectKeptListings(db: Db, now: Date) {
  return db
    .selectFrom('listings')
    .innerJoin('categories', 'categories.id', 'listings.category_id')
    .innerJoin('locations', 'locations.id', 'listings.location_id')
    .innerJoin('accounts', 'accounts.id', 'listings.account_id')
    .select(OWN_COLUMNS)
    .select((eb) => [
      'categories.name as category',
      'locations.name as location',
      sql<ListingRow['transmission']>`listings.transmission`.as('transmission'),
      sql<ListingRow['fuel_type']>`listings.fuel_type`.as('fuel_type'),
      sql<ListingRow['condition']>`listings.condition`.as('condition'),
      sql<ListingRow['ownership']>`listings.ownership`.as('ownership'),
      sql<ListingRow['specs']>`listings.specs`.as('specs'),
      sql<ListingStatus>`listings.status`.as('status'),
      sql<ListingRow['warnings']>`listings.warnings`.as('warnings'),
      periodEndAt(now).as('expires_at'),
      accountName().as('seller_name'),
      sql<string>`coalesce(listings.checked_seller_name, ${accountName()})`.as('seen_seller_name'),
      'accounts.email as seller_email',
      'accounts.created_at as seller_since',
      'accounts.banned_at as seller_banned_at',
      sql<boolean>`'listings' = any(accounts.muted)`.as('seller_muted'),
      sql<number>`(
        select count(*) from listings as others
        where others.account_id = listings.account_id and others.verified_at is not null
          and others.deleted_at is null and others.status = 'active' and others.expires_at > ${now}::timestamptz
      )`.as('seller_listings'),
      jsonArrayFrom(
        eb
          .selectFrom('listing_pictures')
          .innerJoin('pictures', 'pictures.hash', 'listing_pictures.picture_hash')
          .whereRef('listing_pictures.listing_id', '=', 'listings.id')
          .select(['pictures.hash', 'pictures.width', 'pictures.height', 'pictures.placeholder'])
          .orderBy('listing_pictures.position'),
      ).as('pictures'),
    ])
}

/** One listing in any state. */
export async function findListing(db: Db, listingId: string, now: Date): Promise<ListingRow | undefined> {
  return selectListings(db, now).where('listings.id', '=', listingId).executeTakeFirst()
}

/** The listings of a page's ids, in their order. */
export async function findListingsById(db: Db, ids: readonly string[], now: Date): Promise<ListingRow[]> {
  if (ids.length === 0) return []
  const rows = await selectListings(db, now)
    .where('listings.id', 'in', [...ids])
    .execute()
  return inOrderOf(ids, rows)
}

/** One listing as staff finds it. */
export async function findListingForStaff(
  db: Db,
  listingId: string,
  now: Date,
): Promise<ListingRow | undefined> {
  return selectKeptListings(db, now).where('listings.id', '=', listingId).where(staffSees).executeTakeFirst()
}

/** The listings of a page's ids of staff, in their order. */
export async function findListingsForStaff(db: Db, ids: readonly string[], now: Date): Promise<ListingRow[]> {
  if (ids.length === 0) return []
  const rows = await selectKeptListings(db, now)
    .where('listings.id', 'in', [...ids])
    .where(staffSees)
    .execute()
  return inOrderOf(ids, rows)
}

/** All listings of one account, newest first. */
export async function findListingsOf(db: Db, accountId: string, now: Date): Promise<ListingRow[]> {
  return selectListings(db, now)
    .where('listings.account_id', '=', accountId)
    .orderBy('listings.created_at', 'desc')
    .orderBy('listings.id', 'desc')
    .execute()
}

/** A listing of the same text and pictures created after `since`: a repeated press of the button. */
export async function findSameListing(db: Db, accountId: string, requestHash: string, since: Date) {
  return db
    .selectFrom('listings')
    .select('id')
    .where('account_id', '=', accountId)
    .where('request_hash', '=', requestHash)
    .where('created_at', '>', since)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function findPictureHashes(db: Db, listingId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('listing_pictures')
    .select('picture_hash')
    .where('listing_id', '=', listingId)
    .orderBy('position')
    .execute()
  return rows.map(({ picture_hash }) => picture_hash)
}

/**
 * What shows the same picture: a listing of another seller, a car of our fleet, or a listing of anybody, removed or not, that
 * was reported or suspended.
 */
export type PictureElsewhere = {
  kind: 'listing' | 'car' | 'reported'
  id: string
  name: string
  isOwn: boolean
}

const wasReported = sql`(
  listings.status = 'suspended'
  or exists (select from listing_reports where listing_reports.listing_id = listings.id)
)`

/** Where pictures of a listing are shown besides: the very ones, also if they were encoded anew. */
export async function findPicturesElsewhere(
  db: Db,
  { accountId, listingId, hashes }: { accountId: string; listingId?: string; hashes: readonly string[] },
): Promise<PictureElsewhere[]> {
  if (hashes.length === 0) return []
  const isElsewhere = sql`listings.id is distinct from ${listingId ?? null}::uuid
    and (account_id <> ${accountId} and deleted_at is null or ${wasReported})`
  // What was reported is known by the pictures of then too.
  const shownBy = sql`(select listing_id, picture_hash from listing_pictures
    union select listing_id, picture_hash from reported_pictures)`
  const ofOthers = sql`select picture_hash from ${shownBy} as shown join listings on listings.id = listing_id
    where ${isElsewhere}`
  const alike = await findSamePictures(
    db,
    hashes,
    sql`${ofOthers} union all select picture_hash from car_pictures`,
  )
  const shown = sql.join([...new Set([...hashes, ...alike])])
  const { rows } = await sql<PictureElsewhere>`
    select distinct case when ${wasReported} then 'reported' else 'listing' end as kind, listings.id, listings.name,
      account_id = ${accountId} as "isOwn"
    from ${shownBy} as shown join listings on listings.id = listing_id
    where picture_hash in (${shown}) and ${isElsewhere}
    union all
    select distinct 'car' as kind, cars.id, cars.name, false
    from car_pictures join cars on cars.id = car_id
    where picture_hash in (${shown})
    order by kind, name, id`.execute(db)
  return rows
}

/** Whether staff has to look at a payment for more time. */
const RENEWAL_WAITS = sql<boolean>`exists (
  select from payment_proofs where payment_proofs.listing_id = listings.id and payment_proofs.status = 'waiting'
)`

/** Mileages of one car may differ so much between two of its listings. */
const SAME_MILEAGE_KM = 1_000
type ComparedCar = {
  listingId: string | null
  accountId: string
  name: string
  year: number
  mileage: number
  pictureHashes: readonly string[]
}

/** Whether a seller has another listing of this car: of its name and year, with its mileage or one of its pictures. */
export async function listsSameCar(db: Db, car: ComparedCar): Promise<boolean> {
  const others = sql`from listings
    where account_id = ${car.accountId} and listings.id is distinct from ${car.listingId}::uuid and deleted_at is null
      and status not in ('draft', 'sold') and lower(name) = lower(${car.name}) and year = ${car.year}`
  const pictures = sql`select picture_hash from listing_pictures
    where listing_id in (select id ${others})`
  const { rows } = await sql<{ same: boolean }>`
    select exists (select ${others} and abs(mileage - ${car.mileage}) <= ${SAME_MILEAGE_KM})
      or exists (select from (${pictures}) as shown where picture_hash = any(${[...car.pictureHashes]})) as same`.execute(
    db,
  )
  if (rows[0]?.same) return true
  return (await findSamePictures(db, car.pictureHashes, pictures)).size > 0
}

/** Whether a phone or an address is that of a seller who is banned, under another account. */
export async function isContactOfBanned(
  db: Db,
  accountId: string,
  { phone, email }: { phone: string; email: string },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from accounts
      where banned_at is not null and id <> ${accountId} and (
        accounts.phone = ${phone} or lower(accounts.email) = lower(${email})
        or exists (
          select from listings where listings.account_id = accounts.id
            and (contact_phone = ${phone} or lower(contact_email) = lower(${email}))
        )
      )
    ) as found`.execute(db)
  return rows[0]?.found === true
}

/** Listings on sale that end before `until`. */
export async function findEnding(db: Db, { now, until }: { now: Date; until: Date }) {
  return db
    .selectFrom('listings')
    .innerJoin('accounts', 'accounts.id', 'listings.account_id')
    .select(['listings.id', 'listings.expires_at as expiresAt'])
    .where('listings.verified_at', 'is not', null)
    .where('listings.status', '=', 'active')
    .where('listings.deleted_at', 'is', null)
    .where('listings.expires_at', '>', now)
    .where('listings.expires_at', '<=', until)
    .where('accounts.banned_at', 'is', null)
    .execute()
}

/** What staff asked for when it sent back a listing that is paid for, until its seller changes it. */
const SENT_BACK = sql<string | null>`case
  when listings.verified_at is null and listings.review_since is null and listings.months > 0
  then nullif(listings.review_reason, '')
end`

/** The recipient of notifications about a listing. */
export async function findSeller(db: Db, listingId: string, now: Date) {
  return db
    .selectFrom('listings')
    .innerJoin('accounts', 'accounts.id', 'listings.account_id')
    .select([
      'accounts.id as accountId',
      accountName().as('name'),
      'accounts.email',
      'listings.name as carName',
      sql<ListingStatus>`listings.status`.as('status'),
      sql<boolean>`listings.verified_at is not null`.as('verified'),
      'listings.available',
      SENT_BACK.as('asked'),
      periodEndAt(now).as('expiresAt'),
      RENEWAL_WAITS.as('renewalWaits'),
    ])
    .where('listings.id', '=', listingId)
    .executeTakeFirstOrThrow()
}

/** Whether a report of a listing of this account waits for staff. */
export async function hasReportedListing(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('listings')
    .select('id')
    .where('account_id', '=', accountId)
    .where('reported_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** A listing of this account that was paid for and whose time has not begun: its money is owed back once it is deleted. */
export async function findUnusedListing(db: Db, accountId: string): Promise<{ name: string } | undefined> {
  return db
    .selectFrom('listings')
    .select('name')
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('live_at', 'is', null)
    .where('paid_due', '>', 0)
    .orderBy('created_at')
    .executeTakeFirst()
}

export async function listingExists(db: Db, listingId: string): Promise<boolean> {
  const row = await db
    .selectFrom('listings')
    .select('id')
    .where('id', '=', listingId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The seller and contact details of a public listing. */
export async function findPublicContact(db: Db, listingId: string, now: Date) {
  return db
    .selectFrom('listings')
    .select(['account_id', 'contact_phone', 'contact_email'])
    .where('listings.id', '=', listingId)
    .where(isPublicAt(now))
    .executeTakeFirst()
}

/** Every public listing that is not sold, and when it last changed. */
export async function findPublicListingIds(db: Db, now: Date): Promise<{ id: string; changedAt: Date }[]> {
  return db
    .selectFrom('listings')
    .where(isPublicAt(now))
    .where('listings.status', '=', 'active')
    .select(['listings.id', 'listings.updated_at as changedAt'])
    .orderBy('listings.id')
    .execute()
}

export type ListingToPay = { accountId: string; status: ListingStatus }

/** The listing whose time is to be paid for, unless it was deleted; with `lock`, nobody else changes it meanwhile. */
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

/** What was paid for the times of these listings that have not begun; the others are left out. */
export async function findPaidDue(db: Db, listingIds: readonly string[]): Promise<Map<string, number>> {
  if (listingIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('listings')
    .select(['id', 'paid_due'])
    .where('id', 'in', [...listingIds])
    .where('live_at', 'is', null)
    .where('paid_due', '>', 0)
    .execute()
  return new Map(rows.map(({ id, paid_due }) => [id, paid_due]))
}
