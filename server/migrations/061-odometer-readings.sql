-- Readings of an odometer are compared with the last one, and corrected afterwards with a trail.

-- When the odometer of a car was read; null where nobody wrote that down. An older reading does not replace it.
alter table cars add column odometer_read_at timestamptz;

-- Readings of handovers and returns that staff corrected.
create table reading_corrections (
  id uuid primary key,
  booking_id uuid not null references bookings (id) on delete restrict,
  kind text not null,
  km_before integer not null,
  km_after integer not null,
  reason text not null,
  corrected_by uuid not null references accounts (id) on delete restrict,
  corrected_at timestamptz not null,
  constraint reading_correction_kind_is_known check (kind in ('handover', 'return')),
  constraint reading_correction_changes_something check (km_before <> km_after and km_after >= 0),
  constraint reading_correction_has_a_reason check (reason <> '')
);
create index reading_corrections_of_booking on reading_corrections (booking_id, corrected_at);
select audit_table('reading_corrections', 'id');

-- What was written down about a correction never changes.
create function refuse_change_of_correction() returns trigger language plpgsql as $$
begin
  raise exception 'a correction of a reading does not change'
    using errcode = 'check_violation', constraint = 'reading_correction_does_not_change';
end $$;
create trigger reading_correction_does_not_change before update or delete on reading_corrections
  for each row execute function refuse_change_of_correction();

do $$
declare
  known text;
begin
  select substring(pg_get_constraintdef(oid) from '^CHECK \((.*)\)$') into strict known
  from pg_constraint where conname = 'booking_history_event_is_known';
  execute format(
    'alter table booking_history drop constraint booking_history_event_is_known,
       add constraint booking_history_event_is_known check (%s or event in (''correctReading''))', known);
end $$;
