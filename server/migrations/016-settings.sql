-- What the business says of itself and decides, changed in the back office without a restart. At most one row; what it
-- does not name is as the process was configured.
create table business_settings (
  only_one boolean primary key default true,
  chosen jsonb not null,
  updated_at timestamptz not null,
  updated_by uuid not null references accounts (id) on delete restrict,
  constraint business_settings_are_one check (only_one)
);
create trigger business_settings_changed after insert or update or delete on business_settings
  for each statement execute function tell_change('content');
select audit_table('business_settings', 'only_one');
