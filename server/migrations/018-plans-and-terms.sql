-- Every price list of the plans that was ever in force, kept by a trigger: money buys what it bought when it was paid.
-- Before the first there was the contract's own.
create table listing_price_lists (
  id bigint generated always as identity primary key,
  since timestamptz not null,
  plans jsonb not null
);

create function keep_price_list() returns trigger language plpgsql as $$
begin
  if new.chosen -> 'listingPlans' is not null
    and (tg_op = 'INSERT' or new.chosen -> 'listingPlans' is distinct from old.chosen -> 'listingPlans') then
    insert into listing_price_lists (since, plans) values (new.updated_at, new.chosen -> 'listingPlans');
  end if;
  return null;
end $$;
create trigger price_list_is_kept after insert or update on business_settings
  for each row execute function keep_price_list();

-- When something changed that the terms of use speak of.
alter table business_settings add column terms_changed_at timestamptz;

-- The price list that a claim or a payment counts by, whatever the plans cost when it is settled.
alter table mpesa_claims
  add column plans jsonb not null default
    '[{"months":1,"price":2000},{"months":3,"price":4500},{"months":6,"price":8000},{"months":12,"price":10000}]';
alter table mpesa_claims alter column plans drop default;

alter table payments add column plans jsonb;
update payments
  set plans = '[{"months":1,"price":2000},{"months":3,"price":4500},{"months":6,"price":8000},{"months":12,"price":10000}]'
  where listing_id is not null;
alter table payments
  add constraint payment_of_a_listing_has_plans check ((listing_id is null) = (plans is null));

-- The terms of cancelling under which a booking was made.
alter table bookings
  add column cancellation_terms jsonb not null default
    '{"freeHoursBefore":24,"freeMinutesAfter":60,"shortDays":2,"keptOfShortPercent":50,"keptOfLongDays":1}';
alter table bookings alter column cancellation_terms drop default;
