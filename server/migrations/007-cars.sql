-- Rental cars, their pictures, the calendars that they share with other programs, periods out of service.

create table cars (
  id uuid primary key,
  name text not null,
  -- In capitals, its groups apart by one space: KDA 123A. Shown to staff alone.
  number_plate text,
  -- The number of the chassis (VIN), in capitals without spaces, and of the logbook. Shown to staff alone.
  chassis_number text,
  logbook_number text,
  year integer,
  colour text,
  -- Kilometres when it was last read. A handover or a return moves it forwards; only staff's correction moves it back.
  odometer integer,
  category_id uuid not null references categories (id) on delete restrict,
  location_id uuid not null references locations (id) on delete restrict,
  description text not null,
  price_per_day integer not null,
  deposit integer not null default 0,
  km_per_day integer not null default 200,
  seats integer not null,
  transmission text not null,
  fuel_type text not null,
  specs jsonb not null default '{}',
  features text[] not null default '{}',
  -- Set by staff by hand; bookings do not change it.
  available boolean not null default true,
  rating_sum integer not null default 0,
  review_count integer not null default 0,
  -- Smoothed mean, as if five earlier reviews had given 4.5, so that one bad review has a limited effect.
  rating double precision not null
    generated always as (round((rating_sum + 22.5) / (review_count + 5), 1)::double precision) stored,
  -- Name and category as a searchable text. Set by a trigger.
  search_text text not null default '',
  retired_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When the car is insured and inspected, by its documents; null while none of that kind was ever recorded. Written by a
  -- trigger only.
  insured tstzmultirange,
  inspected tstzmultirange,
  -- When the odometer of a car was read; null where nobody wrote that down. An older reading does not replace it.
  odometer_read_at timestamptz,
  constraint car_number_plate_is_unique unique (number_plate),
  constraint car_chassis_number_is_unique unique (chassis_number),
  constraint car_chassis_number_is_normalised check (chassis_number ~ '^[A-HJ-NPR-Z0-9]{6,17}$'),
  constraint car_logbook_number_is_unique unique (logbook_number),
  constraint car_year_is_plausible check (year between 1950 and 2100),
  constraint car_odometer_is_plausible check (odometer between 0 and 2000000),
  constraint car_number_plate_is_normalised
    check (number_plate ~ '^[A-Z0-9]{1,4}( [A-Z0-9]{1,5}){1,2}$'),
  constraint car_price_is_positive check (price_per_day > 0),
  constraint car_seats_are_in_range check (seats between 1 and 60),
  constraint car_transmission_is_known check (transmission in ('automatic', 'manual')),
  constraint car_fuel_is_known check (fuel_type in ('petrol', 'electric', 'hybrid', 'diesel')),
  constraint car_rating_sum_matches_review_count check (rating_sum between review_count and review_count * 5)
);
create index cars_by_category on cars (category_id) where retired_at is null;
create index cars_by_location on cars (location_id) where retired_at is null;
create index cars_by_search on cars using gin (search_text gin_trgm_ops);
-- A search of the fleet finds the cars of its page, and counts all that match, in this index alone: it has every column by
-- which searches without words and dates filter and sort.
create index cars_by_price on cars (price_per_day)
  include (id, seats, transmission, fuel_type, category_id, location_id, available, rating, review_count, created_at)
  where retired_at is null;

create function write_car_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := searchable_text(new.name || ' ' || (select name from categories where id = new.category_id));
  return new;
end $$;
create trigger car_search_text_is_written before insert or update of name, category_id on cars
  for each row execute function write_car_search_text();

-- A new name of a category changes the search text of its cars.
create function rewrite_cars_of_category() returns trigger language plpgsql as $$
begin
  update cars set category_id = category_id where category_id = new.id;
  return null;
end $$;
create trigger car_search_text_follows_category_name after update of name on categories
  for each row when (old.name is distinct from new.name) execute function rewrite_cars_of_category();
create trigger cars_change_is_notified after insert or update or delete on cars
  for each statement execute function notify_change('cars');

create table car_pictures (
  car_id uuid not null references cars (id) on delete cascade,
  position integer not null,
  picture_hash text not null references pictures (hash) on delete restrict,
  primary key (car_id, position),
  constraint car_has_at_most_four_pictures check (position between 0 and 3)
);

create trigger car_pictures_change_is_notified after insert or update or delete on car_pictures
  for each statement execute function notify_change('cars');

-- Addresses at which other programs read our calendar.
create table calendar_feeds (
  id uuid primary key,
  -- Null: all cars of the fleet.
  car_id uuid references cars (id) on delete cascade,
  name text not null,
  -- sha256 of the token in the address; the token itself is not stored.
  token_hash text not null,
  created_by uuid references accounts (id) on delete set null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint calendar_feed_token_is_unique unique (token_hash)
);
create index calendar_feeds_in_use on calendar_feeds (created_at desc, id desc) where revoked_at is null;

-- Calendars of others that block our cars.
create table calendar_imports (
  id uuid primary key,
  car_id uuid not null references cars (id) on delete cascade,
  name text not null,
  -- Whoever knows it reads the calendar, so it is shown to nobody and left out of the audit log.
  calendar_url text not null,
  created_by uuid references accounts (id) on delete set null,
  created_at timestamptz not null,
  -- When it was last asked, and when it last answered with a calendar.
  checked_at timestamptz,
  read_at timestamptz,
  -- Why it could not be read when it was last asked.
  problem text,
  -- How many entries of the last reading repeat in a way, or have a time, that is not read.
  unread_entries integer not null default 0,
  -- When the car is taken by the last reading, from that moment on.
  busy tstzmultirange not null default '{}',
  -- Set when staff removes it. Its row stays with the blocks that are over.
  removed_at timestamptz,
  -- What the entries are called that could not be read; they block their days, and staff looks at them.
  unread_names text[] not null default '{}',
  constraint calendar_import_is_read_over_https check (calendar_url like 'https://%'),
  constraint calendar_import_problem_is_known check (
    problem in (
      'unreachable', 'private_address', 'refused', 'too_large', 'not_a_calendar', 'too_many_entries', 'cut_off', 'failed'
    )
  ),
  constraint calendar_import_was_asked_when_it_answered check (
    checked_at is not null or (read_at is null and problem is null)
  ),
  constraint removed_calendar_import_takes_no_time check (removed_at is null or isempty(busy)),
  constraint calendar_import_has_one_car unique (id, car_id)
);
create index calendar_imports_of_car on calendar_imports (car_id) where removed_at is null;

-- Periods in which staff takes a car out of service.
create table car_blocks (
  id uuid primary key,
  car_id uuid not null references cars (id) on delete restrict,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null,
  created_by uuid references accounts (id) on delete set null,
  created_at timestamptz not null,
  -- A block that came from another calendar is one of the car for which that calendar is read.
  import_id uuid,
  constraint car_block_starts_before_it_ends check (starts_at < ends_at),
  constraint car_block_is_of_the_car_of_its_calendar
    foreign key (import_id, car_id) references calendar_imports (id, car_id) on delete cascade
);
create index car_blocks_of_car on car_blocks (car_id, starts_at);
create index car_blocks_of_import on car_blocks (import_id) where import_id is not null;

create function save_car_block_in_calendar() returns trigger language plpgsql as $$
begin
  delete from car_calendar where block_id = new.id;
  insert into car_calendar (car_id, taken, block_id) values (new.car_id, tstzrange(new.starts_at, new.ends_at), new.id);
  return new;
end $$;
create trigger car_block_is_in_calendar after insert or update on car_blocks
  for each row execute function save_car_block_in_calendar();

select audit_table('cars', 'id');
select audit_table('car_pictures', 'car_id');
select audit_table('calendar_feeds', 'id');
select audit_table('calendar_imports', 'id');
select audit_table('car_blocks', 'id');
