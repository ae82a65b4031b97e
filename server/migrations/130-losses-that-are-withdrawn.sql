-- A car that was declared lost by mistake: the loss is withdrawn by two people with a reason, and the rental goes on. What one
-- person only asked for is withdrawn by one. A loss that was withdrawn stays as history, so a booking may have several.
alter table car_losses drop constraint car_losses_pkey;
alter table car_losses add column id bigint generated always as identity primary key;
alter table car_losses
  add column withdrawal_reason text not null default '',
  add column withdrawal_requested_by uuid references accounts (id) on delete restrict,
  add column withdrawal_requested_at timestamptz,
  add column withdrawn_by uuid references accounts (id) on delete restrict,
  add column withdrawn_at timestamptz,
  add constraint withdrawal_of_a_loss_is_asked_for check (
    (withdrawal_requested_by is null) = (withdrawal_requested_at is null)
    and (withdrawal_requested_by is null) = (withdrawal_reason = '')
    and (withdrawn_by is null) = (withdrawn_at is null)
    and (withdrawn_by is null or withdrawal_requested_by is not null)
  ),
  add constraint withdrawal_of_a_loss_takes_two_people check (
    confirmed_by is null or withdrawn_by is null or withdrawn_by <> withdrawal_requested_by
  );
create unique index booking_has_one_loss on car_losses (booking_id) where withdrawn_at is null;
drop index car_losses_waiting;
create index car_losses_waiting on car_losses (requested_at) where confirmed_by is null and withdrawn_at is null;
create index car_losses_to_withdraw on car_losses (withdrawal_requested_at)
  where withdrawal_requested_by is not null and withdrawn_at is null;

create or replace function refuse_end_without_return() returns trigger language plpgsql as $$
begin
  if new.handover_return is null
    and not exists (
      select from car_losses where booking_id = new.id and confirmed_by is not null and withdrawn_at is null)
  then
    raise exception 'A rental ends when its car is returned or declared lost.'
      using errcode = 'check_violation', constraint = 'active_rental_ends_by_return_or_loss';
  end if;
  return new;
end $$;

create or replace function car_is_out(car uuid, now timestamptz, except_booking uuid default null) returns boolean
language sql stable as $$
  select exists (
    select from bookings
    where car_id = car and status = 'active' and occupied_until <= now and id is distinct from except_booking
  ) or exists (
    select from car_losses join bookings on bookings.id = car_losses.booking_id
    where car_id = car and confirmed_by is not null and withdrawn_at is null and returned_at is null
      and bookings.id is distinct from except_booking
  )
$$;

-- A rental whose car is lost does not go on, and one that lost its loss does.
create function refuse_rental_of_lost_car() returns trigger language plpgsql as $$
begin
  if exists (select from car_losses where booking_id = new.id and confirmed_by is not null and withdrawn_at is null) then
    raise exception 'The car of this rental is declared lost.'
      using errcode = 'check_violation', constraint = 'rental_of_a_lost_car_does_not_go_on';
  end if;
  return new;
end $$;
create trigger rental_of_a_lost_car_does_not_go_on before update of status on bookings
  for each row when (old.status = 'completed' and new.status = 'active') execute function refuse_rental_of_lost_car();

create function refuse_withdrawn_loss_of_ended_rental() returns trigger language plpgsql as $$
begin
  if exists (select from bookings where id = new.booking_id and status = 'completed' and handover_return is null)
    and not exists (
      select from car_losses where booking_id = new.booking_id and confirmed_by is not null and withdrawn_at is null)
  then
    raise exception 'A rental whose car is not lost goes on.'
      using errcode = 'check_violation', constraint = 'rental_goes_on_without_its_loss';
  end if;
  return null;
end $$;
create constraint trigger rental_goes_on_without_its_loss after update of withdrawn_at on car_losses
  deferrable initially deferred for each row
  when (new.confirmed_by is not null and new.withdrawn_at is not null and old.withdrawn_at is null)
  execute function refuse_withdrawn_loss_of_ended_rental();

do $$
declare
  known text;
begin
  select substring(pg_get_constraintdef(oid) from '^CHECK \((.*)\)$') into strict known
  from pg_constraint where conname = 'booking_history_event_is_known';
  execute format(
    'alter table booking_history drop constraint booking_history_event_is_known,
       add constraint booking_history_event_is_known check (%s or event in (''withdrawLoss''))', known);
end $$;
