-- A car that left the fleet is given to nobody, also not by a booking that comes back: its cancellation, return or loss is
-- taken back, or its money comes late. Staff restores the car first. Bookings that have such a car already go on; a new one
-- looks at the car under its lock.
create function refuse_retired_car() returns trigger language plpgsql as $$
begin
  if exists (select from cars where id = new.car_id and retired_at is not null) then
    raise exception 'This car is no longer in the fleet.'
      using errcode = 'exclusion_violation', constraint = 'booked_car_is_in_the_fleet';
  end if;
  return new;
end $$;
create trigger booked_car_is_in_the_fleet before update on bookings
  for each row when (
    new.status in ('pending', 'confirmed', 'active')
    and (old.car_id <> new.car_id
      or old.status in ('cancelled', 'completed')
      or old.status = 'pending' and new.status <> 'pending')
  )
  execute function refuse_retired_car();
