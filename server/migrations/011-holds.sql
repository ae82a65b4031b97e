-- Limits of unpaid bookings and orders.

-- Origin of unpaid bookings and orders, to limit what one account, phone number and network hold without paying.
-- Networks and phone numbers are stored as keyed hashes only. Rows are deleted after 72 hours.
create table hold_origins (
  booking_id uuid references bookings (id) on delete cascade,
  order_id uuid references orders (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  network text not null,
  phones text[] not null,
  made_at timestamptz not null,
  constraint hold_origin_is_of_a_booking_or_an_order check (num_nonnulls(booking_id, order_id) = 1),
  constraint booking_has_one_hold_origin unique (booking_id),
  constraint order_has_one_hold_origin unique (order_id)
);
create index hold_origins_of_account on hold_origins (account_id);
create index hold_origins_of_network on hold_origins (network);
create index hold_origins_of_phone on hold_origins using gin (phones);
create index hold_origins_by_age on hold_origins (made_at);
