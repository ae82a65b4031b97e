-- Child seats and the chauffeur of a car that has not come back are out too, until its return is recorded. They counted as
-- free two hours after the agreed time. A car that is lost ends its rental: staff then says how many seats are left.

drop function most_child_seats_taken(tstzrange);
drop function most_chauffeurs_taken(tstzrange);

-- The seats of late rentals that are out at a moment after their agreed time. Their number does not rise there: each goes
-- on from where its entry in the calendar ends.
create function child_seats_out_late(moment timestamptz, now timestamptz) returns integer language sql stable as $$
  select coalesce(sum(seats), 0)::integer
  from bookings join child_seat_calendar on booking_id = id
  where status = 'active' and occupied_until <= now and upper(taken) <= moment
$$;

create function chauffeurs_out_late(moment timestamptz, now timestamptz) returns integer language sql stable as $$
  select count(*)::integer
  from bookings join chauffeur_calendar on booking_id = id
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

create function most_chauffeurs_taken(span tstzrange, now timestamptz) returns integer language sql stable as $$
  select coalesce(max(at_once), 0)::integer from (
    select (select count(*) from chauffeur_calendar where taken @> moment) + chauffeurs_out_late(moment, now) as at_once
    from (
      select lower(span) as moment
      union select lower(taken) from chauffeur_calendar where span @> lower(taken)
    ) as moments
  ) as counted
$$;

create or replace function save_child_seats() returns trigger language plpgsql as $$
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

create or replace function save_chauffeur() returns trigger language plpgsql as $$
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
