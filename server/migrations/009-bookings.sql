-- Bookings of rental cars, the calendar of each car, their history, and reviews.

-- The sum of the prices, or of the insurance, of the days of a price snapshot; null without a snapshot. PL/pgSQL keeps the
-- plan of the sum, which an SQL function that aggregates makes for each call, and every change of a booking checks it.
create function sum_of_days(price_snapshot jsonb, part text) returns integer language plpgsql immutable strict as $$
begin
  return (
    select coalesce(sum((day ->> part)::integer), 0) from jsonb_array_elements(price_snapshot -> 'days') as day
  );
end $$;

-- The sum of the lines of the extras of a booking; null without extras.
create function sum_of_extras(extras jsonb) returns integer language sql immutable strict as $$
  select coalesce(sum((line ->> 'amount')::integer), 0)::integer from jsonb_array_elements(extras -> 'lines') as line
$$;

-- How many of a kind a booking has; 0 without extras.
create function count_of_extra(extras jsonb, of_kind text) returns integer language sql immutable as $$
  select coalesce(sum((line ->> 'quantity')::integer), 0)::integer
  from jsonb_array_elements(extras -> 'lines') as line where line ->> 'kind' = of_kind
$$;

-- Whether every line costs its quantity times its price, and a chauffeur comes for each day.
create function extras_add_up(extras jsonb, total_days integer) returns boolean language sql immutable strict as $$
  select coalesce(bool_and(
    (line ->> 'quantity')::integer > 0 and (line ->> 'price')::integer >= 0
    and (line ->> 'amount')::bigint = (line ->> 'quantity')::bigint * (line ->> 'price')::bigint
    and (line ->> 'kind' <> 'chauffeur' or (line ->> 'quantity')::integer = total_days)
  ), true)
  from jsonb_array_elements(extras -> 'lines') as line
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
  -- The extras with their prices when it was made, a document with a version. Null: none.
  extras jsonb,
  delivery_address text not null default '',
  collection_address text not null default '',
  -- When the car came back, as in the record of the return.
  returned_at timestamptz,
  search_text text not null generated always as (
    searchable_text(
      reference || ' ' || coalesce(customer_info ->> 'firstName', '') || ' ' || coalesce(customer_info ->> 'lastName', '')
      || ' ' || coalesce(customer_info ->> 'email', '') || ' ' || coalesce(car_snapshot ->> 'name', '')
      || ' ' || coalesce(customer_info ->> 'phone', '')
    )
  ) stored,
  -- A booking that is live again under another reference, because a later one has its own by now, keeps the former one: money
  -- that names it may be for either.
  former_references text[] not null default '{}',
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
    and final_amount = total_amount + insurance_cost - discount + coalesce(sum_of_extras(extras), 0)
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
  constraint booking_no_show_is_cancelled_by_staff check (not no_show or cancelled_by = 'staff'),
  constraint booking_extras_add_up check (coalesce(extras_add_up(extras, total_days), true))
);
create unique index live_booking_reference_is_unique on bookings (reference)
  where status in ('pending', 'confirmed', 'active');
create index bookings_of_account on bookings (account_id, created_at desc);
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
-- A booking asks what its account and its car have unpaid. Without them, a statement that a connection prepared while the
-- table was small reads every unpaid booking.
create index unpaid_bookings_of_account on bookings (account_id) where status = 'pending';
create index unpaid_bookings_of_car on bookings (car_id, hold_expires_at) where status = 'pending';
-- With the id, it also tells the car of each booking without reading the bookings.
create index bookings_of_car on bookings (car_id, starts_at) include (id);
-- Reports read the days of every rental of a year: all that they need of it is here, so that they do not read the documents
-- of each booking.
create index rentals_of_car on bookings (car_id, start_date) include (end_date, status, ends_at, returned_at, id)
  where status in ('confirmed', 'active', 'completed');
create unique index car_has_one_rental_under_way on bookings (car_id) where status = 'active';
create index counter_bookings_by_email on bookings ((customer_info ->> 'email')) where booked_by = account_id;
create index former_booking_references on bookings using gin (former_references) where former_references <> '{}';

create function set_time_of_return() returns trigger language plpgsql as $$
begin
  new.returned_at := (new.handover_return ->> 'at')::timestamptz;
  return new;
end $$;
create trigger booking_has_time_of_return before insert or update of handover_return on bookings
  for each row when (new.handover_return is not null) execute function set_time_of_return();

create trigger booking_account_is_open before insert on bookings
  for each row execute function refuse_deleted_account();
create trigger booking_that_comes_back_has_an_account before update on bookings
  for each row when (
    old.status in ('cancelled', 'completed') and new.status in ('pending', 'confirmed', 'active')
  )
  execute function refuse_return_of_deleted_account();

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

-- A car that left the fleet is given to nobody, also not by a booking that comes back: its cancellation, return or loss is
-- taken back, or its money comes late. Staff restores the car first. Bookings that have such a car already go on; a new one
-- looks at the car under its lock.
create function refuse_retired_car() returns trigger language plpgsql as $$
begin
  if exists (select from cars where id = new.car_id and retired_at is not null) then
    raise exception 'This car is no longer in the fleet.'
      using errcode = 'exclusion_violation', constraint = 'booked_car_is_in_the_fleet';
  end if;
  return new;
end $$;
create trigger booked_car_is_in_the_fleet before update on bookings
  for each row when (
    new.status in ('pending', 'confirmed', 'active')
    and (old.car_id <> new.car_id
      or old.status in ('cancelled', 'completed')
      or old.status = 'pending' and new.status <> 'pending')
  )
  execute function refuse_retired_car();

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
  -- What an event of a booking was about, in codes and numbers: an amount, how it was paid, the times of return.
  facts jsonb,
  constraint booking_history_actor_is_known check (actor in ('customer', 'staff', 'payment', 'clock')),
  constraint booking_history_event_is_known check (
    event in (
      'book', 'bookAtCounter', 'confirm', 'confirmUnpaid', 'pay', 'extend', 'change', 'revive', 'expire', 'cancel', 'noShow',
      'handOver', 'takeBack', 'complete', 'completeUnrecorded', 'takeDeposit', 'waiveDeposit', 'returnDeposit',
      'returnDepositOwed', 'keepDeposit', 'keepDepositOwed', 'releaseDeposit', 'disputeCharge', 'keepCharge',
      'withdrawCharge', 'waiveDriver', 'chargeFine', 'withdrawFine', 'payOwed', 'allowUnpaidHandover', 'markLost',
      'correctReading', 'undoCancel', 'undoComplete', 'undoReturn', 'voidPayment', 'withdrawLoss', 'lowerRefund',
      'takeOutDriver', 'putDriverBack', 'withdrawDriver', 'newReference'
    )
  )
);
create index booking_history_of_booking on booking_history (booking_id, id);

select audit_table('bookings', 'id');

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

select audit_table('unpaid_confirmations', 'booking_id');

-- Staff types a customer's email at the counter. The booking is kept under the member of staff until an account that is not
-- banned has proven that address: anybody can register a stranger's address. With the proof it becomes a booking of that
-- account, and its payments are those of that customer.
create function give_counter_bookings() returns trigger language plpgsql as $$
declare
  given uuid[];
begin
  -- Whoever books for this address at the same moment waits, and then sees the proof.
  perform pg_advisory_xact_lock(hashtext('counter booking ' || new.email));
  perform from payments where payments.account_id <> new.id and coalesce(
      payments.booking_id, (select deposits.booking_id from deposits where deposits.id = payments.deposit_id)
    ) in (select id from bookings where booked_by = account_id and customer_info ->> 'email' = new.email)
    order by payments.id for update;
  with moved as (
    update bookings set account_id = new.id
    where booked_by = account_id and account_id <> new.id and customer_info ->> 'email' = new.email
    returning id
  )
  select array_agg(id) into given from moved;
  update payments set account_id = new.id from bookings
  where bookings.id = any(given) and payments.account_id = bookings.booked_by and bookings.id = coalesce(
      payments.booking_id, (select deposits.booking_id from deposits where deposits.id = payments.deposit_id)
    );
  return null;
end $$;
create trigger counter_bookings_are_given_with_proof after update of email_proven_at, banned_at on accounts
  for each row when (
    new.email_proven_at is not null and new.banned_at is null and new.deleted_at is null
    and (old.email_proven_at is null or old.banned_at is not null)
  )
  execute function give_counter_bookings();

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

create table review_decisions (
  booking_id uuid primary key references reviews (booking_id) on delete cascade,
  -- Empty while everybody may read the review. Its customer reads the reason.
  hidden_reason text not null default '',
  hidden_by uuid references accounts (id) on delete restrict,
  hidden_at timestamptz,
  -- Empty without an answer.
  answer text not null default '',
  answered_by uuid references accounts (id) on delete restrict,
  answered_at timestamptz,
  constraint hidden_review_has_reason_person_and_time check (
    (hidden_at is null) = (hidden_reason = '') and (hidden_at is null) = (hidden_by is null)
  ),
  constraint answer_has_a_person_and_a_time check (
    (answered_at is null) = (answer = '') and (answered_at is null) = (answered_by is null)
  )
);

create trigger review_decisions_change_is_notified after insert or update or delete on review_decisions
  for each statement execute function notify_change('cars');

select audit_table('review_decisions', 'booking_id');
