import type pg from 'pg'

const LISTINGS = 100_000
const LISTINGS_A_SELLER = 50
/** So that one statement does not take too long. */
const BATCH = 100_000
const TRIMS = [
  '',
  'G',
  'X',
  'S',
  'Premium',
  'Luxury',
  'Hybrid',
  'Limited',
  'Sport',
  '4WD',
  'Turbo',
  'New Shape',
]
const REMARKS = ['', ' 1.3', ' 1.5', ' 2.0', ' 2.5', ' Facelift', ' Foreign Used', ' Mint']

/**
 * Fills the market to many cars for sale that differ as real ones do; most of them everybody may see. Without triggers, whose
 * work for all rows is done by few statements afterwards.
 */
export async function fillListings(client: pg.Client, listings = LISTINGS): Promise<void> {
  const sellers = Math.ceil(listings / LISTINGS_A_SELLER)
  await client.query('select setseed(0.5)')
  await client.query(
    `insert into accounts (id, name, email, password_hash, created_at)
     select gen_random_uuid(), 'Seller ' || n, 'seller' || n || '@example.com', '-', now() - n * interval '1 hour'
     from generate_series(1, $1) n`,
    [sellers],
  )
  for (const table of ['listings', 'public_listings'])
    await client.query(`alter table ${table} disable trigger user`)
  for (let from = 1; from <= listings; from += BATCH) {
    await fillBatch(client, [from, Math.min(listings, from + BATCH - 1)], sellers)
  }
  await client.query(
    `insert into public_listings (listing_id, category_id, location_id, live_at, public_until, price, mileage, year, seats,
       available, transmission, fuel_type, search_text)
     select id, category_id, location_id, live_at,
       case status when 'active' then expires_at else sold_at + interval '7 days' end, price, mileage, year, seats,
       available, transmission, fuel_type, search_text
     from listings where status in ('active', 'sold') and request_hash ~ '^[0-9a-f]{32}$'`,
  )
  await client.query(
    `select save_listing_words(search_text) from (select distinct search_text from public_listings) as texts`,
  )
  for (const table of ['listings', 'public_listings'])
    await client.query(`alter table ${table} enable trigger user`)
  await client.query(
    `insert into listing_pictures (listing_id, position, picture_hash)
     select l.id, position, picture.hash from listings l cross join generate_series(0, 2) position
     join (select hash, row_number() over (order by hash) - 1 as at from pictures) picture
       on picture.at = (l.number * 3 + position) % (select count(*) from pictures)
     where l.request_hash ~ '^[0-9a-f]{32}$'`,
  )
  await client.query('vacuum analyze')
}

async function fillBatch(client: pg.Client, [first, last]: [number, number], sellers: number): Promise<void> {
  await client.query(
    `with patterns as (
         select *, row_number() over (order by number) - 1 as at from listings where request_hash !~ '^[0-9a-f]{32}$'
       ),
       sellers as (select id, row_number() over (order by email) - 1 as at from accounts where email like 'seller%'),
       towns as (select id, row_number() over (order by name) - 1 as at from locations),
       drawn as (
         select n, random() as worth, random() as built, random() as driven, random() as fate, random() as age,
           floor(random() * (select count(*) from patterns)) as pattern, floor(random() * $3) as seller,
           -- A few towns have most of the cars.
           floor(power(random(), 2) * (select count(*) from towns)) as town,
           $4::text[] as trims, 1 + floor(random() * cardinality($4::text[]))::int as trim
         from generate_series($1::int, $2::int) n
       )
     insert into listings (id, account_id, request_hash, name, make, model, description, category_id, location_id,
       price, seats, transmission, fuel_type, seller_rating, available, year, mileage, color, condition, ownership,
       service_history, specs, features, contact_phone, contact_email, status, verified_at, verified_price, months,
       live_at, expires_at, sold_at, pending_since, created_at, updated_at, search_text)
     select gen_random_uuid(), sellers.id, md5(n::text), trim(p.name || ' ' || trims[trim] || ($5::text[])[1 + n % cardinality($5::text[])]), p.make, p.model,
       p.description || ' ' || p.description, p.category_id, towns.id, 100000 + floor(worth * worth * 12000000)::int,
       p.seats, p.transmission, p.fuel_type, p.seller_rating, fate < 0.92, 2005 + floor(built * 21)::int,
       floor(driven * 320000)::int, p.color, p.condition, p.ownership, p.service_history, p.specs, p.features,
       p.contact_phone, p.contact_email, case when fate < 0.92 then 'active' when fate < 0.97 then 'sold' else 'expired' end,
       now() - age * interval '300 days', p.price, 12,
       now() - age * interval '300 days', now() + (0.96 - fate) * interval '300 days',
       case when fate between 0.92 and 0.97 then now() - age * interval '30 days' end,
       now() - age * interval '300 days', now() - age * interval '300 days', now() - age * interval '300 days',
       lower(trim(p.name || ' ' || trims[trim] || ($5::text[])[1 + n % cardinality($5::text[])]) || ' ' || categories.name)
     from drawn join patterns p on p.at = pattern join sellers on sellers.at = seller join towns on towns.at = town
       join categories on categories.id = p.category_id`,
    [first, last, sellers, TRIMS, REMARKS],
  )
}
