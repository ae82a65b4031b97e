-- Listings: cars for sale by their owners.

create table listings (
  id uuid primary key,
  -- Shown as `CAR` and this number, also as the account number of an M-Pesa payment.
  number bigint not null generated always as identity (start with 1001),
  account_id uuid not null references accounts (id) on delete restrict,
  -- sha256 of the request, so that a repeated idempotency key with a different request is refused.
  request_hash text not null,
  name text not null,
  -- Parsed from the name, for price comparison; null if the name does not contain them.
  make text,
  model text,
  description text not null,
  category_id uuid not null references categories (id) on delete restrict,
  location_id uuid not null references locations (id) on delete restrict,
  price integer not null,
  seats integer not null,
  transmission text not null,
  fuel_type text not null,
  -- The seller's own rating of the car: shown, never used for sorting.
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
  -- When staff verified the listing.
  verified_at timestamptz,
  -- The price when it was verified. Price changes are measured against it, so that small steps do not add up.
  verified_price integer,
  -- Number of times that staff verified the listing or an edit of it.
  verified_version integer not null default 0,
  -- Fields that were edited since.
  changed_fields text[] not null default '{}',
  -- Since when it waits for review by staff.
  review_since timestamptz,
  -- What a review found that did not verify it, shown to the seller.
  review_reason text not null default '',
  -- Paid months whose period has not begun.
  months_due integer not null default 0,
  -- All months that were ever paid.
  months integer not null default 0,
  live_at timestamptz,
  expires_at timestamptz,
  sold_at timestamptz,
  -- Since when it waits for payment.
  pending_since timestamptz not null,
  -- Warnings for staff.
  warnings text[] not null default '{}',
  -- Since when a report waits for staff.
  reported_at timestamptz,
  deleted_at timestamptz,
  views integer not null default 0,
  leads integer not null default 0,
  -- Name and category as a searchable text. Set by a trigger.
  search_text text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Since when the paid time does not run. `expires_at` is its end as it stood then.
  paused_at timestamptz,
  -- Why it is suspended, shown to the seller.
  suspension_reason text not null default '',
  -- Days that were paid for besides `months`.
  days integer not null default 0,
  -- Those of the time that has not begun.
  days_due integer not null default 0,
  -- Shillings that were paid for the time that has not begun.
  paid_due integer not null default 0,
  -- Days of the present time that staff gave for nothing.
  free_days integer not null default 0,
  -- The name of the seller that staff saw when it verified the car.
  checked_seller_name text,
  constraint listing_number_is_unique unique (number),
  constraint listing_status_is_known check (
    status in ('draft', 'pending_payment', 'active', 'sold', 'expired', 'suspended')
  ),
  constraint listing_price_is_in_range check (price between 1 and 1000000000),
  constraint listing_seats_are_in_range check (seats between 1 and 60),
  constraint listing_transmission_is_known check (transmission in ('automatic', 'manual')),
  constraint listing_fuel_is_known check (fuel_type in ('petrol', 'electric', 'hybrid', 'diesel')),
  constraint listing_condition_is_known check (condition in ('excellent', 'good', 'fair', 'needs repair')),
  constraint listing_ownership_is_known check (ownership in ('first', 'second', 'third', 'fourth+')),
  constraint listing_rating_is_in_range check (seller_rating between 0 and 5),
  constraint listing_year_is_in_range check (year between 1990 and 2100),
  constraint listing_mileage_is_in_range check (mileage between 0 and 2000000),
  constraint listing_months_due_are_in_range check (months_due between 0 and months),
  constraint listing_counts_are_not_negative check (views >= 0 and leads >= 0),
  -- The paid period begins when the listing goes live.
  constraint listing_period_has_both_ends check ((live_at is null) = (expires_at is null)),
  constraint expired_listing_has_an_end check (status <> 'expired' or expires_at is not null),
  constraint sold_listing_has_a_time check (status <> 'sold' or (sold_at is not null and not available)),
  constraint active_listing_is_paid check (status not in ('active', 'sold') or months > 0),
  constraint listing_warnings_are_known check (warnings <@ array[
    'asks_for_money', 'contact_in_description', 'price_far_below_similar', 'mileage_high_for_year',
    'mileage_low_for_year', 'pictures_of_another_seller', 'pictures_of_our_fleet', 'same_picture_twice',
    'mileage_lower_than_verified', 'same_car_listed', 'contact_of_banned_seller'
  ]),
  constraint active_listing_is_available check (status <> 'active' or available),
  constraint hidden_listing_has_a_paused_period check (
    (paused_at is not null)
    = (expires_at is not null and status <> 'expired' and (status = 'suspended' or verified_at is null))
  ),
  constraint unverified_listing_waits_for_somebody check (
    status not in ('active', 'sold', 'expired') or deleted_at is not null or verified_at is not null
    or review_since is not null or review_reason <> ''
  ),
  constraint listing_days_due_are_in_range check (days_due between 0 and days),
  constraint listing_free_days_are_not_negative check (free_days >= 0),
  -- Time that is due was paid for, and what was paid for it is kept only until it begins.
  constraint listing_paid_due_is_for_time_due check (paid_due >= 0 and (paid_due = 0 or months_due > 0)),
  constraint listing_days_due_come_with_months check (days_due = 0 or months_due > 0)
);
create index listings_of_account on listings (account_id, created_at desc);
create index listings_to_expire on listings (expires_at) where status = 'active';
create index listings_unpaid on listings (pending_since) where status = 'pending_payment';
create index listings_to_review on listings (review_since) where review_since is not null;
create index listings_reported on listings (reported_at) where reported_at is not null;
create index listings_suspended on listings (updated_at) where status = 'suspended';
create index listings_by_make on listings (make, model, year) include (price, live_at)
  where verified_at is not null and deleted_at is null and status in ('active', 'sold', 'expired');
create index public_listings_of_account on listings (account_id, expires_at)
  where verified_at is not null and deleted_at is null and status = 'active';
-- For counting the listings of a category or location, and for updating them when its name changes.
create index listings_by_category on listings (category_id);
create index listings_by_location on listings (location_id);
-- For sorting and searching in the admin list.
create index listings_by_creation on listings (created_at desc, id) where deleted_at is null;
create index listings_by_search on listings using gin (search_text gin_trgm_ops) where deleted_at is null;
create index listings_by_reference on listings (('CAR' || number::text));
-- Staff finds a listing by the phone number that its buyers call, also by a part of it.
create index listings_by_contact_phone on listings using gin (contact_phone gin_trgm_ops);

create function write_listing_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := searchable_text(new.name || ' ' || (select name from categories where id = new.category_id));
  return new;
end $$;
create trigger listing_search_text_is_written before insert or update of name, category_id on listings
  for each row execute function write_listing_search_text();

-- A new name of a category changes the search text of its listings. Tens of thousands of them in one transaction would be
-- locked for many seconds, so a task writes them in small steps; each keeps the former name in its text until its turn.
create table category_renames (
  category_id uuid primary key references categories on delete cascade,
  renamed_at timestamptz not null default clock_timestamp(),
  -- The listings up to this one, by id, have the new name.
  last_listing_id uuid,
  done integer not null default 0,
  total integer not null
);

-- A few hundred listings are written at once.
create function rewrite_listings_of_category() returns trigger language plpgsql as $$
declare
  uses integer := (select count(*) from listings where category_id = new.id);
begin
  if uses > 500 then
    insert into category_renames (category_id, total) values (new.id, uses)
    on conflict (category_id) do update
      set renamed_at = excluded.renamed_at, last_listing_id = null, done = 0, total = excluded.total;
  else
    delete from category_renames where category_id = new.id;
    update listings set category_id = category_id where category_id = new.id;
  end if;
  return null;
end $$;
create trigger listing_search_text_follows_category_name after update of name on categories
  for each row when (old.name is distinct from new.name) execute function rewrite_listings_of_category();

-- Facts of a verified listing change only with a new verification; the price by at most 20 % of the verified price.
-- Free text is compared in the code, because spaces and capitals may be corrected without review.
create function refuse_unreviewed_listing_facts() returns trigger language plpgsql as $$
declare
  checked_price bigint := coalesce(old.verified_price, old.price);
begin
  if old.verified_at is null or new.verified_at is null or new.deleted_at is not null
    or new.verified_version > old.verified_version then
    return new;
  end if;
  if (new.category_id, new.location_id, new.year, new.mileage, new.condition, new.ownership, new.seats,
      new.transmission, new.fuel_type, new.contact_phone)
    is distinct from (old.category_id, old.location_id, old.year, old.mileage, old.condition, old.ownership, old.seats,
      old.transmission, old.fuel_type, old.contact_phone)
    or new.price <> old.price and abs(new.price - checked_price) * 100 > checked_price * 20
  then
    raise exception 'A verified listing changes only when it is verified again.'
      using errcode = 'check_violation', constraint = 'verified_listing_facts_are_reviewed';
  end if;
  return new;
end $$;
create trigger verified_listing_facts_are_reviewed before update on listings
  for each row execute function refuse_unreviewed_listing_facts();
create trigger listing_account_is_open before insert on listings
  for each row execute function refuse_deleted_account();

-- What is paid for, verified and available is on sale. A transaction makes it so in several steps.
create function check_shown_listing_has_a_period() returns trigger language plpgsql as $$
begin
  if exists (
    select from listings
    where id = new.id and status = 'active' and verified_at is not null and expires_at is null and deleted_at is null
  ) then
    raise exception 'a listing on sale has no paid period' using
      errcode = 'check_violation', constraint = 'shown_listing_has_a_period';
  end if;
  return null;
end $$;
create constraint trigger shown_listing_has_a_period after insert or update of status, verified_at, expires_at, deleted_at
  on listings deferrable initially deferred
  for each row when (new.status = 'active' and new.verified_at is not null and new.expires_at is null)
  execute function check_shown_listing_has_a_period();

-- The name that staff saw with the car stays with it.
create function keep_checked_seller_name() returns trigger language plpgsql as $$
begin
  if new.verified_at is null then
    new.checked_seller_name := null;
  elsif tg_op = 'INSERT' or old.verified_at is null then
    new.checked_seller_name := (select name from accounts where id = new.account_id);
  end if;
  return new;
end $$;
create trigger checked_seller_name_is_kept before insert or update of verified_at on listings
  for each row execute function keep_checked_seller_name();

create table listing_pictures (
  listing_id uuid not null references listings (id) on delete cascade,
  position integer not null,
  picture_hash text not null references pictures (hash) on delete restrict,
  primary key (listing_id, position),
  constraint listing_has_at_most_four_pictures check (position between 0 and 3)
);
create index listing_pictures_of_picture on listing_pictures (picture_hash);

-- Changes of a listing: who, when and why. Append-only.
create table listing_history (
  id bigint generated always as identity primary key,
  listing_id uuid not null references listings (id) on delete cascade,
  at timestamptz not null,
  actor text not null,
  account_id uuid references accounts (id) on delete set null,
  code text not null,
  params jsonb not null default '{}',
  status text not null,
  note text not null default '',
  constraint listing_history_actor_is_known check (actor in ('owner', 'staff', 'payment', 'clock', 'readers')),
  constraint listing_history_code_is_known check (code in (
    'listed', 'resubmitted', 'edited', 'marked_sold', 'marked_available', 'edit_withdrawn', 'edit_approved',
    'edit_refused', 'deleted', 'paid', 'went_live', 'payment_overdue', 'expired', 'verified', 'rejected', 'suspended',
    'restored', 'extended', 'reported', 'changes_omitted', 'money_given_back', 'reports_closed', 'seller_name_checked',
    'payment_corrected', 'days_taken_back', 'payment_undone'
  )),
  constraint listing_history_params_are_an_object check (jsonb_typeof(params) = 'object')
);
create index listing_history_of_listing on listing_history (listing_id, id);

-- Edits of verified listings that wait for review by staff. The row of `listings` holds the verified version, which is
-- what buyers see. One open edit per listing.
create table listing_edits (
  listing_id uuid primary key references listings (id) on delete cascade,
  -- A new id with every change of the proposed values, so that staff decides on the values that were shown.
  id uuid not null,
  -- Fields that differ from the verified version.
  fields text[] not null,
  -- Proposed values with the version of their format; the schema is in listing-edit.ts.
  proposed jsonb not null,
  category_id uuid references categories (id) on delete restrict,
  location_id uuid references locations (id) on delete restrict,
  -- Warnings for staff.
  warnings text[] not null default '{}',
  submitted_at timestamptz not null,
  -- Set when staff refused the edit. The row is kept so that the seller sees what was refused and why.
  refused_at timestamptz,
  refusal_reason text not null default '',
  constraint listing_edit_id_is_unique unique (id),
  constraint listing_edit_changes_something check (cardinality(fields) > 0),
  constraint listing_edit_has_a_version check (jsonb_typeof(proposed) = 'object' and proposed ? 'version'),
  constraint refused_listing_edit_has_a_reason check ((refused_at is null) = (refusal_reason = '')),
  constraint listing_edit_warnings_are_known check (warnings <@ array[
    'asks_for_money', 'contact_in_description', 'price_far_below_similar', 'mileage_high_for_year',
    'mileage_low_for_year', 'pictures_of_another_seller', 'pictures_of_our_fleet', 'same_picture_twice',
    'mileage_lower_than_verified', 'same_car_listed', 'contact_of_banned_seller'
  ])
);

-- All pictures of the listing after the edit, if the edit changes pictures. The foreign key prevents their deletion.
create table listing_edit_pictures (
  listing_id uuid not null references listing_edits (listing_id) on delete cascade,
  position integer not null,
  picture_hash text not null references pictures (hash) on delete restrict,
  primary key (listing_id, position),
  constraint listing_edit_has_at_most_four_pictures check (position between 0 and 3)
);
create index listing_edit_pictures_of_picture on listing_edit_pictures (picture_hash);

-- The columns of publicly visible listings that a search needs. Its rows are a tenth as wide as those of `listings`, so
-- that 100,000 of them are counted in milliseconds. Written by triggers.
create table public_listings (
  listing_id uuid primary key references listings (id) on delete cascade,
  -- Columns of fixed width come first: PostgreSQL computes their offsets without reading the others.
  category_id uuid not null,
  location_id uuid not null,
  live_at timestamptz not null,
  -- The listing is not shown from this time on, even before a scheduled task deletes the row.
  public_until timestamptz not null,
  price integer not null,
  mileage integer not null,
  year integer not null,
  seats integer not null,
  available boolean not null,
  transmission text not null,
  fuel_type text not null,
  search_text text not null
);
create index public_listings_by_live_at on public_listings (live_at, listing_id);
create index public_listings_by_price on public_listings (price, listing_id);
create index public_listings_by_year on public_listings (year, listing_id);
create index public_listings_by_mileage on public_listings (mileage, listing_id);
create index public_listings_by_category on public_listings (category_id);
create index public_listings_by_location on public_listings (location_id);
create index public_listings_by_end on public_listings (public_until);
create index public_listings_by_words on public_listings using gin (search_text gin_trgm_ops);

create trigger public_listings_change_is_notified after insert or delete on public_listings
  for each row execute function notify_change('listings');
create trigger public_listing_update_is_notified after update on public_listings
  for each row when (old.* is distinct from new.*) execute function notify_change('listings');

-- Every word of the names of public listings. A misspelt search word is compared with these instead of with every
-- listing. Words are never deleted; one that is no longer used finds nothing.
create table listing_words (
  word text primary key
);

create function save_listing_words(search_text text) returns void language sql as $$
  insert into listing_words (word)
  select distinct word from regexp_split_to_table(search_text, '[^[:alnum:]]+') as word where length(word) between 3 and 40
  on conflict do nothing
$$;

-- Keeps `public_listings` equal to the listings that everybody may see; those of banned sellers are not public. The
-- lock on the row of the listing makes a ban and a review of the listing run one after the other.
create function update_public_listing() returns trigger language plpgsql as $$
begin
  if new.verified_at is null or new.deleted_at is not null or new.expires_at is null
    or new.status not in ('active', 'sold')
    or exists (select from accounts where accounts.id = new.account_id and accounts.banned_at is not null) then
    delete from public_listings where listing_id = new.id;
    return null;
  end if;
  insert into public_listings (
    listing_id, category_id, location_id, live_at, public_until, price, mileage, year, seats, available,
    transmission, fuel_type, search_text
  ) values (
    new.id, new.category_id, new.location_id, new.live_at,
    -- A sold car stays public for a week.
    case new.status when 'active' then new.expires_at else new.sold_at + interval '7 days' end,
    new.price, new.mileage, new.year, new.seats, new.available, new.transmission, new.fuel_type, new.search_text
  )
  on conflict (listing_id) do update set
    category_id = excluded.category_id, location_id = excluded.location_id, live_at = excluded.live_at,
    public_until = excluded.public_until, price = excluded.price, mileage = excluded.mileage, year = excluded.year,
    seats = excluded.seats, available = excluded.available, transmission = excluded.transmission,
    fuel_type = excluded.fuel_type, search_text = excluded.search_text;
  perform save_listing_words(new.search_text);
  return null;
end $$;
create trigger listing_updates_public_listing after insert or update of
  category_id, location_id, live_at, expires_at, sold_at, status, verified_at, deleted_at, price, mileage, year, seats,
  available, transmission, fuel_type, name, search_text on listings
  for each row execute function update_public_listing();

-- Hides the listings of a seller who is banned, and shows them again when the ban ends.
create function update_public_listings_of_account() returns trigger language plpgsql as $$
begin
  update listings set name = name where account_id = new.id and deleted_at is null;
  return null;
end $$;
create trigger ban_updates_public_listings after update of banned_at on accounts
  for each row when ((old.banned_at is null) <> (new.banned_at is null))
  execute function update_public_listings_of_account();

-- Compares with the time of the change: a listing may have ended before a scheduled task deletes its public row.
create function notify_change_of_public_listing() returns trigger language plpgsql as $$
begin
  if exists (select from public_listings where listing_id = new.id and public_until > new.updated_at) then
    perform pg_notify('twende_changed', 'listings');
  end if;
  return null;
end $$;
create trigger public_listing_page_change_is_notified after update on listings
  for each row when (
    (new.name, new.description, new.color, new.condition, new.ownership, new.service_history, new.specs, new.features,
     new.seller_rating, new.verified_at)
    is distinct from
    (old.name, old.description, old.color, old.condition, old.ownership, old.service_history, old.specs, old.features,
     old.seller_rating, old.verified_at)
  ) execute function notify_change_of_public_listing();

create function notify_change_of_public_listing_pictures() returns trigger language plpgsql as $$
begin
  if exists (select from public_listings where listing_id = coalesce(new.listing_id, old.listing_id)) then
    perform pg_notify('twende_changed', 'listings');
  end if;
  return null;
end $$;
create trigger public_listing_pictures_change_is_notified after insert or update or delete on listing_pictures
  for each row execute function notify_change_of_public_listing_pictures();

-- What the search index of each process has to read again: public listings that changed, words that became known, and
-- changes of categories or locations (a row without listing and word). A process reads the rows that became visible
-- since its last read; `server/src/listings/search-index/` says how. Unlogged: after a crash of the server every process
-- reads everything anew.
create unlogged table listing_search_changes (
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  listing_id uuid,
  word text
);
create index listing_search_changes_by_xid on listing_search_changes (xid);

create function log_public_listing_change() returns trigger language plpgsql as $$
begin
  insert into listing_search_changes (listing_id) values (coalesce(new.listing_id, old.listing_id));
  return null;
end $$;
create trigger public_listing_change_is_logged after insert or delete on public_listings
  for each row execute function log_public_listing_change();
create trigger public_listing_update_is_logged after update on public_listings
  for each row when (old.* is distinct from new.*) execute function log_public_listing_change();

create function log_listing_word() returns trigger language plpgsql as $$
begin
  insert into listing_search_changes (word) values (new.word);
  return null;
end $$;
create trigger listing_word_is_logged after insert on listing_words
  for each row execute function log_listing_word();

create function log_catalog_change() returns trigger language plpgsql as $$
begin
  insert into listing_search_changes default values;
  return null;
end $$;
create trigger category_change_is_logged after insert or update or delete on categories
  for each statement execute function log_catalog_change();
create trigger location_change_is_logged after insert or update or delete on locations
  for each statement execute function log_catalog_change();

-- Unique views per day. Visitors are hashes with a key of that day, so they cannot be identified. At most three
-- visitors of a network are counted.
create table listing_views (
  listing_id uuid not null references listings (id) on delete cascade,
  day date not null,
  visitor text not null,
  network text not null,
  slot integer not null,
  primary key (listing_id, day, visitor),
  constraint listing_views_per_network_are_limited unique (listing_id, day, network, slot),
  constraint listing_view_slot_is_in_range check (slot between 1 and 3)
);
create index listing_views_by_day on listing_views (day);

-- Taps on the seller's contact details, counted once per visitor and way of contact. At most three visitors of a
-- network are counted.
create table listing_leads (
  listing_id uuid not null references listings (id) on delete cascade,
  visitor text not null,
  way text not null,
  at timestamptz not null,
  network text not null,
  slot integer not null,
  primary key (listing_id, visitor, way),
  constraint listing_leads_per_network_are_limited unique (listing_id, way, network, slot),
  constraint listing_lead_slot_is_in_range check (slot between 1 and 3)
);
create index listing_leads_by_age on listing_leads (at);

-- Reports of visitors about a listing. Every report waits for staff until it is closed, and one that was closed keeps nobody
-- from reporting again. At most five accounts of a network are counted.
create table listing_reports (
  listing_id uuid not null references listings (id) on delete cascade,
  -- A hash of the account or, for visitors, of the network: one report each.
  reporter text not null,
  account_id uuid references accounts (id) on delete set null,
  reason text not null,
  note text not null default '',
  at timestamptz not null,
  -- When staff closed the report.
  closed_at timestamptz,
  network text not null,
  slot integer not null,
  id bigint generated always as identity primary key,
  -- What the listing said when it was reported: its seller may change it at any time after.
  seen_name text,
  seen_price integer,
  seen_description text,
  constraint listing_report_slot_is_in_range check (slot between 1 and 5)
);
create index listing_reports_by_age on listing_reports (at);
create unique index open_report_of_a_reader_is_one on listing_reports (listing_id, reporter) where closed_at is null;
create unique index open_reports_per_network_are_limited on listing_reports (listing_id, network, slot)
  where closed_at is null;
create index listing_reports_of_listing on listing_reports (listing_id, at);

-- The pictures that a listing showed when it was reported.
create table reported_pictures (
  listing_id uuid not null references listings (id) on delete cascade,
  picture_hash text not null references pictures (hash) on delete restrict,
  primary key (listing_id, picture_hash)
);
create index reported_pictures_of_picture on reported_pictures (picture_hash);

-- What a seller removes stays with staff if it was reported or suspended: with its reports, its pictures and its history.
create function staff_sees_listing(listing listings) returns boolean language sql stable as $$
  select listing.deleted_at is null or listing.status = 'suspended'
    or exists (select from listing_reports where listing_reports.listing_id = listing.id)
$$;

-- A transaction adds or closes the reports, and says when the listing began to wait, in two steps.
create function check_open_report_waits() returns trigger language plpgsql as $$
declare
  listing uuid := coalesce(to_jsonb(new) ->> 'listing_id', to_jsonb(new) ->> 'id');
begin
  if exists (
    select from listing_reports join listings on listings.id = listing_reports.listing_id
    where listing_reports.listing_id = listing and listing_reports.closed_at is null and listings.reported_at is null
  ) then
    raise exception 'a report that nobody closed waits for nobody'
      using errcode = 'check_violation', constraint = 'open_report_waits_for_staff';
  end if;
  return null;
end $$;
create constraint trigger open_report_waits_for_staff after insert or update of closed_at on listing_reports
  deferrable initially deferred for each row when (new.closed_at is null) execute function check_open_report_waits();
create constraint trigger listing_with_open_report_waits after update of reported_at on listings
  deferrable initially deferred for each row when (old.reported_at is not null and new.reported_at is null)
  execute function check_open_report_waits();

-- Every price list of the listing plans that was in force, recorded by a trigger: a payment counts by the prices of its
-- time. Before the first row the price list of the contract applies.
create table listing_price_lists (
  id bigint generated always as identity primary key,
  since timestamptz not null,
  plans jsonb not null
);

create function save_listing_price_list() returns trigger language plpgsql as $$
begin
  if new.chosen -> 'listingPlans' is not null
    and (tg_op = 'INSERT' or new.chosen -> 'listingPlans' is distinct from old.chosen -> 'listingPlans') then
    insert into listing_price_lists (since, plans) values (new.updated_at, new.chosen -> 'listingPlans');
  end if;
  return null;
end $$;
create trigger listing_price_list_is_saved after insert or update on business_settings
  for each row execute function save_listing_price_list();

select audit_table('listings', 'id');
select audit_table('listing_reports', 'listing_id');
