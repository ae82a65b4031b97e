-- What a search among the cars for sale needs of each one that everybody may see, in rows so narrow that 100,000 of
-- them are counted in milliseconds; a row of listings is ten times as wide. Triggers keep it; nothing else adds to it.
create table shown_listings (
  listing_id uuid primary key references listings (id) on delete cascade,
  -- First what has a fixed width: PostgreSQL finds these columns without walking over the others.
  category_id uuid not null,
  location_id uuid not null,
  live_at timestamptz not null,
  -- From then on nobody sees it, whether or not a job has come by.
  leaves_at timestamptz not null,
  price integer not null,
  mileage integer not null,
  year integer not null,
  seats integer not null,
  available boolean not null,
  transmission text not null,
  fuel_type text not null,
  search_text text not null
);

create index shown_listings_by_age on shown_listings (live_at, listing_id);
create index shown_listings_by_price on shown_listings (price, listing_id);
create index shown_listings_by_year on shown_listings (year, listing_id);
create index shown_listings_by_mileage on shown_listings (mileage, listing_id);
create index shown_listings_by_category on shown_listings (category_id);
create index shown_listings_by_location on shown_listings (location_id);
create index shown_listings_by_end on shown_listings (leaves_at);
create index shown_listings_by_words on shown_listings using gin (search_text gin_trgm_ops);

-- Every word that a car on show was ever called by, so that a misspelt one is compared with these and not with every
-- car. Words stay: one that no car is called by any more finds none.
create table listing_words (
  word text primary key
);

create function note_listing_words(said text) returns void language sql as $$
  insert into listing_words (word)
  select distinct word from regexp_split_to_table(said, '[^[:alnum:]]+') as word where length(word) between 3 and 40
  on conflict do nothing
$$;

create function show_listing() returns trigger language plpgsql as $$
begin
  if new.verified_at is null or new.deleted_at is not null or new.expires_at is null
    or new.status not in ('active', 'sold') then
    delete from shown_listings where listing_id = new.id;
    return null;
  end if;
  insert into shown_listings (
    listing_id, category_id, location_id, live_at, leaves_at, price, mileage, year, seats, available,
    transmission, fuel_type, search_text
  ) values (
    new.id, new.category_id, new.location_id, new.live_at,
    -- Sold ones stay a week.
    case new.status when 'active' then new.expires_at else new.sold_at + interval '7 days' end,
    new.price, new.mileage, new.year, new.seats, new.available, new.transmission, new.fuel_type, new.search_text
  )
  on conflict (listing_id) do update set
    category_id = excluded.category_id, location_id = excluded.location_id, live_at = excluded.live_at,
    leaves_at = excluded.leaves_at, price = excluded.price, mileage = excluded.mileage, year = excluded.year,
    seats = excluded.seats, available = excluded.available, transmission = excluded.transmission,
    fuel_type = excluded.fuel_type, search_text = excluded.search_text;
  perform note_listing_words(new.search_text);
  return null;
end $$;
-- Counting views and leads is no reason to look again.
create trigger listing_is_shown after insert or update of
  category_id, location_id, live_at, expires_at, sold_at, status, verified_at, deleted_at, price, mileage, year, seats,
  available, transmission, fuel_type, name, search_text on listings
  for each row execute function show_listing();

-- Those that are there already.
update listings set name = name;

-- Reading a page or a count goes to shown_listings now.
drop index listings_by_age, listings_by_price, listings_by_year, listings_by_mileage, listings_by_category,
  listings_by_location, listings_by_search;

-- What similar cars cost and how many cars a seller has are read from these alone, without the rows.
drop index listings_by_make;
create index listings_by_make on listings (make, model, year) include (price, live_at)
  where verified_at is not null and deleted_at is null and status in ('active', 'sold', 'expired');
create index listings_on_show_of_account on listings (account_id, expires_at)
  where verified_at is not null and deleted_at is null and status = 'active';
