-- Drivers of rental cars: their papers, and who checked them.

-- The papers of one driver as an account sent them. A new version of the same licence is a new row.
create table drivers (
  id uuid primary key,
  -- The customer who rents: the driver, or who named the driver.
  account_id uuid not null references accounts (id) on delete restrict,
  full_name text not null,
  birth_date date not null,
  licence_number text not null,
  -- 'kenya', or what makes a foreign licence valid here: 'english', 'international_permit'.
  licence_origin text not null,
  licence_class text not null,
  licence_expires date not null,
  identity_kind text not null,
  identity_number text not null,
  licence_front uuid references private_files (id) on delete set null,
  licence_back uuid references private_files (id) on delete set null,
  identity_front uuid references private_files (id) on delete set null,
  status text not null default 'submitted',
  refusal_reason text not null default '',
  -- The last day of the last rental for which they were sent; they are deleted some time after it.
  needed_until date not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint driver_status_is_known check (status in ('submitted', 'approved', 'refused')),
  constraint driver_refusal_has_a_reason check ((status = 'refused') = (refusal_reason <> '')),
  constraint driver_licence_origin_is_known check (licence_origin in ('kenya', 'english', 'international_permit')),
  constraint driver_identity_kind_is_known check (identity_kind in ('national_id', 'passport')),
  constraint driver_is_born_before_the_licence_ends check (birth_date < licence_expires)
);
-- The same licence waits for one check at a time.
create unique index driver_is_checked_once on drivers (account_id, licence_number) where status = 'submitted';
create index drivers_of_account on drivers (account_id, created_at desc);
create index drivers_to_check on drivers (created_at, id) where status = 'submitted';
create index drivers_by_status on drivers (status, created_at desc, id desc);
create index drivers_to_delete on drivers (needed_until);
create trigger driver_account_is_open before insert on drivers
  for each row execute function refuse_deleted_account();

-- Every decision of staff about a driver's papers. Holds no personal data, so it may stand in the audit log.
create table driver_checks (
  id uuid primary key,
  driver_id uuid not null references drivers (id) on delete cascade,
  checked_by uuid not null references accounts (id) on delete restrict,
  checked_at timestamptz not null,
  outcome text not null,
  reason text not null default '',
  constraint driver_check_outcome_is_known check (outcome in ('approved', 'refused')),
  constraint driver_check_refusal_has_a_reason check ((outcome = 'refused') = (reason <> ''))
);
create index driver_checks_of_driver on driver_checks (driver_id, checked_at);

select audit_table('driver_checks', 'driver_id');
