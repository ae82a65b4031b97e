-- Bookings of rental cars, the calendar of each car, reviews.

-- The sum of the prices, or of the insurance, of the days of a price snapshot; null without a snapshot.
create function sum_of_days(price_snapshot jsonb, part text) returns integer language sql immutable strict as $$
  select coalesce(sum((day ->> part)::integer), 0)::integer from jsonb_array_elements(price_snapshot -> 'days') as day
$$;

create table bookings (
  id uuid primary key,
  -- `BK` and four digits (more when those are used up), shown to the customer.
  reference text not null,
  account_id uuid not null references accounts (id) on delete restrict,
  -- The staff account that created it at the counter; null if the customer did.
  booked_by uuid references accounts (id) on delete restrict,
  car_id uuid not null references cars (id) on delete restrict,
  -- sha256 of the request, so that a repeated idempotency key with a different request is refused.
  request_hash text not null,
  start_date date not null,
  end_date date not null,
  pickup_time text not null,
  dropoff_time text not null,
  pickup_location text not null,
  dropoff_location text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- End of the rental plus the turnaround time, during which the car cannot be booked.
  occupied_until timestamptz not null,
  price_per_day integer not null,
  total_days integer not null,
  total_amount integer not null,
  insurance_cost integer not null default 0,
  discount integer not null default 0,
  final_amount integer not null,
  -- The price of each day and the discount when it was made, a document with a version. Null: price_per_day on every day.
  price_snapshot jsonb,
  -- The cancellation terms at the time of booking.
  cancellation_terms jsonb not null,
  -- What is charged at the return beyond the rental, as the terms were at the time of booking.
  rental_terms jsonb not null default '{"version": 1}',
  -- The car at the time of booking: name, category, image, specs, features, rating.
  car_snapshot jsonb not null,
  customer_info jsonb not null,
  payment_method text not null,
  payment_status text not null default 'pending',
  payer_phone text,
  special_requests text not null default '',
  driver_notes text not null default '',
  -- Charges at return beyond the rental (late hours, fuel, damage), in shillings.
  extra_charges integer not null default 0,
  status text not null default 'pending',
  hold_expires_at timestamptz,
  -- False for an unpaid M-Pesa booking beyond the limits of unpaid holds: it does not reserve the car until it is paid.
  keeps_car boolean not null default true,
  cancellation_reason text not null default '',
  cancelled_at timestamptz,
  -- A late payment may restore only a booking that was cancelled by `clock` (its hold expired).
  cancelled_by text,
  no_show boolean not null default false,
  handover jsonb,
  handover_return jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search_text text not null generated always as (
    lower(
      reference || ' ' || coalesce(customer_info ->> 'firstName', '') || ' ' || coalesce(customer_info ->> 'lastName', '')
      || ' ' || coalesce(customer_info ->> 'phone', '') || ' ' || coalesce(customer_info ->> 'email', '')
      || ' ' || coalesce(car_snapshot ->> 'name', '')
    )
  ) stored,
  constraint booking_status_is_known check (status in ('pending', 'confirmed', 'active', 'completed', 'cancelled')),
  constraint booking_payment_method_is_known check (payment_method in ('mpesa', 'whatsapp')),
  constraint booking_payment_status_is_known check (
    payment_status in ('pending', 'processing', 'paid', 'failed', 'expired', 'partial', 'review', 'refunding', 'refunded')
  ),
  constraint booking_starts_before_it_ends check (starts_at < ends_at and ends_at <= occupied_until),
  constraint booking_total_days_match_dates check (total_days = greatest(1, end_date - start_date)),
  constraint booking_price_adds_up check (
    price_per_day > 0
    and total_amount = coalesce(sum_of_days(price_snapshot, 'price'), price_per_day * total_days)
    and insurance_cost = coalesce(sum_of_days(price_snapshot, 'insurance'), 0)
    and discount = total_amount::bigint * coalesce((price_snapshot ->> 'discountPercent')::integer, 0) / 100
    and final_amount = total_amount + insurance_cost - discount
    and final_amount > 0
  ),
  constraint booking_has_a_price_of_each_day check (
    price_snapshot is null or jsonb_array_length(price_snapshot -> 'days') = total_days
  ),
  constraint pending_booking_has_a_hold_expiry check (status <> 'pending' or hold_expires_at is not null),
  constraint cancelled_booking_has_a_time check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint cancelled_booking_names_who_cancelled check (
    (status = 'cancelled') = (cancelled_by is not null) and cancelled_by in ('customer', 'staff', 'clock')
  ),
  constraint booking_extra_charges_are_not_negative check (extra_charges >= 0),
  constraint booking_no_show_is_cancelled_by_staff check (not no_show or cancelled_by = 'staff')
);
create unique index live_booking_reference_is_unique on bookings (reference)
  where status in ('pending', 'confirmed', 'active');
create index bookings_of_account on bookings (account_id, created_at desc);
create index bookings_of_car on bookings (car_id, starts_at);
create index bookings_with_holds on bookings (hold_expires_at) where status = 'pending';
create index bookings_under_way on bookings (ends_at) where status = 'active';
create index bookings_by_age on bookings (created_at desc, id desc);
create index bookings_by_start on bookings (starts_at);
create index bookings_by_end on bookings (ends_at);
create index bookings_by_search on bookings using gin (search_text gin_trgm_ops);
create index bookings_to_hand_over on bookings (starts_at) where status = 'confirmed';
create index bookings_by_status on bookings (status, created_at desc, id desc);
create index bookings_by_days on bookings using gist (daterange(start_date, end_date, '[]'));
create index bookings_by_reference on bookings (reference, created_at desc);

-- A booking occupies its car while it is confirmed or active, or pending and holding the car.
create function save_booking_in_calendar() returns trigger language plpgsql as $$
declare
  was boolean := false;
  is_now boolean := new.status in ('confirmed', 'active') or (new.status = 'pending' and new.keeps_car);
begin
  if tg_op = 'UPDATE' then
    was := old.status in ('confirmed', 'active') or (old.status = 'pending' and old.keeps_car);
    if (old.car_id, old.starts_at, old.occupied_until, was)
      is not distinct from (new.car_id, new.starts_at, new.occupied_until, is_now)
    then
      return new;
    end if;
    delete from car_calendar where booking_id = old.id;
  end if;
  if is_now then
    insert into car_calendar (car_id, taken, booking_id)
    values (new.car_id, tstzrange(new.starts_at, new.occupied_until), new.id);
  end if;
  return new;
end $$;
create trigger booking_is_in_calendar after insert or update on bookings
  for each row execute function save_booking_in_calendar();
create trigger booking_account_is_open before insert on bookings
  for each row execute function refuse_deleted_account();

-- Changes of a booking: who, when and why. Append-only.
create table booking_history (
  id bigint generated always as identity primary key,
  booking_id uuid not null references bookings (id) on delete cascade,
  at timestamptz not null,
  actor text not null,
  -- A code; its text is made when it is shown.
  event text not null,
  account_id uuid references accounts (id) on delete set null,
  status text not null,
  note text not null default '',
  constraint booking_history_actor_is_known check (actor in ('customer', 'staff', 'payment', 'clock')),
  constraint booking_history_event_is_known check (
    event in ('book', 'bookAtCounter', 'confirm', 'confirmUnpaid', 'pay', 'extend', 'change', 'revive', 'expire', 'cancel', 'noShow',
      'handOver', 'takeBack', 'complete', 'completeUnrecorded', 'takeDeposit', 'waiveDeposit',
      'returnDeposit', 'keepDeposit', 'releaseDeposit', 'disputeCharge', 'keepCharge', 'withdrawCharge', 'waiveDriver')
  )
);
create index booking_history_of_booking on booking_history (booking_id, id);

-- The deposit of a booking: the amount is that of the car when the booking was made; no row where the car has none. What
-- is held of it is a balance of the ledger.
create table deposits (
  id uuid primary key,
  -- `DEP` and this number is what a payer types.
  number integer not null generated always as identity,
  booking_id uuid not null references bookings (id) on delete restrict,
  amount integer not null,
  waived_by uuid references accounts (id) on delete restrict,
  waived_at timestamptz,
  waiver_reason text not null default '',
  -- By when it is given back; set when the rental ends.
  return_by timestamptz,
  -- When staff gave it back.
  settled_at timestamptz,
  settled_by uuid references accounts (id) on delete restrict,
  constraint booking_has_one_deposit unique (booking_id),
  constraint deposit_number_is_unique unique (number),
  constraint deposit_is_positive check (amount > 0),
  constraint waived_deposit_names_person_and_reason check (
    (waived_at is null) = (waived_by is null) and (waived_at is null) = (waiver_reason = '')
  ),
  constraint settled_deposit_names_a_person check ((settled_at is null) = (settled_by is null))
);
create index deposits_to_return on deposits (return_by) where return_by is not null;

-- The limit is WAIVE_DEPOSIT_ALONE_UP_TO of the contract.
create function refuse_waiver_by_staff() returns trigger language plpgsql as $$
begin
  if new.amount > 20000 and not exists (select from accounts where id = new.waived_by and role = 'admin') then
    raise exception 'Only an admin waives a large deposit.'
      using errcode = 'check_violation', constraint = 'large_deposit_is_waived_by_an_admin';
  end if;
  return new;
end $$;
create trigger large_deposit_is_waived_by_an_admin before insert or update of waived_by on deposits
  for each row when (new.waived_by is not null) execute function refuse_waiver_by_staff();

-- Periods in which a car is occupied by a live booking or a block. Written by triggers only. The exclusion constraint
-- prevents double bookings.
create table car_calendar (
  car_id uuid not null references cars (id) on delete restrict,
  taken tstzrange not null,
  booking_id uuid references bookings (id) on delete cascade,
  block_id uuid references car_blocks (id) on delete cascade,
  constraint car_bookings_do_not_overlap exclude using gist (car_id with =, taken with &&),
  constraint calendar_entry_is_a_booking_or_a_block check (num_nonnulls(booking_id, block_id) = 1),
  constraint booking_is_in_calendar_once unique (booking_id),
  constraint car_block_is_in_calendar_once unique (block_id)
);
create index car_calendar_by_end on car_calendar (upper(taken));

-- One review per completed booking.
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

-- Bookings that staff confirmed without payment, or that wait for a second person's approval to be confirmed so.
-- Records no payment.
create table unpaid_confirmations (
  booking_id uuid primary key references bookings (id) on delete restrict,
  -- The amount that was still unpaid.
  amount integer not null,
  note text not null,
  requested_by uuid not null references accounts (id) on delete restrict,
  requested_at timestamptz not null,
  confirmed_by uuid references accounts (id) on delete restrict,
  confirmed_at timestamptz,
  constraint unpaid_amount_is_positive check (amount > 0),
  constraint unpaid_confirmation_names_a_person check ((confirmed_by is null) = (confirmed_at is null)),
  -- The limit is CONFIRM_UNPAID_ALONE_UP_TO of the contract.
  constraint large_unpaid_confirmation_has_two_people check (
    confirmed_by is null or amount <= 20000 or confirmed_by <> requested_by
  )
);
create index unpaid_confirmations_waiting on unpaid_confirmations (requested_at) where confirmed_by is null;

select audit_table('bookings', 'id');
select audit_table('unpaid_confirmations', 'booking_id');
select audit_table('deposits', 'id');
