-- Catalog lists: categories, locations, services, banners.

create table categories (
  id uuid primary key,
  kind text not null,
  name text not null,
  picture_hash text references pictures (hash) on delete restrict,
  position integer not null default 0,
  hidden_at timestamptz,
  updated_at timestamptz not null default now(),
  -- Earlier names in lower case, so that saved links with an old name still work.
  former_names text[] not null default '{}',
  -- Names in other languages, by the code of the language.
  translations jsonb not null default '{"version": 1, "names": {}, "descriptions": {}}',
  constraint category_kind_is_known check (kind in ('vehicle', 'product')),
  constraint category_name_length_is_in_range check (char_length(name) between 1 and 80)
);
create unique index category_name_is_unique on categories (kind, lower(name));

create trigger categories_change_is_notified after insert or update or delete on categories
  for each statement execute function notify_change('content');

create table locations (
  id uuid primary key,
  name text not null,
  -- The town of a pickup point. A search in the town also finds the cars of its pickup points.
  town_id uuid references locations (id) on delete restrict,
  position integer not null default 0,
  hidden_at timestamptz,
  updated_at timestamptz not null default now(),
  former_names text[] not null default '{}',
  translations jsonb not null default '{"version": 1, "names": {}, "descriptions": {}}',
  -- A location without a town is a town. The foreign key below uses both columns: a pickup point refers only to a town.
  is_town boolean not null generated always as (town_id is null) stored,
  town_is_town boolean generated always as (case when town_id is not null then true end) stored,
  constraint location_id_and_is_town_are_unique unique (id, is_town),
  constraint pickup_point_refers_to_a_town foreign key (town_id, town_is_town)
    references locations (id, is_town) on delete restrict,
  constraint location_name_length_is_in_range check (char_length(name) between 1 and 80)
);
create unique index location_name_is_unique on locations (lower(name));

create trigger locations_change_is_notified after insert or update or delete on locations
  for each statement execute function notify_change('content');

create table services (
  id uuid primary key,
  name text not null,
  description text not null,
  picture_hash text references pictures (hash) on delete restrict,
  position integer not null default 0,
  hidden_at timestamptz,
  updated_at timestamptz not null default now(),
  translations jsonb not null default '{"version": 1, "names": {}, "descriptions": {}}',
  constraint service_name_length_is_in_range check (char_length(name) between 1 and 80)
);
create unique index service_name_is_unique on services (lower(name));

create trigger services_change_is_notified after insert or update or delete on services
  for each statement execute function notify_change('content');

create table banners (
  id uuid primary key,
  picture_hash text not null references pictures (hash) on delete restrict,
  position integer not null default 0,
  hidden_at timestamptz,
  updated_at timestamptz not null default now()
);

create trigger banners_change_is_notified after insert or update or delete on banners
  for each statement execute function notify_change('content');

-- Whether a row has or had this name. The searched name is in lower case.
create function has_or_had_name(name text, former_names text[], searched text) returns boolean
  language sql immutable parallel safe return lower(name) = searched or searched = any (former_names);

select audit_table('categories', 'id');
select audit_table('locations', 'id');
select audit_table('services', 'id');
select audit_table('banners', 'id');
