-- What reports add up: money by the day of its ledger transaction, and what was earned by the day of the rental, each with the
-- car of that day. A car that is exchanged, and a price that changes, leave the days before as they were.

create table report_entries (
  id bigint generated always as identity primary key,
  -- `received` and `given_back` are money; `price`, `charge` and `sale` are earned; `passed_on` are fines of customers;
  -- `from_deposit` is what a deposit paid.
  figure text not null,
  -- What it was for.
  kind text not null,
  day date not null,
  amount bigint not null,
  account text,
  car_id uuid references cars (id) on delete restrict,
  booking_id uuid references bookings (id) on delete cascade,
  -- Null where the price of a rental is spread over its days.
  transaction_id uuid references ledger_transactions (id) on delete cascade,
  constraint report_figure_is_known
    check (figure in ('received', 'given_back', 'price', 'charge', 'sale', 'passed_on', 'from_deposit')),
  constraint report_kind_is_known check (kind in ('rent', 'deposit', 'listing', 'shop', 'unmatched')),
  constraint report_amount_is_not_zero check (amount <> 0),
  constraint report_money_names_its_account check ((figure in ('received', 'given_back')) = (account is not null)),
  constraint report_price_is_of_a_rental
    check (figure <> 'price' or (booking_id is not null and car_id is not null and transaction_id is null)),
  constraint report_entry_names_its_transaction check (figure = 'price' or transaction_id is not null)
);
create index report_entries_by_day on report_entries (day) include (figure, kind, account, car_id, booking_id, amount);
create index report_prices_of_booking on report_entries (booking_id, day) where booking_id is not null;
create index report_entries_of_transaction on report_entries (transaction_id) where transaction_id is not null;

-- What revenue of a rental is: its price, a charge besides it, or a fine that is passed on. Known by what was posted.
create function rental_revenue_part(of_transaction uuid) returns text language plpgsql stable as $$
declare
  t ledger_transactions;
  disputed text;
begin
  select * into t from ledger_transactions where id = of_transaction;
  if t.kind = 'reversed' then
    return rental_revenue_part(t.reverses);
  elsif t.kind = 'refund_owed' then
    case (select reason from refunds where id = t.refund_id)
      when 'fine_withdrawn' then return 'passed_on';
      when 'return_taken_back', 'reading_corrected' then return 'charge';
      when 'charge_withdrawn' then disputed := (select occasion from refunds where id = t.refund_id);
      else return 'price';
    end case;
  elsif t.idempotency_key like 'dispute %' then
    disputed := split_part(t.idempotency_key, ' ', 2);
  end if;
  if disputed is not null then
    return case
      when exists (select from charge_disputes where id::text = disputed and fine_id is not null) then 'passed_on'
      else 'charge'
    end;
  end if;
  return case
    when t.idempotency_key like 'fine %' then 'passed_on'
    when t.idempotency_key ~ '^(reading |kept part |return of |booking [^ ]+ charged at return)'
      and t.kind in ('charged', 'charge_reduced') then 'charge'
    else 'price'
  end;
end $$;

-- Spreads the price of a rental evenly over its days. Days before `from_day` keep what they have. What is left, and `added`,
-- is of the days from then on; of `from_day` itself where the rental is over or was cancelled.
create function spread_rental_price(of_booking uuid, from_day date, added bigint) returns void language plpgsql as $$
declare
  rental record;
  left_over bigint;
  first_day date;
  days integer := 1;
begin
  select car_id, start_date, greatest(end_date, start_date + 1) as until, status into rental
    from bookings where id = of_booking;
  with gone as (
    delete from report_entries where booking_id = of_booking and figure = 'price' and day >= from_day returning amount
  )
  select coalesce(sum(amount), 0) + added into left_over from gone;
  if rental.status = 'cancelled' or rental.until <= from_day then
    first_day := from_day;
  else
    first_day := greatest(rental.start_date, from_day);
    days := rental.until - first_day;
  end if;
  insert into report_entries (figure, kind, day, amount, car_id, booking_id)
    select 'price', 'rent', first_day + place, amount, rental.car_id, of_booking
    from generate_series(0, days - 1) as place
    cross join lateral (select left_over * (place + 1) / days - left_over * place / days as amount) as part
    where amount <> 0;
end $$;

create function report_kind_of(payable_type text) returns text language sql immutable parallel safe
  return case payable_type
    when 'booking' then 'rent' when 'deposit' then 'deposit' when 'listing_period' then 'listing' when 'order' then 'shop'
    else 'unmatched'
  end;

-- The entries of a ledger transaction that count by its day; the price of a rental is spread apart.
create view ledger_figures as
  select e.transaction_id, e.line,
    e.day,
    case
      when is_money(e.account) and t.refund_id is not null and t.kind <> 'money_moved' then 'given_back'
      when is_money(e.account) then 'received'
      when e.account = 'deposits' then 'from_deposit'
      when e.account = 'revenue:rental' then rental_revenue_part(e.transaction_id)
      else 'sale'
    end as figure,
    report_kind_of(e.payable_type) as kind,
    case when is_money(e.account) and (t.refund_id is null or t.kind = 'money_moved') or e.account = 'deposits'
      then e.amount else -e.amount end as amount,
    case when is_money(e.account) then e.account end as account,
    case e.payable_type when 'booking' then e.payable_id
      when 'deposit' then (select booking_id from deposits where deposits.id = e.payable_id) end as booking_id
  from ledger_entries as e join ledger_transactions as t on t.id = e.transaction_id
  where is_money(e.account) or e.account like 'revenue:%'
    or (e.account = 'deposits' and t.kind in ('deposit_kept', 'deposit_released'));

create function add_report_entries() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  priced record;
begin
  insert into report_entries (figure, kind, day, amount, account, car_id, booking_id, transaction_id)
    select f.figure, f.kind, f.day, f.amount, f.account,
      bookings.car_id, f.booking_id, f.transaction_id
    from added join ledger_figures as f on f.transaction_id = added.transaction_id and f.line = added.line
    left join bookings on bookings.id = f.booking_id
    where f.figure <> 'price' order by f.transaction_id, f.line;
  for priced in
    select f.booking_id, f.day, sum(f.amount)::bigint as amount
    from added join ledger_figures as f on f.transaction_id = added.transaction_id and f.line = added.line
    where added.account = 'revenue:rental' and f.figure = 'price' group by 1, 2 order by 1, 2
  loop
    perform spread_rental_price(priced.booking_id, priced.day, priced.amount);
  end loop;
  return null;
end $$;
create trigger report_entries_are_added after insert on ledger_entries
  referencing new table as added for each statement execute function add_report_entries();

create function move_rental_price() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform spread_rental_price(new.id, (new.updated_at at time zone 'Africa/Nairobi')::date, 0);
  return null;
end $$;
create trigger rental_price_follows_its_days after update on bookings
  for each row when (
    (old.start_date, old.end_date, old.car_id) is distinct from (new.start_date, new.end_date, new.car_id)
    or (old.status = 'cancelled') <> (new.status = 'cancelled')
  ) execute function move_rental_price();

-- What happened before: each rental has its present car and days, and what was kept of a cancelled one is of that day.
insert into report_entries (figure, kind, day, amount, account, car_id, booking_id, transaction_id)
  select f.figure, f.kind, f.day, f.amount, f.account,
    bookings.car_id, f.booking_id, f.transaction_id
  from ledger_figures as f left join bookings on bookings.id = f.booking_id
  where f.figure <> 'price' order by f.transaction_id, f.line;
do $$
declare
  priced record;
begin
  for priced in
    select f.booking_id, sum(f.amount)::bigint as amount,
      case when status = 'cancelled' then (coalesce(cancelled_at, bookings.updated_at) at time zone 'Africa/Nairobi')::date
        else least(f.day, greatest(end_date, start_date + 1) - 1) end as day
    from ledger_figures as f join bookings on bookings.id = f.booking_id
    where f.figure = 'price' group by 1, 3 order by 1, 3
  loop
    perform spread_rental_price(priced.booking_id, priced.day, priced.amount);
  end loop;
end $$;

-- Reports read these entries now, and no longer the days of revenue in the ledger.
drop trigger revenue_has_the_day_of_its_transaction on ledger_entries;
drop function set_revenue_day();
drop index ledger_entries_of_rentals;
alter table ledger_entries drop column revenue_day;
