-- Beside "Verified Vehicle" stands the name of the seller that staff saw. Another name is shown once staff has checked it.
alter table accounts add column name_was_changed boolean not null default false;
create index accounts_with_another_name on accounts (id) where name_was_changed;
create function note_change_of_name() returns trigger language plpgsql as $$
begin
  new.name_was_changed := true;
  return new;
end $$;
create trigger change_of_name_is_noted before update of name on accounts
  for each row when (new.name is not null and old.name is distinct from new.name) execute function note_change_of_name();

alter table listings add column checked_seller_name text;
update listings set checked_seller_name = accounts.name
from accounts where accounts.id = listings.account_id and verified_at is not null;

create function keep_checked_seller_name() returns trigger language plpgsql as $$
begin
  if new.verified_at is null then
    new.checked_seller_name := null;
  elsif tg_op = 'INSERT' or old.verified_at is null then
    new.checked_seller_name := (select name from accounts where id = new.account_id);
  end if;
  return new;
end $$;
create trigger checked_seller_name_is_kept before insert or update of verified_at on listings
  for each row execute function keep_checked_seller_name();

-- The name of a seller is personal data.
do $$
begin
  execute replace(
    pg_get_functiondef('personal_audit_fields'::regproc),
    '''contact_phone'', ''contact_email'', ''warnings''',
    '''contact_phone'', ''contact_email'', ''warnings'', ''checked_seller_name'''
  );
end $$;

do $$
declare
  known text;
begin
  select substring(pg_get_constraintdef(oid) from '^CHECK \((.*)\)$') into strict known
  from pg_constraint where conname = 'listing_history_code_is_known';
  execute format(
    'alter table listing_history drop constraint listing_history_code_is_known,
       add constraint listing_history_code_is_known check (%s or code = ''seller_name_checked'')', known);
end $$;

alter table listings drop constraint listing_warnings_are_known;
alter table listings add constraint listing_warnings_are_known check (warnings <@ array[
  'asks_for_money', 'contact_in_description', 'price_far_below_similar', 'mileage_high_for_year',
  'mileage_low_for_year', 'pictures_of_another_seller', 'pictures_of_our_fleet', 'same_picture_twice',
  'mileage_lower_than_verified', 'same_car_listed', 'contact_of_banned_seller'
]);
alter table listing_edits drop constraint listing_edit_warnings_are_known;
alter table listing_edits add constraint listing_edit_warnings_are_known check (warnings <@ array[
  'asks_for_money', 'contact_in_description', 'price_far_below_similar', 'mileage_high_for_year',
  'mileage_low_for_year', 'pictures_of_another_seller', 'pictures_of_our_fleet', 'same_picture_twice',
  'mileage_lower_than_verified', 'same_car_listed', 'contact_of_banned_seller'
]);
