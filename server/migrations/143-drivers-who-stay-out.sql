-- What a history left out: a refund that was lowered, and drivers who were taken out, put back, or lost their approval.
do $$
declare
  known text;
begin
  select substring(pg_get_constraintdef(oid) from '^CHECK \((.*)\)$') into strict known
  from pg_constraint where conname = 'booking_history_event_is_known';
  execute format(
    'alter table booking_history drop constraint booking_history_event_is_known,
       add constraint booking_history_event_is_known check (%s or event in (
         ''lowerRefund'', ''takeOutDriver'', ''putDriverBack'', ''withdrawDriver''))', known);
  select substring(pg_get_constraintdef(oid) from '^CHECK \((.*)\)$') into strict known
  from pg_constraint where conname = 'order_history_event_is_known' and conrelid = 'order_history'::regclass;
  execute format(
    'alter table order_history drop constraint order_history_event_is_known,
       add constraint order_history_event_is_known check (%s or event in (''lowerRefund''))', known);
end $$;

-- Whoever was taken out of a booking stays out with all papers, newer ones too, until staff puts the person back. A person is
-- known by licence and by ID.
create view papers_taken_out as
  select distinct on (gone.booking_id, paper.id)
    gone.booking_id, paper.id as driver_id, gone.taken_out_by, gone.taken_out_at, gone.reason
  from drivers_taken_out as gone
  join drivers as named on named.id = gone.driver_id
  join drivers as paper on paper.id = named.id or paper.licence_number = named.licence_number
    or (paper.identity_kind, paper.identity_number) = (named.identity_kind, named.identity_number)
  order by gone.booking_id, paper.id, gone.taken_out_at desc, gone.driver_id;

create or replace function lacks_driver(booking bookings) returns boolean language sql stable as $$
  select count_of_extra(booking.extras, 'chauffeur') = 0
    and not exists (select from driver_waivers where booking_id = booking.id)
    and not exists (
      select from drivers as driver
      where (driver.booking_id = booking.id
          or driver.account_id = booking.account_id and booking.booked_by is distinct from booking.account_id)
        and may_drive(driver, booking.start_date, booking.end_date)
        and not exists (
          select from papers_taken_out as gone where gone.booking_id = booking.id and gone.driver_id = driver.id)
    )
$$;

create or replace function withdrawn_while_out(booking bookings) returns text[] language sql stable as $$
  select coalesce(array_agg(distinct gone.full_name order by gone.full_name), '{}')
  from drivers as gone
  where booking.status = 'active'
    and gone.withdrawn_at >= (booking.handover ->> 'at')::timestamptz
    and (gone.booking_id = booking.id
      or gone.account_id = booking.account_id and booking.booked_by is distinct from booking.account_id)
    and not exists (select from papers_taken_out as left_car where left_car.booking_id = booking.id and left_car.driver_id = gone.id)
    and may_drive(jsonb_populate_record(gone, '{"status": "approved"}'), booking.start_date, booking.end_date)
    and not exists (
      select from drivers as other
      where (other.booking_id = booking.id
          or other.account_id = booking.account_id and booking.booked_by is distinct from booking.account_id)
        and (other.licence_number = gone.licence_number
          or (other.identity_kind, other.identity_number) = (gone.identity_kind, gone.identity_number))
        and may_drive(other, booking.start_date, booking.end_date)
        and not exists (select from papers_taken_out as left_car where left_car.booking_id = booking.id and left_car.driver_id = other.id)
    )
$$;
