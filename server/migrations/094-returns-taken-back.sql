-- A return that was recorded by mistake is taken back: the rental goes on, and what was recorded stays as history.

-- The report of a return that was taken back is kept; another one is made when the car is back.
alter table condition_reports add column withdrawn_at timestamptz;
alter table condition_reports drop constraint booking_has_one_report_of_each_kind;
alter table condition_reports add constraint withdrawn_report_is_of_a_return check (withdrawn_at is null or kind = 'return');
create unique index booking_has_one_report_of_each_kind on condition_reports (booking_id, kind) where withdrawn_at is null;

-- The papers of returns: 0, 1 … of their booking, of which the last one holds.
alter table agreements drop constraint addendum_has_a_sequence;
alter table agreements add constraint addendum_has_a_sequence check (
  case kind when 'addendum' then sequence > 0 when 'return' then sequence >= 0 else sequence = 0 end
);

-- A rental that goes on has no return.
create function refuse_return_of_rental_under_way() returns trigger language plpgsql as $$
begin
  if new.handover_return is not null or new.returned_at is not null or new.extra_charges <> 0 then
    raise exception 'A rental under way has no return.'
      using errcode = 'check_violation', constraint = 'rental_that_goes_on_has_no_return';
  end if;
  return new;
end $$;
create trigger rental_that_goes_on_has_no_return before update of status on bookings
  for each row when (old.status = 'completed' and new.status = 'active')
  execute function refuse_return_of_rental_under_way();

do $$
declare
  known text;
begin
  select substring(pg_get_constraintdef(oid) from '^CHECK \((.*)\)$') into strict known
  from pg_constraint where conname = 'booking_history_event_is_known';
  execute format(
    'alter table booking_history drop constraint booking_history_event_is_known,
       add constraint booking_history_event_is_known check (%s or event in (''undoReturn''))', known);
end $$;
