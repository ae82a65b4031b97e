-- Drivers of rental cars: their papers, who checked them, who may drive; and people to whom no car is rented.

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
  -- When staff withdrew its approval, because a licence is forged or not valid. The papers count as refused from then on.
  withdrawn_at timestamptz,
  withdrawn_by uuid references accounts (id) on delete restrict,
  withdrawal_reason text not null default '',
  constraint driver_status_is_known check (status in ('submitted', 'approved', 'refused')),
  constraint driver_refusal_has_a_reason check (
    (status = 'refused') = (refusal_reason <> '' or withdrawn_at is not null)
    and (refusal_reason = '' or withdrawn_at is null)
  ),
  constraint driver_licence_origin_is_known check (licence_origin in ('kenya', 'english', 'international_permit')),
  constraint driver_identity_kind_is_known check (
    identity_kind in ('national_id', 'passport', 'alien_id', 'refugee_id', 'east_african_id', 'diplomatic_id')
  ),
  constraint driver_is_born_before_the_licence_ends check (birth_date < licence_expires),
  constraint driver_is_of_an_account_or_a_booking check (account_id is not null or booking_id is not null),
  constraint driver_withdrawal_is_whole check (
    (withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null) = (withdrawal_reason = '')
    and (withdrawal_reason = '' or char_length(withdrawal_reason) between 2 and 500)
  )
);
-- The same licence waits for one check at a time.
create unique index driver_is_checked_once on drivers (coalesce(account_id, booking_id), licence_number)
  where status = 'submitted';
create index drivers_of_account on drivers (account_id, created_at desc);
create index drivers_of_booking on drivers (booking_id);
create index drivers_to_check on drivers (created_at, id) where status = 'submitted';
create index drivers_by_status on drivers (status, created_at desc, id desc);
create index drivers_to_delete on drivers (needed_until);
create index approved_drivers_by_licence on drivers (licence_number) where status = 'approved';

create trigger driver_account_is_open before insert on drivers
  for each row when (new.account_id is not null) execute function refuse_deleted_account();

create function keep_withdrawal_of_driver() returns trigger language plpgsql as $$
begin
  if old.withdrawn_at is not null
    and (old.status, old.withdrawn_at, old.withdrawn_by, old.withdrawal_reason)
      is distinct from (new.status, new.withdrawn_at, new.withdrawn_by, new.withdrawal_reason)
  then
    raise exception 'Withdrawn papers stay withdrawn.' using errcode = 'restrict_violation';
  end if;
  if old.withdrawn_at is null and new.withdrawn_at is not null and old.status <> 'approved' then
    raise exception 'Only approved papers are withdrawn.'
      using errcode = 'check_violation', constraint = 'only_an_approval_is_withdrawn';
  end if;
  return new;
end $$;
create trigger withdrawn_papers_stay_withdrawn before update on drivers
  for each row execute function keep_withdrawal_of_driver();

-- Every decision of staff about a driver's papers. Holds no personal data, so it may stand in the audit log: why an approval
-- was withdrawn stands on the papers alone, which are deleted some time after the rental.
create table driver_checks (
  id uuid primary key,
  driver_id uuid not null references drivers (id) on delete cascade,
  checked_by uuid not null references accounts (id) on delete restrict,
  checked_at timestamptz not null,
  outcome text not null,
  reason text not null default '',
  constraint driver_check_outcome_is_known check (outcome in ('approved', 'refused', 'withdrawn')),
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

select audit_table('driver_waivers', 'booking_id');

-- An approved driver who does not drive in one booking: the approval stays for others. Whoever is put back has no row.
create table drivers_taken_out (
  booking_id uuid not null references bookings (id) on delete cascade,
  driver_id uuid not null references drivers (id) on delete cascade,
  taken_out_by uuid not null references accounts (id) on delete restrict,
  taken_out_at timestamptz not null,
  reason text not null,
  primary key (booking_id, driver_id),
  constraint driver_is_taken_out_with_a_reason check (char_length(reason) between 2 and 500)
);
create index drivers_taken_out_by_driver on drivers_taken_out (driver_id);

select audit_table('drivers_taken_out', 'booking_id');

-- Whoever was taken out of a booking stays out with all papers, newer ones too, until staff puts the person back. A person is
-- known by licence and by ID.
create view papers_taken_out as
  select distinct on (gone.booking_id, paper.id)
    gone.booking_id, paper.id as driver_id, gone.taken_out_by, gone.taken_out_at, gone.reason
  from drivers_taken_out as gone
  join drivers as named on named.id = gone.driver_id
  join drivers as paper on paper.id = named.id or paper.licence_number = named.licence_number
    or (paper.identity_kind, paper.identity_number) = (named.identity_kind, named.identity_number)
  order by gone.booking_id, paper.id, gone.taken_out_at desc, gone.driver_id;

-- The rule is driverProblems of the contract.
create function may_drive(driver drivers, pickup_day date, return_day date) returns boolean language sql immutable as $$
  select driver.status = 'approved'
    and driver.licence_expires >= return_day
    and extract(year from age(pickup_day::timestamp, driver.birth_date::timestamp)) >= 23
    and driver.licence_class in ('B', 'B1', 'B2', 'B3', 'C', 'C1', 'CE', 'CD', 'D1', 'D2', 'D3')
$$;

-- Who books a chauffeur need not drive. A booking made at the counter belongs to staff's account: only drivers sent for it
-- drive in it.
create function lacks_driver(booking bookings) returns boolean language sql stable as $$
  select count_of_extra(booking.extras, 'chauffeur') = 0
    and not exists (select from driver_waivers where booking_id = booking.id)
    and not exists (
      select from drivers as driver
      where (driver.booking_id = booking.id
          or driver.account_id = booking.account_id and booking.booked_by is distinct from booking.account_id)
        and may_drive(driver, booking.start_date, booking.end_date)
        and not exists (
          select from papers_taken_out as gone where gone.booking_id = booking.id and gone.driver_id = driver.id)
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

-- A car that is out keeps somebody who may drive it. The rows of one statement are one person's papers.
create function refuse_to_take_out_last_driver() returns trigger language plpgsql as $$
begin
  if exists (
    select from bookings
    where id in (select booking_id from taken_out) and status = 'active' and lacks_driver(bookings)
  ) then
    raise exception 'Nobody else may drive the car, which is out.'
      using errcode = 'check_violation', constraint = 'car_that_is_out_keeps_a_driver';
  end if;
  return null;
end $$;
create trigger car_that_is_out_keeps_a_driver after insert on drivers_taken_out
  referencing new table as taken_out for each statement execute function refuse_to_take_out_last_driver();

-- The people of a rental that is out whose approval was withdrawn after its handover, and of whom no other papers are
-- approved.
create function withdrawn_while_out(booking bookings) returns text[] language sql stable as $$
  select coalesce(array_agg(distinct gone.full_name order by gone.full_name), '{}')
  from drivers as gone
  where booking.status = 'active'
    and gone.withdrawn_at >= (booking.handover ->> 'at')::timestamptz
    and (gone.booking_id = booking.id
      or gone.account_id = booking.account_id and booking.booked_by is distinct from booking.account_id)
    and not exists (select from papers_taken_out as left_car where left_car.booking_id = booking.id and left_car.driver_id = gone.id)
    and may_drive(jsonb_populate_record(gone, '{"status": "approved"}'), booking.start_date, booking.end_date)
    and not exists (
      select from drivers as other
      where (other.booking_id = booking.id
          or other.account_id = booking.account_id and booking.booked_by is distinct from booking.account_id)
        and (other.licence_number = gone.licence_number
          or (other.identity_kind, other.identity_number) = (gone.identity_kind, gone.identity_number))
        and may_drive(other, booking.start_date, booking.end_date)
        and not exists (select from papers_taken_out as left_car where left_car.booking_id = booking.id and left_car.driver_id = other.id)
    )
$$;

-- Whoever was taken out of a booking, and why an approval was withdrawn, stands in its history for as long as the papers that say
-- it. The event, its time and who did it stay.
create function blank_driver_notes(over_before date) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update booking_history set note = ''
  from bookings
  where bookings.id = booking_history.booking_id and note <> ''
    and event in ('takeOutDriver', 'putDriverBack', 'withdrawDriver')
    and bookings.status in ('completed', 'cancelled')
    and coalesce((bookings.cancelled_at at time zone 'Africa/Nairobi')::date, bookings.end_date)
      < over_before
$$;
revoke execute on function blank_driver_notes(date) from public;

-- People to whom no car is rented for a time, known by the hashes of a phone number and of a driving licence.
create table refusal_list_entries (
  id uuid primary key,
  -- Keyed hashes: neither can be read back, nor guessed without the secret of the installation.
  phone_hash text,
  licence_hash text,
  -- The last three characters of each, so that staff tells entries apart.
  phone_end text not null default '',
  licence_end text not null default '',
  reason text not null,
  note text not null,
  -- The last day on which it holds.
  until date not null,
  added_by uuid not null references accounts (id) on delete restrict,
  created_at timestamptz not null,
  -- Set by an appeal that was right.
  lifted_at timestamptz,
  constraint refusal_list_entry_names_a_phone_or_a_licence check (num_nonnulls(phone_hash, licence_hash) > 0),
  constraint refusal_list_entry_shows_what_it_has check (
    (phone_hash is null) = (phone_end = '') and (licence_hash is null) = (licence_end = '')
  ),
  constraint refusal_list_entry_reason_is_known check (
    reason in ('unpaid', 'damage', 'late_return', 'false_papers', 'dangerous_driving', 'other')
  ),
  constraint refusal_list_entry_has_a_note check (note <> ''),
  constraint refusal_list_entry_ends_after_it_began check (until >= created_at::date)
);
create index refusal_list_entries_by_phone on refusal_list_entries (phone_hash) where lifted_at is null;
create index refusal_list_entries_by_licence on refusal_list_entries (licence_hash) where lifted_at is null;
create index refusal_list_entries_by_time on refusal_list_entries (created_at desc, id desc);

-- What a person on the list said against it, and what an admin decided.
create table refusal_appeals (
  id uuid primary key,
  entry_id uuid not null references refusal_list_entries (id) on delete cascade,
  appeal text not null,
  decision text not null,
  reason text not null,
  decided_by uuid not null references accounts (id) on delete restrict,
  decided_at timestamptz not null,
  constraint refusal_appeal_decision_is_known check (decision in ('kept', 'lifted')),
  constraint refusal_appeal_has_words check (appeal <> '' and reason <> '')
);
create index refusal_appeals_of_entry on refusal_appeals (entry_id, decided_at);

create function refuse_appeal_decided_by_staff() returns trigger language plpgsql as $$
begin
  if not exists (select from accounts where id = new.decided_by and role = 'admin') then
    raise exception 'Only an admin decides on an appeal.'
      using errcode = 'check_violation', constraint = 'refusal_appeal_is_decided_by_an_admin';
  end if;
  return new;
end $$;
create trigger refusal_appeal_is_decided_by_an_admin before insert or update on refusal_appeals
  for each row execute function refuse_appeal_decided_by_staff();

select audit_table('refusal_list_entries', 'id');
select audit_table('refusal_appeals', 'entry_id');
