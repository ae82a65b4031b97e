-- Where an unpaid booking or order came from, to bound what one person, phone and network hold without paying.
-- Addresses and numbers are kept as keyed hashes only, and rows are deleted after 72 hours.
create table hold_origins (
  booking_id uuid references bookings (id) on delete cascade,
  order_id uuid references orders (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  network text not null,
  phones text[] not null,
  made_at timestamptz not null,
  constraint hold_origin_is_of_one_purchase check (num_nonnulls(booking_id, order_id) = 1),
  constraint hold_origin_of_booking_is_kept_once unique (booking_id),
  constraint hold_origin_of_order_is_kept_once unique (order_id)
);
create index hold_origins_of_account on hold_origins (account_id);
create index hold_origins_of_network on hold_origins (network);
create index hold_origins_of_phone on hold_origins using gin (phones);
create index hold_origins_by_age on hold_origins (made_at);

-- An unpaid M-Pesa booking beyond the limits may be paid, but keeps its car from nobody until then.
alter table bookings add column keeps_car boolean not null default true;

create or replace function enter_booking_in_calendar() returns trigger language plpgsql as $$
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

-- The same for an order and its pieces. A visitor's order never kept any.
alter table orders add column keeps_pieces boolean not null default true;
update orders set keeps_pieces = false where account_id is null;

-- When its owner proved that the address is theirs, by a code that was mailed there.
alter table accounts add column email_proven_at timestamptz;

create function forget_email_proof() returns trigger language plpgsql as $$
begin
  new.email_proven_at := null;
  return new;
end $$;
create trigger email_proof_is_of_this_address before update of email on accounts
  for each row when (old.email is distinct from new.email) execute function forget_email_proof();
