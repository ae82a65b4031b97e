-- A car that is out stays out until its return is recorded, or until two people declare it lost. The clock ends no rental.

-- Cars that do not come back from a rental: who asked to declare one lost, and who agreed.
create table car_losses (
  booking_id uuid primary key references bookings (id) on delete restrict,
  reason text not null,
  requested_by uuid not null references accounts (id) on delete restrict,
  requested_at timestamptz not null,
  confirmed_by uuid references accounts (id) on delete restrict,
  confirmed_at timestamptz,
  constraint loss_has_a_reason check (reason <> ''),
  constraint loss_names_a_person check ((confirmed_by is null) = (confirmed_at is null)),
  constraint loss_takes_two_people check (confirmed_by is null or confirmed_by <> requested_by)
);
create index car_losses_waiting on car_losses (requested_at) where confirmed_by is null;
select audit_table('car_losses', 'booking_id');

-- A car could be handed over again while it was out. Where it was, its earlier rental is over, as the clock would have said.
with ended as (
  update bookings as earlier set status = 'completed', updated_at = greatest(earlier.updated_at, later.handed_at)
  from (
    select id, car_id, coalesce((handover ->> 'at')::timestamptz, starts_at) as handed_at,
      row_number() over (
        partition by car_id order by coalesce((handover ->> 'at')::timestamptz, starts_at) desc, id desc
      ) as place
    from bookings where status = 'active'
  ) as later
  where earlier.status = 'active' and earlier.car_id = later.car_id and later.place = 1 and earlier.id <> later.id
  returning earlier.id, earlier.updated_at, earlier.status
)
insert into booking_history (booking_id, at, actor, event, status)
select id, updated_at, 'clock', 'complete', status from ended;

create unique index car_has_one_rental_under_way on bookings (car_id) where status = 'active';

create function refuse_end_without_return() returns trigger language plpgsql as $$
begin
  if new.handover_return is null
    and not exists (select from car_losses where booking_id = new.id and confirmed_by is not null)
  then
    raise exception 'A rental ends when its car is returned or declared lost.'
      using errcode = 'check_violation', constraint = 'active_rental_ends_by_return_or_loss';
  end if;
  return new;
end $$;
create trigger active_rental_ends_by_return_or_loss before update of status on bookings
  for each row when (old.status = 'active' and new.status <> 'active') execute function refuse_end_without_return();

-- Whether a car has not come back by `now`: from a rental whose time and turnaround are over, or lost and not found again.
-- Its own rental, `except`, may still be changed.
create function car_is_out(car uuid, now timestamptz, except_booking uuid default null) returns boolean
language sql stable as $$
  select exists (
    select from bookings
    where car_id = car and status = 'active' and occupied_until <= now and id is distinct from except_booking
  ) or exists (
    select from car_losses join bookings on bookings.id = car_losses.booking_id
    where car_id = car and confirmed_by is not null and returned_at is null and id is distinct from except_booking
  )
$$;

-- Nobody gets a car that is out: no new booking, no other dates or car, no booking that comes back or begins to keep its
-- car. One that keeps it already stays; its handover is refused while the car is out.
create function refuse_car_that_is_out() returns trigger language plpgsql as $$
begin
  if car_is_out(new.car_id, new.updated_at, new.id) then
    raise exception 'This car has not come back.'
      using errcode = 'exclusion_violation', constraint = 'car_that_is_out_is_not_given';
  end if;
  return new;
end $$;
create trigger car_that_is_out_is_not_booked before insert on bookings
  for each row when (new.status in ('pending', 'confirmed', 'active')) execute function refuse_car_that_is_out();
create trigger car_that_is_out_is_not_given before update on bookings
  for each row when (
    new.status in ('pending', 'confirmed', 'active')
    and ((old.car_id, old.starts_at) is distinct from (new.car_id, new.starts_at)
      or old.status in ('cancelled', 'completed')
      or old.status = 'pending' and not old.keeps_car and new.status <> 'pending'
      or old.status = 'confirmed' and new.status = 'active')
  )
  execute function refuse_car_that_is_out();

-- The events so far, and that of a loss.
do $$
declare
  known text;
begin
  select substring(pg_get_constraintdef(oid) from '^CHECK \((.*)\)$') into strict known
  from pg_constraint where conname = 'booking_history_event_is_known';
  execute format(
    'alter table booking_history drop constraint booking_history_event_is_known,
       add constraint booking_history_event_is_known check (%s or event in (''markLost''))', known);
end $$;
