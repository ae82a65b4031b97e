create table listings (
  id uuid primary key,
  -- What staff and M-Pesa call it: `CAR` and this number.
  number bigint not null generated always as identity (start with 1001),
  account_id uuid not null references accounts (id) on delete restrict,
  idempotency_key text,
  -- sha256 of what was sent, so that a repeated key with another car is noticed.
  request_hash text not null,
  name text not null,
  -- Read from the name, for comparing prices; null when the name does not say.
  make text,
  model text,
  description text not null,
  category_id uuid not null references categories (id) on delete restrict,
  location_id uuid not null references locations (id) on delete restrict,
  price integer not null,
  seats integer not null,
  transmission text not null,
  fuel_type text not null,
  -- What the seller says of their own car: shown, never sorted by.
  seller_rating double precision not null,
  available boolean not null default true,
  year integer not null,
  mileage integer not null,
  color text not null,
  condition text not null,
  ownership text not null,
  service_history text not null default '',
  specs jsonb not null default '{}',
  features text[] not null default '{}',
  contact_phone text not null,
  contact_email text not null,
  status text not null,
  -- Staff looked at the car; an edit of what they looked at takes it away.
  verified_at timestamptz,
  -- Its price then: many small changes are one large one.
  verified_price integer,
  -- What was edited since.
  changed_fields text[] not null default '{}',
  -- Since when it waits for staff to look at it.
  review_since timestamptz,
  -- Why it is not verified or is suspended, in words for its seller.
  review_reason text not null default '',
  -- Months paid for that have not begun to run.
  months_due integer not null default 0,
  -- All months ever paid for.
  months integer not null default 0,
  live_at timestamptz,
  expires_at timestamptz,
  sold_at timestamptz,
  -- Since when it waits for its payment.
  pending_since timestamptz not null,
  -- What staff should look at twice, as sentences.
  warnings text[] not null default '{}',
  -- Readers reported it often or urgently enough for staff to look.
  reported_at timestamptz,
  deleted_at timestamptz,
  views integer not null default 0,
  leads integer not null default 0,
  -- Lower-case name and category, for searching; a trigger keeps it.
  search_text text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint listing_number_is_unique unique (number),
  constraint listing_request_is_made_once unique (account_id, idempotency_key),
  constraint listing_status_is_known check (
    status in ('draft', 'pending_payment', 'active', 'sold', 'expired', 'suspended')
  ),
  constraint listing_price_is_positive check (price between 1 and 1000000000),
  constraint listing_seats_are_sane check (seats between 1 and 60),
  constraint listing_transmission_is_known check (transmission in ('automatic', 'manual')),
  constraint listing_fuel_is_known check (fuel_type in ('petrol', 'electric', 'hybrid', 'diesel')),
  constraint listing_condition_is_known check (condition in ('excellent', 'good', 'fair', 'needs repair')),
  constraint listing_ownership_is_known check (ownership in ('first', 'second', 'third', 'fourth+')),
  constraint listing_rating_is_sane check (seller_rating between 0 and 5),
  constraint listing_year_is_sane check (year between 1990 and 2100),
  constraint listing_mileage_is_sane check (mileage between 0 and 2000000),
  constraint listing_months_are_sane check (months_due between 0 and months),
  constraint listing_counts_are_counted check (views >= 0 and leads >= 0),
  -- The paid period begins once, when the listing goes live.
  constraint listing_period_has_both_ends check ((live_at is null) = (expires_at is null)),
  constraint listing_was_live_to_expire check (status <> 'expired' or expires_at is not null),
  constraint listing_sold_has_a_time check (status <> 'sold' or (sold_at is not null and not available)),
  constraint listing_active_is_paid check (status not in ('active', 'sold') or months > 0)
);

-- What everybody may see, but for the hour; the words must be those of the queries.
create index listings_by_age on listings (live_at desc, id)
  where verified_at is not null and deleted_at is null and status in ('active', 'sold');
create index listings_by_price on listings (price, id)
  where verified_at is not null and deleted_at is null and status in ('active', 'sold');
create index listings_by_year on listings (year desc, id)
  where verified_at is not null and deleted_at is null and status in ('active', 'sold');
create index listings_by_mileage on listings (mileage, id)
  where verified_at is not null and deleted_at is null and status in ('active', 'sold');
create index listings_by_category on listings (category_id, live_at desc)
  where verified_at is not null and deleted_at is null and status in ('active', 'sold');
create index listings_by_location on listings (location_id, live_at desc)
  where verified_at is not null and deleted_at is null and status in ('active', 'sold');
create index listings_by_search on listings using gin (search_text gin_trgm_ops)
  where verified_at is not null and deleted_at is null and status in ('active', 'sold');
create index listings_by_make on listings (make, model, year)
  where verified_at is not null and deleted_at is null and status in ('active', 'sold', 'expired');
create index listings_of_account on listings (account_id, created_at desc);
create index listings_to_expire on listings (expires_at) where status = 'active';
create index listings_unpaid on listings (pending_since) where status = 'pending_payment';
create index listings_to_review on listings (review_since) where review_since is not null;
create index listings_reported on listings (reported_at) where reported_at is not null;
create index listings_suspended on listings (updated_at) where status = 'suspended';

create function write_listing_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := lower(new.name || ' ' || (select name from categories where id = new.category_id));
  return new;
end $$;
create trigger listing_search_text before insert or update of name, category_id on listings
  for each row execute function write_listing_search_text();

create function rewrite_listings_of_category() returns trigger language plpgsql as $$
begin
  update listings set category_id = category_id where category_id = new.id;
  return null;
end $$;
create trigger listing_search_text_of_category after update of name on categories
  for each row execute function rewrite_listings_of_category();

create table listing_pictures (
  listing_id uuid not null references listings (id) on delete cascade,
  position integer not null,
  picture_hash text not null references pictures (hash) on delete restrict,
  primary key (listing_id, position),
  constraint listing_has_at_most_four_pictures check (position between 0 and 3)
);
create index listing_pictures_of_picture on listing_pictures (picture_hash);

-- Who changed a listing, when and why; never updated.
create table listing_history (
  id bigint generated always as identity primary key,
  listing_id uuid not null references listings (id) on delete cascade,
  at timestamptz not null,
  actor text not null,
  account_id uuid references accounts (id) on delete set null,
  what text not null,
  status text not null,
  note text not null default '',
  constraint listing_history_actor_is_known check (actor in ('owner', 'staff', 'payment', 'clock', 'readers'))
);
create index history_of_listing on listing_history (listing_id, id);

-- Who looked, once a day: a hash with that day's key, which tells nobody who it was.
create table listing_views (
  listing_id uuid not null references listings (id) on delete cascade,
  day date not null,
  visitor text not null,
  primary key (listing_id, day, visitor)
);
create index listing_views_by_day on listing_views (day);

-- Taps on a way to reach the seller; counted once a visitor, way and day.
create table listing_leads (
  listing_id uuid not null references listings (id) on delete cascade,
  day date not null,
  visitor text not null,
  way text not null,
  at timestamptz not null,
  primary key (listing_id, day, visitor, way)
);

create table listing_reports (
  listing_id uuid not null references listings (id) on delete cascade,
  -- A hash of the account or, for visitors, of the network: one voice each.
  reporter text not null,
  account_id uuid references accounts (id) on delete set null,
  reason text not null,
  note text not null default '',
  at timestamptz not null,
  -- Staff has looked at it.
  closed_at timestamptz,
  primary key (listing_id, reporter)
);

-- Counting views and leads changes nothing that is shown in lists.
create trigger listings_changed after insert or delete or update of
  name, description, category_id, location_id, price, seats, transmission, fuel_type, seller_rating, available, year,
  mileage, color, condition, ownership, service_history, specs, features, status, verified_at, live_at, expires_at,
  sold_at, deleted_at on listings
  for each statement execute function tell_change('listings');
create trigger listing_pictures_changed after insert or update or delete on listing_pictures
  for each statement execute function tell_change('listings');

-- Payments learn to pay for listings.

-- An M-Pesa message that somebody pasted: a claim, until staff or M-Pesa itself bears it out.
create table mpesa_claims (
  id uuid primary key,
  purpose text not null,
  listing_id uuid references listings (id) on delete restrict,
  account_id uuid not null references accounts (id) on delete restrict,
  code text not null,
  -- What the message says was paid, if it can be read, and what its sender typed.
  amount_read integer,
  amount_typed integer not null,
  paid_at timestamptz,
  recipient text not null default '',
  payer_name text not null,
  payer_phone text not null,
  email text not null,
  -- As pasted, without the wallet's balance.
  message text not null,
  -- What does not fit, as sentences for whoever checks it.
  warnings text[] not null default '{}',
  status text not null default 'waiting',
  reason text not null default '',
  created_at timestamptz not null,
  settled_at timestamptz,
  settled_by uuid references accounts (id) on delete set null,
  constraint claim_purpose_is_known check (purpose in ('listing_period')),
  constraint claim_is_for_one_thing check ((purpose = 'listing_period') = (listing_id is not null)),
  constraint claim_status_is_known check (status in ('waiting', 'approved', 'rejected')),
  constraint claim_code_is_upper_case check (code = upper(code)),
  constraint claim_amount_is_positive check (amount_read > 0 and amount_typed > 0),
  constraint claim_settled_has_a_time check ((status = 'waiting') = (settled_at is null))
);
create index claims_of_listing on mpesa_claims (listing_id, created_at desc);
create index claims_waiting on mpesa_claims (created_at) where status = 'waiting';

-- Money that M-Pesa itself reported as paid to our paybill or till, word for word.
create table mpesa_inbox (
  receipt text primary key,
  amount integer not null,
  shortcode text not null,
  bill_reference text not null,
  -- As reported: masked.
  phone text not null default '',
  payer_name text not null default '',
  paid_at timestamptz,
  body text not null,
  received_at timestamptz not null,
  constraint inbox_receipt_is_upper_case check (receipt = upper(receipt)),
  constraint inbox_amount_is_positive check (amount > 0)
);
create index inbox_by_amount on mpesa_inbox (amount, paid_at);

alter table payments
  add column listing_id uuid references listings (id) on delete restrict,
  add column claim_id uuid references mpesa_claims (id) on delete restrict,
  drop constraint payment_purpose_is_known,
  drop constraint payment_buys_one_thing,
  add constraint payment_purpose_is_known check (purpose in ('booking', 'listing_period')),
  add constraint payment_buys_one_thing check (
    (purpose = 'booking') = (booking_id is not null) and (purpose = 'listing_period') = (listing_id is not null)
  ),
  add constraint payment_settles_one_claim unique (claim_id);
create index payments_of_listing on payments (listing_id, created_at desc) where listing_id is not null;
create unique index listing_has_one_payment_under_way on payments (listing_id) where status = 'processing';

alter table refunds
  alter column booking_id drop not null,
  add column listing_id uuid references listings (id) on delete restrict,
  drop constraint refund_is_owed_once,
  add constraint refund_is_for_one_thing check (num_nonnulls(booking_id, listing_id) = 1),
  add constraint refund_is_owed_once unique nulls not distinct (booking_id, listing_id, payment_id);

-- Every M-Pesa code that was used anywhere, once. Triggers keep it; nothing else writes it.
create table mpesa_codes (
  code text,
  claim_id uuid references mpesa_claims (id) on delete restrict,
  payment_id uuid references payments (id) on delete restrict,
  refund_id uuid references refunds (id) on delete restrict,
  constraint mpesa_code_is_used_once primary key (code),
  constraint mpesa_code_has_a_user check (num_nonnulls(claim_id, payment_id, refund_id) >= 1)
);

create function note_code_of_payment() returns trigger language plpgsql as $$
begin
  if new.receipt is null or (tg_op = 'UPDATE' and old.receipt is not distinct from new.receipt) then
    return null;
  end if;
  -- A claim that was borne out becomes this payment, with its code.
  update mpesa_codes set payment_id = new.id where code = upper(new.receipt) and claim_id = new.claim_id;
  if not found then
    insert into mpesa_codes (code, payment_id) values (upper(new.receipt), new.id);
  end if;
  return null;
end $$;
create trigger payment_code after insert or update of receipt on payments
  for each row execute function note_code_of_payment();

create function note_code_of_refund() returns trigger language plpgsql as $$
begin
  if new.receipt is not null and (tg_op = 'INSERT' or old.receipt is distinct from new.receipt) then
    insert into mpesa_codes (code, refund_id) values (upper(new.receipt), new.id);
  end if;
  return null;
end $$;
create trigger refund_code after insert or update of receipt on refunds
  for each row execute function note_code_of_refund();

create function note_code_of_claim() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into mpesa_codes (code, claim_id) values (new.code, new.id);
  elsif new.status = 'rejected' and old.status <> 'rejected' then
    -- Whoever really paid with it may still say so.
    delete from mpesa_codes where code = new.code and claim_id = new.id and payment_id is null;
  elsif new.code <> old.code then
    update mpesa_codes set code = new.code where code = old.code and claim_id = new.id;
  end if;
  return null;
end $$;
create trigger claim_code after insert or update of status, code on mpesa_claims
  for each row execute function note_code_of_claim();
