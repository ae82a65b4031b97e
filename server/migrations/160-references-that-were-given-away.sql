-- A booking that is live again under another reference, because a later one has its own by now, keeps the former one: money
-- that names it may be for either.
alter table bookings add column former_references text[] not null default '{}';
create index former_booking_references on bookings using gin (former_references) where former_references <> '{}';

do $$
declare
  known text;
begin
  select substring(pg_get_constraintdef(oid) from '^CHECK \((.*)\)$') into strict known
  from pg_constraint where conname = 'booking_history_event_is_known';
  execute format(
    'alter table booking_history drop constraint booking_history_event_is_known,
       add constraint booking_history_event_is_known check (%s or event in (''newReference''))', known);
end $$;
