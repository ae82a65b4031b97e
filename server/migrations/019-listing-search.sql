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
