create table bookings (
  id uuid primary key,
  -- `BK` and four digits (more when those run short), told to the customer.
  reference text not null,
  account_id uuid not null references accounts (id) on delete restrict,
  car_id uuid not null references cars (id) on delete restrict,
  idempotency_key text,
  -- sha256 of what was asked, so that a repeated key with other wishes is noticed.
  request_hash text not null,
  start_date date not null,
  end_date date not null,
  pickup_time text not null,
  dropoff_time text not null,
  pickup_location text not null,
  dropoff_location text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- End of the rental plus the turnaround: until then nobody else gets the car.
  occupied_until timestamptz not null,
  price_per_day integer not null,
  total_days integer not null,
  total_amount integer not null,
  insurance_cost integer not null default 0,
  discount integer not null default 0,
  final_amount integer not null,
  -- The car as it was when booked: name, category, image, specs, features, rating.
  car_snapshot jsonb not null,
  customer_info jsonb not null,
  payment_method text not null,
  payment_status text not null default 'pending',
  mpesa_number text,
  special_requests text not null default '',
  driver_notes text not null default '',
  status text not null default 'pending',
  hold_expires_at timestamptz,
  cancellation_reason text not null default '',
  cancelled_at timestamptz,
  -- Only a hold that ran out by the clock may be revived by a late payment.
  cancelled_by text,
  handover jsonb,
  handover_return jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint booking_status_is_known check (status in ('pending', 'confirmed', 'active', 'completed', 'cancelled')),
  constraint booking_payment_method_is_known check (payment_method in ('mpesa', 'whatsapp')),
  constraint booking_payment_status_is_known check (
    payment_status in ('pending', 'processing', 'paid', 'failed', 'expired', 'partial', 'review', 'refunding', 'refunded')
  ),
  constraint booking_runs_forward check (starts_at < ends_at and ends_at <= occupied_until),
  constraint booking_days_are_counted check (total_days = greatest(1, end_date - start_date)),
  constraint booking_price_adds_up check (
    price_per_day > 0
    and total_amount = price_per_day * total_days
    and final_amount = total_amount + insurance_cost - discount
    and final_amount > 0
  ),
  constraint booking_holds_only_while_pending check (status <> 'pending' or hold_expires_at is not null),
  constraint booking_cancelled_has_a_time check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint booking_cancelled_by_somebody check (
    (status = 'cancelled') = (cancelled_by is not null) and cancelled_by in ('customer', 'staff', 'clock')
  ),
  constraint booking_request_is_made_once unique (account_id, idempotency_key)
);
create unique index booking_reference_is_unique_among_live on bookings (reference)
  where status in ('pending', 'confirmed', 'active');
create index bookings_of_account on bookings (account_id, created_at desc);
create index bookings_of_car on bookings (car_id, starts_at);
create index bookings_with_holds on bookings (hold_expires_at) where status = 'pending';
create index bookings_under_way on bookings (ends_at) where status = 'active';

-- Who changed a booking, when and why; never updated.
create table booking_history (
  id bigint generated always as identity primary key,
  booking_id uuid not null references bookings (id) on delete cascade,
  at timestamptz not null,
  actor text not null,
  account_id uuid references accounts (id) on delete set null,
  what text not null,
  status text not null,
  note text not null default '',
  constraint booking_history_actor_is_known check (actor in ('customer', 'staff', 'payment', 'clock'))
);
create index history_of_booking on booking_history (booking_id, id);

-- Spans the operator keeps a car off the road.
create table car_blocks (
  id uuid primary key,
  car_id uuid not null references cars (id) on delete restrict,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null,
  created_by uuid references accounts (id) on delete set null,
  created_at timestamptz not null,
  constraint car_block_runs_forward check (starts_at < ends_at)
);

-- Every span in which a car is taken, by a live booking or a block. Triggers keep it; nothing else writes it.
-- Its exclusion constraint is the last judge over double bookings.
create table car_calendar (
  car_id uuid not null references cars (id) on delete restrict,
  taken tstzrange not null,
  booking_id uuid references bookings (id) on delete cascade,
  block_id uuid references car_blocks (id) on delete cascade,
  constraint car_is_taken_once exclude using gist (car_id with =, taken with &&),
  constraint calendar_entry_has_one_cause check (num_nonnulls(booking_id, block_id) = 1),
  constraint calendar_booking_is_entered_once unique (booking_id),
  constraint calendar_block_is_entered_once unique (block_id)
);

create function enter_booking_in_calendar() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (old.car_id, old.starts_at, old.occupied_until, old.status in ('pending', 'confirmed', 'active'))
      is not distinct from (new.car_id, new.starts_at, new.occupied_until, new.status in ('pending', 'confirmed', 'active'))
    then
      return new;
    end if;
    delete from car_calendar where booking_id = old.id;
  end if;
  if new.status in ('pending', 'confirmed', 'active') then
    insert into car_calendar (car_id, taken, booking_id)
    values (new.car_id, tstzrange(new.starts_at, new.occupied_until), new.id);
  end if;
  return new;
end $$;
create trigger booking_calendar after insert or update on bookings
  for each row execute function enter_booking_in_calendar();

create function enter_block_in_calendar() returns trigger language plpgsql as $$
begin
  delete from car_calendar where block_id = new.id;
  insert into car_calendar (car_id, taken, block_id) values (new.car_id, tstzrange(new.starts_at, new.ends_at), new.id);
  return new;
end $$;
create trigger block_calendar after insert or update on car_blocks
  for each row execute function enter_block_in_calendar();

create table reviews (
  booking_id uuid primary key references bookings (id) on delete restrict,
  car_id uuid not null references cars (id) on delete restrict,
  account_id uuid not null references accounts (id) on delete restrict,
  rating integer not null,
  comment text not null default '',
  reviewed_at timestamptz not null,
  constraint review_rating_is_one_to_five check (rating between 1 and 5)
);
create index reviews_of_car on reviews (car_id, reviewed_at desc);
