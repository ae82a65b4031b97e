-- The narrow rows that searches read are called public listings; `public_until` is the time from which nobody sees one.
alter table shown_listings rename to public_listings;
alter table public_listings rename column leaves_at to public_until;
alter table public_listings rename constraint shown_listings_pkey to public_listings_pkey;
alter table public_listings rename constraint shown_listings_listing_id_fkey to public_listings_listing_id_fkey;
alter index shown_listings_by_age rename to public_listings_by_live_at;
alter index shown_listings_by_price rename to public_listings_by_price;
alter index shown_listings_by_year rename to public_listings_by_year;
alter index shown_listings_by_mileage rename to public_listings_by_mileage;
alter index shown_listings_by_category rename to public_listings_by_category;
alter index shown_listings_by_location rename to public_listings_by_location;
alter index shown_listings_by_end rename to public_listings_by_end;
alter index shown_listings_by_words rename to public_listings_by_words;

drop trigger listing_is_shown on listings;
drop function show_listing;
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
  perform note_listing_words(new.search_text);
  return null;
end $$;
create trigger listing_updates_public_listing after insert or update of
  category_id, location_id, live_at, expires_at, sold_at, status, verified_at, deleted_at, price, mileage, year, seats,
  available, transmission, fuel_type, name, search_text on listings
  for each row execute function update_public_listing();

drop trigger banned_sellers_show_nothing on accounts;
alter function show_listings_of_account rename to update_public_listings_of_account;
create trigger ban_updates_public_listings after update of banned_at on accounts
  for each row when ((old.banned_at is null) <> (new.banned_at is null))
  execute function update_public_listings_of_account();

alter trigger shown_listings_changed on public_listings rename to public_listings_changed;
alter trigger shown_listing_changed on public_listings rename to public_listing_changed;
alter trigger shown_listing_pictures_changed on listing_pictures rename to public_listing_pictures_changed;
alter function tell_change_of_shown_listing rename to tell_change_of_public_listing;
alter function tell_change_of_shown_pictures rename to tell_change_of_public_pictures;

-- The row's own time is that of the change: a listing may be over before the task has deleted its public row.
create or replace function tell_change_of_public_listing() returns trigger language plpgsql as $$
begin
  if exists (select from public_listings where listing_id = new.id and public_until > new.updated_at) then
    perform pg_notify('twende_changed', 'listings');
  end if;
  return null;
end $$;

create or replace function tell_change_of_public_pictures() returns trigger language plpgsql as $$
begin
  if exists (select from public_listings where listing_id = coalesce(new.listing_id, old.listing_id)) then
    perform pg_notify('twende_changed', 'listings');
  end if;
  return null;
end $$;
