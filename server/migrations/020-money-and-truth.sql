-- A visitor's order by WhatsApp has no account, and its money stands in the books all the same.
alter table payments
  alter column account_id drop not null,
  add constraint payment_has_a_payer check (account_id is not null or purpose = 'order');

-- Nobody sees the cars of a seller who is banned, and everybody sees them again when the ban ends. The row of the
-- listing is locked by whoever changes it, so a ban and a decision about a car take turns.
create or replace function show_listing() returns trigger language plpgsql as $$
begin
  if new.verified_at is null or new.deleted_at is not null or new.expires_at is null
    or new.status not in ('active', 'sold')
    or exists (select from accounts where accounts.id = new.account_id and accounts.banned_at is not null) then
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

create function show_listings_of_account() returns trigger language plpgsql as $$
begin
  update listings set name = name where account_id = new.id and deleted_at is null;
  return null;
end $$;
create trigger banned_sellers_show_nothing after update of banned_at on accounts
  for each row when ((old.banned_at is null) <> (new.banned_at is null)) execute function show_listings_of_account();

-- Those who are banned already.
update listings set name = listings.name from accounts
  where accounts.id = listings.account_id and accounts.banned_at is not null and listings.deleted_at is null;

-- What was done stays written. Whose it was does not, once that person is gone: what they told us may be blanked.
create or replace function refuse_change() returns trigger language plpgsql as $$
declare
  told text[] := array['before', 'after', 'reason', 'search_text'];
begin
  if tg_op = 'UPDATE' and coalesce(current_setting('twende.forgetting', true), '') = 'yes'
    and to_jsonb(new) - told = to_jsonb(old) - told then
    return new;
  end if;
  raise exception 'The audit log is only ever added to.' using errcode = 'restrict_violation';
end $$;

-- The same keys, and the values of the personal ones gone.
create function without_personal(told jsonb, personal text[]) returns jsonb language sql immutable as $$
  select coalesce(
    jsonb_object_agg(key, case when key = any(personal) and value <> 'null' then '"[deleted]"' else value end), told
  )
  from jsonb_each(told)
$$;
