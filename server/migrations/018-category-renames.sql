-- A new name of a category changes the search text of its listings. Tens of thousands of them in one transaction would be
-- locked for many seconds, so a task writes them in small steps; each keeps the former name in its text until its turn.
create table category_renames (
  category_id uuid primary key references categories on delete cascade,
  renamed_at timestamptz not null default clock_timestamp(),
  -- The listings up to this one, by id, have the new name.
  last_listing_id uuid,
  done integer not null default 0,
  total integer not null
);

-- A few hundred listings are written at once.
create or replace function rewrite_listings_of_category() returns trigger language plpgsql as $$
declare
  uses integer := (select count(*) from listings where category_id = new.id);
begin
  if uses > 500 then
    insert into category_renames (category_id, total) values (new.id, uses)
    on conflict (category_id) do update
      set renamed_at = excluded.renamed_at, last_listing_id = null, done = 0, total = excluded.total;
  else
    delete from category_renames where category_id = new.id;
    update listings set category_id = category_id where category_id = new.id;
  end if;
  return null;
end $$;
