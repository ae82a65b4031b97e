-- Staff withdraws an approval: a licence is forged or no longer valid. The papers count as refused from then on.
alter table drivers
  add column withdrawn_at timestamptz,
  add column withdrawn_by uuid references accounts (id) on delete restrict,
  add column withdrawal_reason text not null default '',
  drop constraint driver_refusal_has_a_reason,
  add constraint driver_refusal_has_a_reason check (
    (status = 'refused') = (refusal_reason <> '' or withdrawn_at is not null)
    and (refusal_reason = '' or withdrawn_at is null)
  ),
  add constraint driver_withdrawal_is_whole check (
    (withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null) = (withdrawal_reason = '')
    and (withdrawal_reason = '' or char_length(withdrawal_reason) between 2 and 500)
  );
create index approved_drivers_by_licence on drivers (licence_number) where status = 'approved';

create function keep_withdrawal_of_driver() returns trigger language plpgsql as $$
begin
  if old.withdrawn_at is not null
    and (old.status, old.withdrawn_at, old.withdrawn_by, old.withdrawal_reason)
      is distinct from (new.status, new.withdrawn_at, new.withdrawn_by, new.withdrawal_reason)
  then
    raise exception 'Withdrawn papers stay withdrawn.' using errcode = 'restrict_violation';
  end if;
  if old.withdrawn_at is null and new.withdrawn_at is not null and old.status <> 'approved' then
    raise exception 'Only approved papers are withdrawn.'
      using errcode = 'check_violation', constraint = 'only_an_approval_is_withdrawn';
  end if;
  return new;
end $$;
create trigger withdrawn_papers_stay_withdrawn before update on drivers
  for each row execute function keep_withdrawal_of_driver();

-- Why an approval was withdrawn stands on the papers alone, which are deleted some time after the rental.
alter table driver_checks
  drop constraint driver_check_outcome_is_known,
  add constraint driver_check_outcome_is_known check (outcome in ('approved', 'refused', 'withdrawn'));

-- An approved driver who does not drive in one booking: the approval stays for others. Whoever is put back has no row.
create table drivers_taken_out (
  booking_id uuid not null references bookings (id) on delete cascade,
  driver_id uuid not null references drivers (id) on delete cascade,
  taken_out_by uuid not null references accounts (id) on delete restrict,
  taken_out_at timestamptz not null,
  reason text not null,
  primary key (booking_id, driver_id),
  constraint driver_is_taken_out_with_a_reason check (char_length(reason) between 2 and 500)
);
create index drivers_taken_out_by_driver on drivers_taken_out (driver_id);
select audit_table('drivers_taken_out', 'booking_id');

create or replace function lacks_driver(booking bookings) returns boolean language sql stable as $$
  select count_of_extra(booking.extras, 'chauffeur') = 0
    and not exists (select from driver_waivers where booking_id = booking.id)
    and not exists (
      select from drivers as driver
      where (driver.booking_id = booking.id
          or driver.account_id = booking.account_id and booking.booked_by is distinct from booking.account_id)
        and may_drive(driver, booking.start_date, booking.end_date)
        and not exists (
          select from drivers_taken_out as gone where gone.booking_id = booking.id and gone.driver_id = driver.id)
    )
$$;

-- A car that is out keeps somebody who may drive it. The rows of one statement are one person's papers.
create function refuse_to_take_out_last_driver() returns trigger language plpgsql as $$
begin
  if exists (
    select from bookings
    where id in (select booking_id from taken_out) and status = 'active' and lacks_driver(bookings)
  ) then
    raise exception 'Nobody else may drive the car, which is out.'
      using errcode = 'check_violation', constraint = 'car_that_is_out_keeps_a_driver';
  end if;
  return null;
end $$;
create trigger car_that_is_out_keeps_a_driver after insert on drivers_taken_out
  referencing new table as taken_out for each statement execute function refuse_to_take_out_last_driver();

-- The people of a rental that is out whose approval was withdrawn since its handover, and of whom no other papers are approved.
create function withdrawn_while_out(booking bookings) returns text[] language sql stable as $$
  select coalesce(array_agg(distinct gone.full_name order by gone.full_name), '{}')
  from drivers as gone
  where booking.status = 'active'
    and gone.withdrawn_at >= (booking.handover ->> 'at')::timestamptz
    and (gone.booking_id = booking.id
      or gone.account_id = booking.account_id and booking.booked_by is distinct from booking.account_id)
    and not exists (select from drivers_taken_out as left_car where left_car.booking_id = booking.id and left_car.driver_id = gone.id)
    and may_drive(jsonb_populate_record(gone, '{"status": "approved"}'), booking.start_date, booking.end_date)
    and not exists (
      select from drivers as other
      where (other.booking_id = booking.id
          or other.account_id = booking.account_id and booking.booked_by is distinct from booking.account_id)
        and (other.licence_number = gone.licence_number
          or (other.identity_kind, other.identity_number) = (gone.identity_kind, gone.identity_number))
        and may_drive(other, booking.start_date, booking.end_date)
        and not exists (select from drivers_taken_out as left_car where left_car.booking_id = booking.id and left_car.driver_id = other.id)
    )
$$;
