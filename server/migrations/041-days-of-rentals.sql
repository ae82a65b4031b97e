-- Reports read the days of every rental of a year: all that they need of it is in one index, so that they do not read the
-- documents of each booking.

-- When the car came back, as in the record of the return.
alter table bookings add column returned_at timestamptz;
alter table bookings disable trigger user;
update bookings set returned_at = (handover_return ->> 'at')::timestamptz where handover_return is not null;
alter table bookings enable trigger user;

create function set_time_of_return() returns trigger language plpgsql as $$
begin
  new.returned_at := (new.handover_return ->> 'at')::timestamptz;
  return new;
end $$;
create trigger booking_has_time_of_return before insert or update of handover_return on bookings
  for each row when (new.handover_return is not null) execute function set_time_of_return();

create index rentals_by_days on bookings (end_date) include (start_date, car_id, status, ends_at, returned_at, id)
  where status in ('confirmed', 'active', 'completed');
