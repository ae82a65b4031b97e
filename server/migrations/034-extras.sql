-- Extras of rentals: the price list, what a booking has of it, and who has child seats when.

create table extras (
  id uuid primary key,
  kind text not null,
  -- Shillings: of a chauffeur for each day, of drivers and child seats for each.
  price integer not null,
  -- Of child seats: how many the business has.
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
  constraint child_seats_have_a_stock check ((kind = 'child_seat') = (stock is not null) and stock between 0 and 500),
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
  constraint extra_is_offered_once unique nulls not distinct (kind, location_id, to_location_id, at_address, km)
);
create index extras_of_location on extras (location_id);
create index extras_to_location on extras (to_location_id);

-- The sum of the lines of the extras of a booking; null without extras.
create function sum_of_extras(extras jsonb) returns integer language sql immutable strict as $$
  select coalesce(sum((line ->> 'amount')::integer), 0)::integer from jsonb_array_elements(extras -> 'lines') as line
$$;

-- How many of a kind a booking has; 0 without extras.
create function count_of_extra(extras jsonb, of_kind text) returns integer language sql immutable as $$
  select coalesce(sum((line ->> 'quantity')::integer), 0)::integer
  from jsonb_array_elements(extras -> 'lines') as line where line ->> 'kind' = of_kind
$$;

create function extras_add_up(extras jsonb, total_days integer) returns boolean language sql immutable strict as $$
  select coalesce(bool_and(
    (line ->> 'quantity')::integer > 0 and (line ->> 'price')::integer >= 0
    and (line ->> 'amount')::bigint = (line ->> 'quantity')::bigint * (line ->> 'price')::bigint
    and (line ->> 'kind' <> 'chauffeur' or (line ->> 'quantity')::integer = total_days)
  ), true)
  from jsonb_array_elements(extras -> 'lines') as line
$$;

alter table bookings
  -- The extras with their prices when it was made, a document with a version. Null: none.
  add column extras jsonb,
  add column delivery_address text not null default '',
  add column collection_address text not null default '',
  drop constraint booking_price_adds_up,
  add constraint booking_price_adds_up check (
    price_per_day > 0
    and total_amount = coalesce(sum_of_days(price_snapshot, 'price'), price_per_day * total_days)
    and insurance_cost = coalesce(sum_of_days(price_snapshot, 'insurance'), 0)
    and discount = total_amount::bigint * coalesce((price_snapshot ->> 'discountPercent')::integer, 0) / 100
    and final_amount = total_amount + insurance_cost - discount + coalesce(sum_of_extras(extras), 0)
    and final_amount > 0
  ),
  add constraint booking_extras_add_up check (coalesce(extras_add_up(extras, total_days), true));

-- Child seats that live bookings have, each for as long as its car is occupied. Written by a trigger only.
create table child_seat_calendar (
  booking_id uuid primary key references bookings (id) on delete cascade,
  seats integer not null,
  taken tstzrange not null,
  constraint child_seats_are_some check (seats > 0)
);
create index child_seat_calendar_by_time on child_seat_calendar using gist (taken);

-- The most child seats that bookings have at one moment of a span. Their number rises only where one of them begins.
create function most_child_seats_taken(span tstzrange) returns integer language sql stable as $$
  select coalesce(max(at_once), 0)::integer from (
    select (select sum(seats) from child_seat_calendar where taken @> moment) as at_once
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
    if most_child_seats_taken(span) + wanted > coalesce(owned, 0) then
      raise exception 'There are too few child seats for %', span
        using errcode = 'exclusion_violation', constraint = 'child_seats_are_not_taken_twice';
    end if;
  end if;
  insert into child_seat_calendar (booking_id, seats, taken) values (new.id, wanted, span);
  return new;
end $$;
create trigger child_seats_are_not_taken_twice after insert or update on bookings
  for each row execute function save_child_seats();

-- Who books a chauffeur need not drive.
create or replace function lacks_driver(booking bookings) returns boolean language sql stable as $$
  select count_of_extra(booking.extras, 'chauffeur') = 0
    and not exists (select from driver_waivers where booking_id = booking.id)
    and not exists (
      select from drivers as driver
      where (driver.booking_id = booking.id
          or driver.account_id = booking.account_id and booking.booked_by is distinct from booking.account_id)
        and may_drive(driver, booking.start_date, booking.end_date)
    )
$$;

-- The addresses of a booking are personal data.
create or replace function personal_audit_fields(of_subject text) returns text[] language sql immutable as $$
  select case of_subject
    when 'accounts' then array['name', 'email', 'phone']
    when 'account_notes' then array['note']
    when 'bookings' then array[
      'customer_info', 'payer_phone', 'special_requests', 'driver_notes', 'cancellation_reason', 'delivery_address',
      'collection_address'
    ]
    when 'listings' then
      array['description', 'service_history', 'specs', 'features', 'contact_phone', 'contact_email', 'warnings']
    when 'orders' then array['address', 'dispatch_note', 'cancellation_reason']
    when 'payments' then array['phone', 'note']
    when 'payment_proofs' then array['payer_name', 'payer_phone', 'email', 'message', 'warnings']
    when 'refunds' then array['reason_note', 'sent_note']
    when 'contact_messages' then array['name', 'email', 'message']
    else '{}'::text[]
  end
$$;

select audit_table('extras', 'id');
