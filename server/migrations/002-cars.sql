-- Tells every process which noun's public data changed, so that caches forget it.
create function tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('twende_changed', tg_argv[0]);
  return null;
end $$;

create table pictures (
  -- sha256 of the stored master, in hex: the same picture is kept once.
  hash text primary key,
  width integer not null,
  height integer not null,
  -- A tiny blurred WebP as a data URL.
  placeholder text not null,
  -- How many rounds of sizes were drawn ahead of anybody's asking.
  rounds_drawn integer not null default 0,
  created_at timestamptz not null,
  constraint picture_hash_is_sha256 check (hash ~ '^[0-9a-f]{64}$')
);

create index pictures_to_draw on pictures (rounds_drawn) where rounds_drawn < 3;

create table categories (
  id uuid primary key,
  kind text not null,
  name text not null,
  picture_hash text references pictures (hash) on delete restrict,
  position integer not null default 0,
  constraint category_kind_is_known check (kind in ('vehicle', 'product')),
  constraint category_name_is_unique unique (kind, name)
);

create table locations (
  id uuid primary key,
  name text not null,
  -- A pickup point lies in a town, and whoever looks for cars in the town finds those of its points.
  town_id uuid references locations (id) on delete restrict,
  position integer not null default 0,
  constraint location_name_is_unique unique (name)
);

create table services (
  id uuid primary key,
  name text not null,
  description text not null,
  picture_hash text references pictures (hash) on delete restrict,
  position integer not null default 0,
  constraint service_name_is_unique unique (name)
);

create table banners (
  id uuid primary key,
  picture_hash text not null references pictures (hash) on delete restrict,
  position integer not null default 0
);

create table cars (
  id uuid primary key,
  name text not null,
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
  -- The operator's manual switch; bookings do not touch it.
  available boolean not null default true,
  rating_sum integer not null default 0,
  review_count integer not null default 0,
  -- A smoothed mean, as if five earlier reviews had given 4.5: one bad day does not sink a car.
  rating double precision not null
    generated always as (round((rating_sum + 22.5) / (review_count + 5), 1)::double precision) stored,
  -- Lower-case name and category, for searching; a trigger keeps it.
  search_text text not null default '',
  retired_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint car_price_is_positive check (price_per_day > 0),
  constraint car_seats_are_sane check (seats between 1 and 60),
  constraint car_transmission_is_known check (transmission in ('automatic', 'manual')),
  constraint car_fuel_is_known check (fuel_type in ('petrol', 'electric', 'hybrid', 'diesel')),
  constraint car_rating_adds_up check (rating_sum between review_count and review_count * 5)
);
create index cars_by_price on cars (price_per_day) where retired_at is null;
create index cars_by_category on cars (category_id) where retired_at is null;
create index cars_by_location on cars (location_id) where retired_at is null;
create index cars_by_search on cars using gin (search_text gin_trgm_ops);

create function write_car_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := lower(new.name || ' ' || (select name from categories where id = new.category_id));
  return new;
end $$;
create trigger car_search_text before insert or update of name, category_id on cars
  for each row execute function write_car_search_text();

create function rewrite_cars_of_category() returns trigger language plpgsql as $$
begin
  update cars set category_id = category_id where category_id = new.id;
  return null;
end $$;
create trigger car_search_text_of_category after update of name on categories
  for each row execute function rewrite_cars_of_category();

create table car_pictures (
  car_id uuid not null references cars (id) on delete cascade,
  position integer not null,
  picture_hash text not null references pictures (hash) on delete restrict,
  primary key (car_id, position),
  constraint car_has_at_most_four_pictures check (position between 0 and 3)
);

create trigger cars_changed after insert or update or delete on cars
  for each statement execute function tell_change('cars');
create trigger car_pictures_changed after insert or update or delete on car_pictures
  for each statement execute function tell_change('cars');
create trigger categories_changed after insert or update or delete on categories
  for each statement execute function tell_change('content');
create trigger locations_changed after insert or update or delete on locations
  for each statement execute function tell_change('content');
create trigger services_changed after insert or update or delete on services
  for each statement execute function tell_change('content');
create trigger banners_changed after insert or update or delete on banners
  for each statement execute function tell_change('content');

-- At most one row: the demo market was begun, and when it was complete.
create table demo_market (
  only_one boolean primary key default true,
  begun_at timestamptz not null,
  finished_at timestamptz,
  constraint demo_market_is_one check (only_one)
);
