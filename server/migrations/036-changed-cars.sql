-- Customers change the car of a booking before it is handed over.

-- A booking keeps the row of its deposit when its new car has none: money may have been paid for it.
alter table deposits drop constraint deposit_is_positive;
alter table deposits add constraint deposit_is_not_negative check (amount >= 0);

-- A waiver was for what the deposit was: it ends where that becomes more.
create function refuse_higher_waived_deposit() returns trigger language plpgsql as $$
begin
  raise exception 'A deposit that is waived gets no higher.'
    using errcode = 'check_violation', constraint = 'waived_deposit_gets_no_higher';
end $$;
create trigger waived_deposit_gets_no_higher before update of amount on deposits
  for each row when (new.waived_by is not null and new.amount > old.amount)
  execute function refuse_higher_waived_deposit();

-- The car of a booking changes only before the handover, and not once staff has begun the report of it.
create function refuse_late_change_of_car() returns trigger language plpgsql as $$
begin
  if old.status <> 'confirmed' or new.status <> 'confirmed'
    or exists (select from condition_reports where booking_id = new.id)
  then
    raise exception 'The car of this booking does not change any more.'
      using errcode = 'check_violation', constraint = 'car_changes_before_handover';
  end if;
  return new;
end $$;
create trigger car_changes_before_handover before update of car_id on bookings
  for each row when (new.car_id <> old.car_id) execute function refuse_late_change_of_car();

-- A report that is begun waits for a change of the car, and the change for the report.
create function lock_booking_of_report() returns trigger language plpgsql as $$
begin
  perform from bookings where id = new.booking_id for share;
  return new;
end $$;
create trigger report_is_of_the_car_of_its_booking before insert on condition_reports
  for each row execute function lock_booking_of_report();
