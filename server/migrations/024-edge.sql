-- Caches are told of a change of a listing only where buyers see it: of what searches show of it (shown_listings, which
-- leaves out unpaid, unverified, suspended, expired and deleted listings, and those of banned sellers), and of what its
-- page says besides. Edits of a listing that nobody sees empty no cache.
drop trigger listings_changed on listings;
drop trigger listing_pictures_changed on listing_pictures;

create trigger shown_listings_changed after insert or delete on shown_listings
  for each row execute function tell_change('listings');
create trigger shown_listing_changed after update on shown_listings
  for each row when (old.* is distinct from new.*) execute function tell_change('listings');

-- The row's own time is that of the change: a listing may be over before a job has taken it out of shown_listings.
create function tell_change_of_shown_listing() returns trigger language plpgsql as $$
begin
  if exists (select from shown_listings where listing_id = new.id and leaves_at > new.updated_at) then
    perform pg_notify('twende_changed', 'listings');
  end if;
  return null;
end $$;
create trigger listing_page_changed after update on listings
  for each row when (
    (new.name, new.description, new.color, new.condition, new.ownership, new.service_history, new.specs, new.features,
     new.seller_rating, new.verified_at)
    is distinct from
    (old.name, old.description, old.color, old.condition, old.ownership, old.service_history, old.specs, old.features,
     old.seller_rating, old.verified_at)
  ) execute function tell_change_of_shown_listing();

create function tell_change_of_shown_pictures() returns trigger language plpgsql as $$
begin
  if exists (select from shown_listings where listing_id = coalesce(new.listing_id, old.listing_id)) then
    perform pg_notify('twende_changed', 'listings');
  end if;
  return null;
end $$;
create trigger shown_listing_pictures_changed after insert or update or delete on listing_pictures
  for each row execute function tell_change_of_shown_pictures();
