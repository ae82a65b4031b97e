import type pg from 'pg'

export const LISTINGS = 100_000
const SELLERS = 2_000
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

/** Fills the market to about 100,000 cars for sale that differ as real ones do; most of them everybody may see. */
export async function fillListings(client: pg.Client): Promise<void> {
  await client.query('select setseed(0.5)')
  await client.query(
    `insert into accounts (id, name, email, password_hash, created_at)
     select gen_random_uuid(), 'Seller ' || n, 'seller' || n || '@example.com', '-', now() - n * interval '1 hour'
     from generate_series(1, $1) n`,
    [SELLERS],
  )
  await client.query(
    `with patterns as (select *, row_number() over (order by number) - 1 as at from listings),
       sellers as (select id, row_number() over (order by email) - 1 as at from accounts where email like 'seller%'),
       towns as (select id, row_number() over (order by name) - 1 as at from locations),
       drawn as (
         select n, random() as worth, random() as built, random() as driven, random() as fate, random() as age,
           floor(random() * (select count(*) from patterns)) as pattern, floor(random() * $2) as seller,
           -- A few towns have most of the cars.
           floor(power(random(), 2) * (select count(*) from towns)) as town,
           $3::text[] as trims, 1 + floor(random() * cardinality($3::text[]))::int as trim
         from generate_series(1, $1) n
       )
     insert into listings (id, account_id, request_hash, name, make, model, description, category_id, location_id,
       price, seats, transmission, fuel_type, seller_rating, available, year, mileage, color, condition, ownership,
       service_history, specs, features, contact_phone, contact_email, status, verified_at, verified_price, months,
       live_at, expires_at, sold_at, pending_since, created_at, updated_at)
     select gen_random_uuid(), sellers.id, md5(n::text), trim(p.name || ' ' || trims[trim] || ($4::text[])[1 + n % cardinality($4::text[])]), p.make, p.model,
       p.description || ' ' || p.description, p.category_id, towns.id, 100000 + floor(worth * worth * 12000000)::int,
       p.seats, p.transmission, p.fuel_type, p.seller_rating, fate < 0.92, 2005 + floor(built * 21)::int,
       floor(driven * 320000)::int, p.color, p.condition, p.ownership, p.service_history, p.specs, p.features,
       p.contact_phone, p.contact_email, case when fate < 0.92 then 'active' when fate < 0.97 then 'sold' else 'expired' end,
       now() - age * interval '300 days', p.price, 12,
       now() - age * interval '300 days', now() + (0.96 - fate) * interval '300 days',
       case when fate between 0.92 and 0.97 then now() - age * interval '30 days' end,
       now() - age * interval '300 days', now() - age * interval '300 days', now() - age * interval '300 days'
     from drawn join patterns p on p.at = pattern join sellers on sellers.at = seller join towns on towns.at = town`,
    [LISTINGS, SELLERS, TRIMS, REMARKS],
  )
  await client.query(
    `insert into listing_pictures (listing_id, position, picture_hash)
     select l.id, position, picture.hash from listings l cross join generate_series(0, 2) position
     join lateral (
       select hash, row_number() over (order by hash) - 1 as at from pictures
     ) picture on picture.at = (l.number * 3 + position) % (select count(*) from pictures)
     where l.request_hash ~ '^[0-9a-f]{32}$'`,
  )
  await client.query('vacuum analyze')
}
