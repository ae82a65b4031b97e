-- Papers of rental cars: insurance, inspection, road documents, and the days on which a car may be rented by them; who was
-- told that one ends; what is paid for a car; its services.

create table car_documents (
  id uuid primary key,
  car_id uuid not null references cars (id) on delete cascade,
  kind text not null,
  number text not null,
  issuer text not null,
  -- Nairobi days, both included.
  valid_from date not null,
  valid_until date not null,
  created_by uuid references accounts (id) on delete set null,
  created_at timestamptz not null,
  -- Set when staff withdraws a document that was entered wrongly or ended early. It counts no more, and is kept.
  withdrawn_at timestamptz,
  -- A scan of the document, once staff has attached one.
  scan uuid references private_files (id) on delete restrict,
  constraint car_document_kind_is_known check (kind in ('insurance', 'inspection', 'road')),
  constraint car_document_starts_before_it_ends check (valid_from <= valid_until),
  constraint private_file_is_one_document_scan unique (scan)
);
create index car_documents_of_car on car_documents (car_id, kind, valid_until);

create function document_cover(of_car uuid, of_kind text) returns tstzmultirange language sql stable as $$
  select case when count(*) > 0 then coalesce(
    range_agg(tstzrange(
      valid_from::timestamp at time zone 'Africa/Nairobi', (valid_until + 1)::timestamp at time zone 'Africa/Nairobi'
    )) filter (where withdrawn_at is null),
    '{}'
  ) end
  from car_documents where car_id = of_car and kind = of_kind
$$;

-- The update locks the row of the car, as a booking of it does.
create function write_car_cover() returns trigger language plpgsql as $$
begin
  perform from cars where id = new.car_id for no key update;
  update cars set insured = document_cover(id, 'insurance'), inspected = document_cover(id, 'inspection')
    where id = new.car_id;
  return null;
end $$;
create trigger car_cover_follows_documents after insert or update on car_documents
  for each row execute function write_car_cover();

-- The part of a span for which a car has no insurance or no inspection. A kind of which nothing is recorded counts as
-- missing only where `only_recorded`.
create function not_covered(
  insured tstzmultirange, inspected tstzmultirange, only_recorded boolean, span tstzrange
) returns tstzmultirange language sql immutable as $$
  select tstzmultirange(span)
    - coalesce(insured, case when only_recorded then '{}'::tstzmultirange else '{(,)}'::tstzmultirange end)
      * coalesce(inspected, case when only_recorded then '{}'::tstzmultirange else '{(,)}'::tstzmultirange end)
$$;

-- A scan stays as long as its document. A wrong one is corrected as the document is: withdrawn, and recorded anew.
create function keep_document_scan() returns trigger language plpgsql as $$
begin
  if old.scan is not null and new.scan is distinct from old.scan then
    raise exception 'the scan of a document does not change'
      using errcode = 'check_violation', constraint = 'car_document_keeps_its_scan';
  end if;
  return new;
end $$;
create trigger car_document_keeps_its_scan before update of scan on car_documents
  for each row execute function keep_document_scan();

-- A scan goes with its document, where a car of the demo market is removed.
create function delete_scan() returns trigger language plpgsql as $$
begin
  update private_files set delete_after = now() where id = old.scan;
  return null;
end $$;
create trigger scan_goes_with_its_document after delete on car_documents
  for each row when (old.scan is not null) execute function delete_scan();

select audit_table('car_documents', 'id');

-- Which of staff was told, so many days before, that a document ends: each person once.
create table car_document_reminders (
  document_id uuid not null references car_documents (id) on delete cascade,
  step integer not null,
  account_id uuid not null references accounts (id) on delete cascade,
  created_at timestamptz not null,
  constraint staff_is_reminded_of_a_document_once primary key (document_id, step, account_id),
  constraint document_reminder_step_is_known check (step in (30, 14, 3))
);
create index car_document_reminders_of_account on car_document_reminders (account_id);

-- What was paid for a car.
create table car_costs (
  id uuid primary key,
  -- A car of the demo market for which real people recorded costs is retired and not deleted.
  car_id uuid not null references cars (id) on delete restrict,
  kind text not null,
  -- Whole shillings.
  amount integer not null,
  -- A Nairobi day.
  day date not null,
  note text not null default '',
  -- Of the receipt, if staff attached one.
  scan uuid references private_files (id) on delete restrict,
  created_by uuid references accounts (id) on delete set null,
  created_at timestamptz not null,
  -- Set when staff withdraws a cost that was recorded wrongly. It counts no more, and is kept.
  withdrawn_at timestamptz,
  constraint car_cost_kind_is_known check (
    kind in ('fuel', 'service', 'repair', 'insurance', 'inspection', 'tyres', 'washing', 'other')
  ),
  constraint car_cost_is_positive check (amount between 1 and 10000000),
  constraint private_file_is_one_cost_scan unique (scan),
  -- The cost of a service is one of the same car.
  constraint car_cost_is_of_its_car unique (id, car_id)
);
create index car_costs_of_car on car_costs (car_id, day desc, id desc);
create index car_costs_by_day on car_costs (day) where withdrawn_at is null;

-- What staff recorded never changes; it is withdrawn once, and then stays withdrawn.
create function keep_recorded_row() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - array['withdrawn_at', 'created_by'] <> to_jsonb(old) - array['withdrawn_at', 'created_by']
    or (new.created_by is not null and new.created_by is distinct from old.created_by)
    or (old.withdrawn_at is not null and new.withdrawn_at is distinct from old.withdrawn_at)
  then
    raise exception 'a recorded row does not change'
      using errcode = 'check_violation', constraint = tg_argv[0];
  end if;
  return new;
end $$;
create trigger car_cost_does_not_change before update on car_costs
  for each row execute function keep_recorded_row('car_cost_does_not_change');
create trigger scan_goes_with_its_cost after delete on car_costs
  for each row when (old.scan is not null) execute function delete_scan();

select audit_table('car_costs', 'id');

-- How often a car is serviced.
create table service_plans (
  car_id uuid primary key references cars (id) on delete cascade,
  every_km integer,
  every_months integer,
  -- The service from which the plan counts, before any that is recorded.
  start_km integer not null,
  start_day date not null,
  updated_by uuid references accounts (id) on delete set null,
  updated_at timestamptz not null,
  constraint service_plan_has_an_interval check (every_km is not null or every_months is not null),
  constraint service_plan_km_is_plausible check (every_km between 500 and 200000 and start_km between 0 and 2000000),
  constraint service_plan_months_are_plausible check (every_months between 1 and 60)
);

-- Services that were done. The newest of them, or the start of the plan, is the last one.
create table service_records (
  id uuid primary key,
  car_id uuid not null references cars (id) on delete restrict,
  km integer not null,
  -- A Nairobi day.
  day date not null,
  note text not null default '',
  -- Recorded with it.
  cost_id uuid,
  created_by uuid references accounts (id) on delete set null,
  created_at timestamptz not null,
  -- Set when staff withdraws a service that was recorded wrongly, and its cost with it.
  withdrawn_at timestamptz,
  constraint service_km_is_plausible check (km between 0 and 2000000),
  constraint cost_is_of_one_service unique (cost_id),
  constraint service_cost_is_of_the_car foreign key (cost_id, car_id) references car_costs (id, car_id) on delete restrict
);
create index service_records_of_car on service_records (car_id, day desc, km desc);

create trigger service_record_does_not_change before update on service_records
  for each row execute function keep_recorded_row('service_record_does_not_change');

select audit_table('service_plans', 'car_id');
select audit_table('service_records', 'id');
