-- Price rules of rentals; extras: the price list, and who has child seats and chauffeurs when.

-- What a day, a long rental and insurance cost, and the fewest days of a rental.
create table price_rules (
  id uuid primary key,
  -- Shown to staff.
  name text not null,
  kind text not null,
  -- Shillings, percent or days, by its kind.
  value integer not null,
  -- Of a discount: from how many days of rent on.
  from_days integer,
  -- For one car or one category; for the whole fleet when both are null.
  car_id uuid references cars (id) on delete cascade,
  category_id uuid references categories (id) on delete cascade,
  -- First and last day on which the rule applies; null: every day.
  first_day date,
  last_day date,
  -- Days of the week, Monday is 1.
  weekdays integer[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Whether a rule in percent replaces the other rules of a day or multiplies what they make.
  effect text not null default 'replace',
  constraint price_rule_kind_is_known check (
    kind in ('day_price', 'day_percent', 'length_discount', 'minimum_days', 'insurance')
  ),
  constraint price_rule_value_is_in_range check (
    value between case kind when 'minimum_days' then 2 else 1 end
      and case kind when 'day_price' then 1000000 when 'day_percent' then 300 when 'length_discount' then 90
        when 'minimum_days' then 60 else 100000 end
  ),
  constraint price_rule_of_a_discount_has_from_days check (
    (kind = 'length_discount') = (from_days is not null) and from_days between 2 and 365
  ),
  constraint price_rule_is_for_a_car_or_a_category check (num_nonnulls(car_id, category_id) <= 1),
  constraint price_rule_has_both_days_or_none check ((first_day is null) = (last_day is null) and first_day <= last_day),
  constraint price_rule_weekdays_are_known check (
    weekdays <@ array[1, 2, 3, 4, 5, 6, 7] and cardinality(weekdays) between 1 and 7
  ),
  constraint price_rule_name_length_is_in_range check (char_length(name) between 1 and 60),
  constraint price_rule_effect_is_known check (
    effect in ('replace', 'multiply') and (effect = 'replace' or kind = 'day_percent')
  )
);
create index price_rules_of_car on price_rules (car_id);
create index price_rules_of_category on price_rules (category_id);

create trigger price_rules_change_is_notified after insert or update or delete on price_rules
  for each statement execute function notify_change('cars');

select audit_table('price_rules', 'id');

-- The price list of extras. What a booking has of it is in its `extras`.
create table extras (
  id uuid primary key,
  kind text not null,
  -- Shillings: of a chauffeur for each day, of drivers and child seats for each.
  price integer not null,
  -- Of child seats and chauffeurs: how many the business has.
  stock integer,
  -- The place of a delivery or a collection; the pickup and the drop-off of a return to another place, or null for all.
  location_id uuid references locations (id) on delete cascade,
  to_location_id uuid references locations (id) on delete cascade,
  -- A delivery to, or a collection from, an address at the place.
  at_address boolean not null default false,
  -- Of kilometres bought ahead.
  km integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint extra_kind_is_known check (
    kind in ('chauffeur', 'additional_driver', 'child_seat', 'delivery', 'collection', 'one_way', 'extra_km')
  ),
  constraint extra_price_is_in_range check (price between case kind when 'one_way' then 0 else 1 end and 1000000),
  constraint extra_kilometres_have_a_number check ((kind = 'extra_km') = (km is not null) and km between 1 and 10000),
  constraint extra_has_its_places check (
    case
      when kind in ('delivery', 'collection') then location_id is not null and to_location_id is null
      when kind = 'one_way' then
        (location_id is null) = (to_location_id is null) and coalesce(location_id <> to_location_id, true)
      else location_id is null and to_location_id is null
    end
  ),
  constraint extra_is_at_an_address_where_it_is_brought check (not at_address or kind in ('delivery', 'collection')),
  constraint extra_is_offered_once unique nulls not distinct (kind, location_id, to_location_id, at_address, km),
  constraint people_and_seats_have_a_stock check (
    (kind in ('child_seat', 'chauffeur')) = (stock is not null) and stock between 0 and 500
  )
);
create index extras_of_location on extras (location_id);
create index extras_to_location on extras (to_location_id);

select audit_table('extras', 'id');

-- Child seats that live bookings have, each for as long as its car is occupied. Written by a trigger only.
create table child_seat_calendar (
  booking_id uuid primary key references bookings (id) on delete cascade,
  seats integer not null,
  taken tstzrange not null,
  constraint child_seats_are_some check (seats > 0)
);
create index child_seat_calendar_by_time on child_seat_calendar using gist (taken);

-- When the chauffeurs of live bookings drive, each for as long as its car is occupied. Written by a trigger only.
create table chauffeur_calendar (
  booking_id uuid primary key references bookings (id) on delete cascade,
  taken tstzrange not null
);
create index chauffeur_calendar_by_time on chauffeur_calendar using gist (taken);

-- The seats of late rentals that are out at a moment after their agreed time: they are out until the return is recorded.
-- Their number does not rise there: each goes on from where its entry in the calendar ends. A car that is lost ends its
-- rental: staff then says how many seats are left.
create function child_seats_out_late(moment timestamptz, now timestamptz) returns integer language sql stable as $$
  select coalesce(sum(seats), 0)::integer
  from bookings join child_seat_calendar on booking_id = id
  where status = 'active' and occupied_until <= now and upper(taken) <= moment
$$;

-- The most child seats that bookings have at one moment of a span, as far as is known `now`. Their number rises only where
-- one of them begins.
create function most_child_seats_taken(span tstzrange, now timestamptz) returns integer language sql stable as $$
  select coalesce(max(at_once), 0)::integer from (
    select coalesce((select sum(seats) from child_seat_calendar where taken @> moment), 0)
      + child_seats_out_late(moment, now) as at_once
    from (
      select lower(span) as moment
      union select lower(taken) from child_seat_calendar where span @> lower(taken)
    ) as moments
  ) as counted
$$;

-- A booking that takes child seats locks their line of the price list, so that rivals wait for each other, and is refused
-- where there are too few. Bookings that were made before the business had fewer seats stay as they are.
create function save_child_seats() returns trigger language plpgsql as $$
declare
  span tstzrange := tstzrange(new.starts_at, new.occupied_until);
  wanted integer := case
    when new.status in ('confirmed', 'active') or (new.status = 'pending' and new.keeps_car)
    then count_of_extra(new.extras, 'child_seat') else 0
  end;
  had child_seat_calendar;
  owned integer;
begin
  if tg_op = 'UPDATE' then
    select * into had from child_seat_calendar where booking_id = new.id;
    if wanted = coalesce(had.seats, 0) and (wanted = 0 or span = had.taken) then return new; end if;
    delete from child_seat_calendar where booking_id = new.id;
  end if;
  if wanted = 0 then return new; end if;
  if had.seats is null or wanted > had.seats or not span <@ had.taken then
    select stock into owned from extras where kind = 'child_seat' for no key update;
    if most_child_seats_taken(span, new.updated_at) + wanted > coalesce(owned, 0) then
      raise exception 'There are too few child seats for %', span
        using errcode = 'exclusion_violation', constraint = 'child_seats_are_not_taken_twice';
    end if;
  end if;
  insert into child_seat_calendar (booking_id, seats, taken) values (new.id, wanted, span);
  return new;
end $$;
-- A booking without extras takes no child seat: nothing to call a function for.
create trigger child_seats_are_not_taken_twice after insert on bookings
  for each row when (new.extras is not null) execute function save_child_seats();
create trigger changed_child_seats_are_not_taken_twice after update on bookings
  for each row when (old.extras is not null or new.extras is not null) execute function save_child_seats();

-- Chauffeurs have a number, as child seats have.
create function chauffeurs_out_late(moment timestamptz, now timestamptz) returns integer language sql stable as $$
  select count(*)::integer
  from bookings join chauffeur_calendar on booking_id = id
  where status = 'active' and occupied_until <= now and upper(taken) <= moment
$$;

-- The most chauffeurs who drive at one moment of a span. Their number rises only where one of them begins.
create function most_chauffeurs_taken(span tstzrange, now timestamptz) returns integer language sql stable as $$
  select coalesce(max(at_once), 0)::integer from (
    select (select count(*) from chauffeur_calendar where taken @> moment) + chauffeurs_out_late(moment, now) as at_once
    from (
      select lower(span) as moment
      union select lower(taken) from chauffeur_calendar where span @> lower(taken)
    ) as moments
  ) as counted
$$;

-- As for child seats: a booking that takes a chauffeur locks their line of the price list, and is refused where all drive.
create function save_chauffeur() returns trigger language plpgsql as $$
declare
  span tstzrange := tstzrange(new.starts_at, new.occupied_until);
  is_wanted boolean := (new.status in ('confirmed', 'active') or (new.status = 'pending' and new.keeps_car))
    and count_of_extra(new.extras, 'chauffeur') > 0;
  had chauffeur_calendar;
  employed integer;
begin
  if tg_op = 'UPDATE' then
    select * into had from chauffeur_calendar where booking_id = new.id;
    if is_wanted = (had.booking_id is not null) and (not is_wanted or span = had.taken) then return new; end if;
    delete from chauffeur_calendar where booking_id = new.id;
  end if;
  if not is_wanted then return new; end if;
  if had.booking_id is null or not span <@ had.taken then
    select stock into employed from extras where kind = 'chauffeur' for no key update;
    if most_chauffeurs_taken(span, new.updated_at) + 1 > coalesce(employed, 0) then
      raise exception 'All chauffeurs drive in %', span
        using errcode = 'exclusion_violation', constraint = 'chauffeurs_are_not_taken_twice';
    end if;
  end if;
  insert into chauffeur_calendar (booking_id, taken) values (new.id, span);
  return new;
end $$;
create trigger chauffeurs_are_not_taken_twice after insert on bookings
  for each row when (new.extras is not null) execute function save_chauffeur();
create trigger changed_chauffeurs_are_not_taken_twice after update on bookings
  for each row when (old.extras is not null or new.extras is not null) execute function save_chauffeur();
