create table pictures (
  -- sha256 of the stored master, in hex: the same picture is kept once.
  hash text primary key,
  width integer not null,
  height integer not null,
  -- A tiny blurred WebP as a data URL.
  placeholder text not null,
  created_at timestamptz not null,
  constraint picture_hash_is_sha256 check (hash ~ '^[0-9a-f]{64}$')
);

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
create index cars_by_name on cars using gin (name gin_trgm_ops);

create table car_pictures (
  car_id uuid not null references cars (id) on delete cascade,
  position integer not null,
  picture_hash text not null references pictures (hash) on delete restrict,
  primary key (car_id, position),
  constraint car_has_at_most_four_pictures check (position between 0 and 3)
);
