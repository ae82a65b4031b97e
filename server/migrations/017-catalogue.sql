-- Categories, places, services and banners become things that staff keeps: hidden instead of deleted while something
-- refers to them, put in order, changed by one person at a time.
alter table categories
  add column hidden_at timestamptz,
  add column updated_at timestamptz not null default now(),
  -- What it was called before, in lower case: an address that somebody kept still finds it.
  add column former_names text[] not null default '{}',
  drop constraint category_name_is_unique,
  add constraint category_name_is_a_line check (char_length(name) between 1 and 80);
create unique index category_name_is_unique on categories (kind, lower(name));

alter table locations
  add column hidden_at timestamptz,
  add column updated_at timestamptz not null default now(),
  add column former_names text[] not null default '{}',
  -- A pickup point lies in a town, and a town in none.
  add column is_town boolean not null generated always as (town_id is null) stored,
  add column town_is_town boolean generated always as (case when town_id is not null then true end) stored,
  add constraint location_is_known_as_town unique (id, is_town),
  add constraint location_lies_in_a_town foreign key (town_id, town_is_town)
    references locations (id, is_town) on delete restrict,
  drop constraint location_name_is_unique,
  add constraint location_name_is_a_line check (char_length(name) between 1 and 80);
create unique index location_name_is_unique on locations (lower(name));

alter table services
  add column hidden_at timestamptz,
  add column updated_at timestamptz not null default now(),
  drop constraint service_name_is_unique,
  add constraint service_name_is_a_line check (char_length(name) between 1 and 80);
create unique index service_name_is_unique on services (lower(name));

alter table banners
  add column hidden_at timestamptz,
  add column updated_at timestamptz not null default now();

-- Whether a thing is, or was, called `asked`, which is in lower case.
create function goes_by(name text, former_names text[], asked text) returns boolean
  language sql immutable parallel safe return lower(name) = asked or asked = any (former_names);

-- How many cars for sale a category or a place has, and which ones a new name concerns.
create index listings_by_category on listings (category_id);
create index listings_by_location on listings (location_id);
