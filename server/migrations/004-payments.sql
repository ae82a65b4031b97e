-- One row an attempt to collect money, for whatever is bought.
create table payments (
  id uuid primary key,
  purpose text not null,
  booking_id uuid references bookings (id) on delete restrict,
  account_id uuid not null references accounts (id) on delete restrict,
  method text not null,
  amount integer not null,
  amount_received integer,
  phone text not null,
  status text not null,
  outcome text not null default 'waiting',
  -- The unguessable end of this attempt's callback address.
  callback_secret text not null,
  -- Set before the phone is asked: whatever happens then, it is never asked a second time.
  pushed_at timestamptz,
  merchant_request_id text,
  checkout_request_id text,
  receipt text,
  result_code text,
  result_desc text,
  -- When the chaser asks next what became of it, and how often it asked.
  next_check_at timestamptz,
  checks integer not null default 0,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint payment_purpose_is_known check (purpose in ('booking')),
  constraint payment_buys_one_thing check ((purpose = 'booking') = (booking_id is not null)),
  constraint payment_method_is_known check (method in ('stk', 'c2b', 'message', 'cash')),
  constraint payment_status_is_known check (
    status in ('pending', 'processing', 'paid', 'failed', 'expired', 'partial', 'review', 'refunding', 'refunded')
  ),
  constraint payment_amount_is_positive check (amount > 0),
  constraint payment_callback_secret_is_unique unique (callback_secret),
  constraint payment_checkout_request_is_unique unique (checkout_request_id),
  constraint payment_receipt_is_used_once unique (receipt)
);
create index payments_of_booking on payments (booking_id, created_at desc);
create index payments_to_chase on payments (next_check_at) where next_check_at is not null;
create unique index booking_has_one_payment_under_way on payments (booking_id) where status = 'processing';

-- What Safaricom sent, word for word, before anything is made of it.
create table payment_messages (
  id bigint generated always as identity primary key,
  -- Null when the address told no payment of ours.
  payment_id uuid references payments (id) on delete set null,
  kind text not null,
  body text not null,
  received_at timestamptz not null,
  verdict text not null default 'received'
);
create index messages_of_payment on payment_messages (payment_id, id);
create index messages_of_nobody on payment_messages (received_at) where payment_id is null;

-- Money owed back to a customer; a person sends it and records its own M-Pesa code.
create table refunds (
  id uuid primary key,
  booking_id uuid not null references bookings (id) on delete restrict,
  -- The payment that came too late or a second time; null when the booking itself was cancelled.
  payment_id uuid references payments (id) on delete restrict,
  amount integer not null,
  reason text not null,
  status text not null default 'due',
  receipt text,
  created_at timestamptz not null,
  sent_at timestamptz,
  constraint refund_amount_is_positive check (amount > 0),
  constraint refund_status_is_known check (status in ('due', 'sent')),
  constraint refund_is_owed_once unique nulls not distinct (booking_id, payment_id),
  constraint refund_receipt_is_used_once unique (receipt)
);

-- The last slot of each repeating verb that some process took.
create table timetable_slots (
  name text primary key,
  started_at timestamptz not null
);
