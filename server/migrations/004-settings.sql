-- Business settings.

-- Business settings that admins change without a restart. At most one row; a setting that it does not hold has the
-- value of the configuration.
create table business_settings (
  only_one boolean primary key default true,
  chosen jsonb not null,
  updated_at timestamptz not null,
  updated_by uuid not null references accounts (id) on delete restrict,
  -- When a setting that the terms of use mention last changed.
  terms_changed_at timestamptz,
  -- Whether a car without any document of a kind may be rented; a setting of the business.
  only_recorded_cars boolean not null
    generated always as (coalesce((chosen ->> 'onlyRecordedCars')::boolean, false)) stored,
  constraint business_settings_have_one_row check (only_one)
);

create trigger business_settings_change_is_notified after insert or update or delete on business_settings
  for each statement execute function notify_change('content');

select audit_table('business_settings', 'only_one');
