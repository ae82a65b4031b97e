-- Whoever was taken out of a booking, and why an approval was withdrawn, stands in its history for as long as the papers that say
-- it. The event, its time and who did it stay.
create function blank_driver_notes(over_before date) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update booking_history set note = ''
  from bookings
  where bookings.id = booking_history.booking_id and note <> ''
    and event in ('takeOutDriver', 'putDriverBack', 'withdrawDriver')
    and bookings.status in ('completed', 'cancelled')
    and coalesce((bookings.cancelled_at at time zone 'Africa/Nairobi')::date, bookings.end_date)
      < over_before
$$;
revoke execute on function blank_driver_notes(date) from public;
