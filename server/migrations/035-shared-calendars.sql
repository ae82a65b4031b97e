-- Calendars shared with other programs: addresses at which they read ours, and calendars of theirs that block our cars.

create table calendar_feeds (
  id uuid primary key,
  -- Null: all cars of the fleet.
  car_id uuid references cars (id) on delete cascade,
  name text not null,
  -- sha256 of the token in the address; the token itself is not stored.
  token_hash text not null,
  created_by uuid references accounts (id) on delete set null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint calendar_feed_token_is_unique unique (token_hash)
);
create index calendar_feeds_in_use on calendar_feeds (created_at desc, id desc) where revoked_at is null;

create table calendar_imports (
  id uuid primary key,
  car_id uuid not null references cars (id) on delete cascade,
  name text not null,
  -- Whoever knows it reads the calendar, so it is shown to nobody and left out of the audit log.
  calendar_url text not null,
  created_by uuid references accounts (id) on delete set null,
  created_at timestamptz not null,
  -- When it was last asked, and when it last answered with a calendar.
  checked_at timestamptz,
  read_at timestamptz,
  -- Why it could not be read when it was last asked.
  problem text,
  -- How many entries of the last reading repeat in a way, or have a time, that is not read.
  unread_entries integer not null default 0,
  -- When the car is taken by the last reading, from that moment on.
  busy tstzmultirange not null default '{}',
  -- Set when staff removes it. Its row stays with the blocks that are over.
  removed_at timestamptz,
  constraint calendar_import_is_read_over_https check (calendar_url like 'https://%'),
  constraint calendar_import_problem_is_known check (
    problem in ('unreachable', 'private_address', 'refused', 'too_large', 'not_a_calendar', 'too_many_entries')
  ),
  constraint calendar_import_was_asked_when_it_answered check (
    checked_at is not null or (read_at is null and problem is null)
  ),
  constraint removed_calendar_import_takes_no_time check (removed_at is null or isempty(busy)),
  constraint calendar_import_has_one_car unique (id, car_id)
);
create index calendar_imports_of_car on calendar_imports (car_id) where removed_at is null;

-- A block that came from another calendar is one of the car for which that calendar is read.
alter table car_blocks add column import_id uuid,
  add constraint car_block_is_of_the_car_of_its_calendar
    foreign key (import_id, car_id) references calendar_imports (id, car_id) on delete cascade;
create index car_blocks_of_import on car_blocks (import_id) where import_id is not null;

select audit_table('calendar_feeds', 'id');
select audit_table('calendar_imports', 'id');
