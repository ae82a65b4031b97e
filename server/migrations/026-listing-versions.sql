-- What the seller of a verified car wants to change in it waits here until staff has checked it; the row of the listing
-- keeps the verified version, which is what buyers see. One open edit per listing.
create table listing_edits (
  listing_id uuid primary key references listings (id) on delete cascade,
  -- Changes with every change of the proposed values: staff decides on the values that were on the screen.
  id uuid not null,
  -- Which facts differ from the verified version.
  fields text[] not null,
  -- Their proposed values, with the version of their format; the schema is in listing-edit.ts.
  proposed jsonb not null,
  category_id uuid references categories (id) on delete restrict,
  location_id uuid references locations (id) on delete restrict,
  -- What staff should look at twice, as sentences.
  warnings text[] not null default '{}',
  submitted_at timestamptz not null,
  -- Staff refused it; it is kept so that the seller can read what was refused and why.
  refused_at timestamptz,
  refusal_reason text not null default '',
  constraint listing_edit_is_decided_once unique (id),
  constraint listing_edit_changes_something check (cardinality(fields) > 0),
  constraint listing_edit_has_a_version check (jsonb_typeof(proposed) = 'object' and proposed ? 'version'),
  constraint listing_edit_is_refused_with_a_reason check ((refused_at is null) = (refusal_reason = ''))
);

-- All pictures that the car would have, when the edit changes pictures. The reference keeps them from being swept.
create table listing_edit_pictures (
  listing_id uuid not null references listing_edits (listing_id) on delete cascade,
  position integer not null,
  picture_hash text not null references pictures (hash) on delete restrict,
  primary key (listing_id, position),
  constraint listing_edit_has_at_most_four_pictures check (position between 0 and 3)
);
create index listing_edit_pictures_of_picture on listing_edit_pictures (picture_hash);

-- How often staff verified the listing or a change of it.
alter table listings add column verified_version integer not null default 0;
update listings set verified_version = 1 where verified_at is not null;

-- Whatever the code does: the facts of a verified car change only with a new verification, the price by at most 20 % of
-- the verified one. Free text is compared in the code alone, where spaces and capitals may be corrected.
create function keep_verified_facts() returns trigger language plpgsql as $$
declare
  checked_price bigint := coalesce(old.verified_price, old.price);
begin
  if old.verified_at is null or new.verified_at is null or new.deleted_at is not null
    or new.verified_version > old.verified_version then
    return new;
  end if;
  if (new.category_id, new.location_id, new.year, new.mileage, new.condition, new.ownership, new.seats,
      new.transmission, new.fuel_type, new.contact_phone)
    is distinct from (old.category_id, old.location_id, old.year, old.mileage, old.condition, old.ownership, old.seats,
      old.transmission, old.fuel_type, old.contact_phone)
    or new.price <> old.price and abs(new.price - checked_price) * 100 > checked_price * 20
  then
    raise exception 'A verified listing changes only when it is verified again.'
      using errcode = 'check_violation', constraint = 'verified_facts_are_reviewed';
  end if;
  return new;
end $$;
create trigger verified_facts before update on listings for each row execute function keep_verified_facts();
