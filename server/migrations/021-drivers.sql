-- Drivers of rental cars: their papers, and who checked them.

-- The papers of one driver as an account sent them. A new version of the same licence is a new row.
create table drivers (
  id uuid primary key,
  -- The customer who rents: the driver, or who named the driver. Null for a customer at the counter, who has no account.
  account_id uuid references accounts (id) on delete restrict,
  -- The booking for which they were sent. An account's drivers may drive in its other bookings too.
  booking_id uuid references bookings (id) on delete restrict,
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
  constraint driver_is_born_before_the_licence_ends check (birth_date < licence_expires),
  constraint driver_is_of_an_account_or_a_booking check (account_id is not null or booking_id is not null)
);
-- The same licence waits for one check at a time.
create unique index driver_is_checked_once on drivers (coalesce(account_id, booking_id), licence_number)
  where status = 'submitted';
create index drivers_of_account on drivers (account_id, created_at desc);
create index drivers_of_booking on drivers (booking_id);
create index drivers_to_check on drivers (created_at, id) where status = 'submitted';
create index drivers_by_status on drivers (status, created_at desc, id desc);
create index drivers_to_delete on drivers (needed_until);
create trigger driver_account_is_open before insert on drivers
  for each row when (new.account_id is not null) execute function refuse_deleted_account();

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

-- Bookings whose car leaves though no driver of theirs is approved: an admin's decision.
create table driver_waivers (
  booking_id uuid primary key references bookings (id) on delete cascade,
  waived_by uuid not null references accounts (id) on delete restrict,
  waived_at timestamptz not null,
  reason text not null,
  constraint driver_waiver_has_a_reason check (reason <> '')
);

create function refuse_driver_waiver_by_staff() returns trigger language plpgsql as $$
begin
  if not exists (select from accounts where id = new.waived_by and role = 'admin') then
    raise exception 'Only an admin lets a car leave without an approved driver.'
      using errcode = 'check_violation', constraint = 'driver_is_waived_by_an_admin';
  end if;
  return new;
end $$;
create trigger driver_is_waived_by_an_admin before insert or update on driver_waivers
  for each row execute function refuse_driver_waiver_by_staff();

-- The rule is driverProblems of the contract.
create function may_drive(driver drivers, pickup_day date, return_day date) returns boolean language sql immutable as $$
  select driver.status = 'approved'
    and driver.licence_expires >= return_day
    and extract(year from age(pickup_day::timestamp, driver.birth_date::timestamp)) >= 23
    and driver.licence_class in ('B', 'B1', 'B2', 'B3', 'C', 'C1', 'CE', 'CD', 'D1', 'D2', 'D3')
$$;

-- A booking made at the counter belongs to staff's account: only drivers sent for it drive in it.
create function lacks_driver(booking bookings) returns boolean language sql stable as $$
  select not exists (select from driver_waivers where booking_id = booking.id)
    and not exists (
      select from drivers as driver
      where (driver.booking_id = booking.id
          or driver.account_id = booking.account_id and booking.booked_by is distinct from booking.account_id)
        and may_drive(driver, booking.start_date, booking.end_date)
    )
$$;

create function refuse_handover_without_driver() returns trigger language plpgsql as $$
begin
  if lacks_driver(new) then
    raise exception 'No approved driver may drive on the days of the booking.'
      using errcode = 'check_violation', constraint = 'driver_is_approved_before_handover';
  end if;
  return new;
end $$;
create trigger driver_is_approved_before_handover before update of status on bookings
  for each row when (new.status = 'active' and old.status <> 'active') execute function refuse_handover_without_driver();

select audit_table('driver_waivers', 'booking_id');
