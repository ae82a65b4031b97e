-- Papers of rental cars: insurance, inspection, road documents; and the days on which a car may be rented by them.

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
  constraint car_document_kind_is_known check (kind in ('insurance', 'inspection', 'road')),
  constraint car_document_starts_before_it_ends check (valid_from <= valid_until)
);
create index car_documents_of_car on car_documents (car_id, kind, valid_until);

-- When the car is insured and inspected, by its documents; null while none of that kind was ever recorded. Written by a
-- trigger only.
alter table cars add column insured tstzmultirange, add column inspected tstzmultirange;

-- Whether a car without any document of a kind may be rented; a setting of the business.
alter table business_settings add column only_recorded_cars boolean not null
  generated always as (coalesce((chosen ->> 'onlyRecordedCars')::boolean, false)) stored;

create function document_cover(of_car uuid, of_kind text) returns tstzmultirange language sql stable as $$
  select case when count(*) > 0 then coalesce(
    range_agg(tstzrange(
      valid_from::timestamp at time zone 'Africa/Nairobi', (valid_until + 1)::timestamp at time zone 'Africa/Nairobi'
    )) filter (where withdrawn_at is null),
    '{}'
  ) end
  from car_documents where car_id = of_car and kind = of_kind
$$;

-- The part of a span for which a car has no insurance or no inspection. A kind of which nothing is recorded counts as
-- missing only where `only_recorded`.
create function not_covered(
  insured tstzmultirange, inspected tstzmultirange, only_recorded boolean, span tstzrange
) returns tstzmultirange language sql immutable as $$
  select tstzmultirange(span)
    - coalesce(insured, case when only_recorded then '{}'::tstzmultirange else '{(,)}'::tstzmultirange end)
      * coalesce(inspected, case when only_recorded then '{}'::tstzmultirange else '{(,)}'::tstzmultirange end)
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

-- A booking that takes a car, or takes it for longer, does so only for time in which the car is insured and inspected.
-- Bookings that were made before a document was withdrawn stay as they are.
create function refuse_booking_beyond_cover() returns trigger language plpgsql as $$
declare
  newly tstzmultirange := tstzmultirange(tstzrange(new.starts_at, new.occupied_until));
  uncovered tstzmultirange;
begin
  if not (new.status in ('confirmed', 'active') or (new.status = 'pending' and new.keeps_car)) then
    return new;
  end if;
  if tg_op = 'UPDATE' and old.car_id = new.car_id
    and (old.status in ('confirmed', 'active') or (old.status = 'pending' and old.keeps_car))
  then
    newly := newly - tstzmultirange(tstzrange(old.starts_at, old.occupied_until));
  end if;
  if isempty(newly) then return new; end if;
  select newly * not_covered(
      insured, inspected, coalesce((select only_recorded_cars from business_settings), false), range_merge(newly)
    )
    into uncovered from cars where id = new.car_id;
  if not isempty(uncovered) then
    raise exception 'The car has no insurance or inspection for %', uncovered
      using errcode = 'exclusion_violation', constraint = 'booking_is_within_cover';
  end if;
  return new;
end $$;
create trigger booking_is_within_cover before insert or update on bookings
  for each row execute function refuse_booking_beyond_cover();

select audit_table('car_documents', 'id');
