-- Chauffeurs have a number, as child seats have: 22 of 22 cars could be booked with one on the same day.

-- When the chauffeurs of live bookings drive, each for as long as its car is occupied. Written by a trigger only.
create table chauffeur_calendar (
  booking_id uuid primary key references bookings (id) on delete cascade,
  taken tstzrange not null
);
create index chauffeur_calendar_by_time on chauffeur_calendar using gist (taken);
insert into chauffeur_calendar (booking_id, taken)
select id, tstzrange(starts_at, occupied_until) from bookings
where count_of_extra(extras, 'chauffeur') > 0
  and (status in ('confirmed', 'active') or status = 'pending' and keeps_car);

-- The most chauffeurs who drive at one moment of a span. Their number rises only where one of them begins.
create function most_chauffeurs_taken(span tstzrange) returns integer language sql stable as $$
  select coalesce(max(at_once), 0)::integer from (
    select (select count(*) from chauffeur_calendar where taken @> moment) as at_once
    from (
      select lower(span) as moment
      union select lower(taken) from chauffeur_calendar where span @> lower(taken)
    ) as moments
  ) as counted
$$;

-- How many chauffeurs there are, nobody has said yet: as many as are booked at once, and one at least.
alter table extras drop constraint child_seats_have_a_stock;
update extras set stock = greatest(1, most_chauffeurs_taken(tstzrange(null, null))) where kind = 'chauffeur';
alter table extras add constraint people_and_seats_have_a_stock check (
  (kind in ('child_seat', 'chauffeur')) = (stock is not null) and stock between 0 and 500
);

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
    if most_chauffeurs_taken(span) + 1 > coalesce(employed, 0) then
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
