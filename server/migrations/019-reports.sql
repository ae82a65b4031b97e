-- What reports and the balances of a day read of the ledger.

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

-- What revenue of a rental is: its price, a charge besides it, or a fine that is passed on. Known by what was posted. The
-- occasion of a refund names its dispute first, and then that it was withdrawn where it is owed no more.
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
      when 'charge_withdrawn' then disputed := (select split_part(occasion, ' ', 1) from refunds where id = t.refund_id);
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

-- What each balance has of a purchase, from a day until the next day on which it changed. Balances of any day are read from here.
create table balance_spans (
  payable_type text not null,
  payable_id uuid not null,
  balance text not null,
  day date not null,
  -- The first day that is not of it.
  until date not null default 'infinity',
  amount bigint not null,
  -- The day since which the balance has something without a break.
  since date not null,
  constraint balance_has_one_span_a_day primary key (payable_id, payable_type, balance, day),
  constraint balance_span_has_something check (amount > 0 or is_money(balance) and amount <> 0),
  constraint balance_span_has_days check (since <= day and day < until)
);
create index balance_spans_by_day on balance_spans (balance, day, until)
  include (payable_type, payable_id, amount, since);

-- What the entries say that the balances of these purchases were. What came for a deposit is held, whichever of its accounts has
-- it. A debt is never less than nothing: a purchase that is paid in advance and one that is owed for are in different balances.
create function balance_spans_of(purchases uuid[]) returns setof balance_spans
language sql stable as $$
  with moved as (
    select e.payable_type, e.payable_id, e.day, counted.balance, sum(e.amount * counted.sign) as amount
    from ledger_entries as e cross join lateral (
      select e.account, 1 where is_money(e.account)
      union all select 'refunds', -1 where e.account = 'refunds_payable'
      union all select 'undecided', -1 where e.account = 'suspense'
      union all select 'deposits', -1
        where e.payable_type = 'deposit' and e.account in ('deposits', 'unapplied', 'receivable')
      union all select net.balance, net.sign from (values ('credit', -1), ('owed', 1)) as net (balance, sign)
        where e.payable_type <> 'deposit' and e.account in ('unapplied', 'receivable')
    ) as counted (balance, sign)
    where e.payable_id = any(purchases)
    group by 1, 2, 3, 4 having sum(e.amount * counted.sign) <> 0
  ),
  added_up as (
    select *, lead(day, 1, 'infinity') over by_day as until, sum(amount) over by_day as total
    from moved window by_day as (partition by payable_id, payable_type, balance order by day)
  ),
  held as (
    select *, case when is_money(balance) then total else greatest(0, total) end as has from added_up
  ),
  begun as (
    select *, sign(has) is distinct from lag(sign(has)) over by_day as begins
    from held window by_day as (partition by payable_id, payable_type, balance order by day)
  )
  select payable_type, payable_id, balance, day, until, has::bigint, since from (
    select *, max(day) filter (where begins) over (partition by payable_id, payable_type, balance order by day) as since
    from begun
  ) as spans where has <> 0
$$;

-- Who posts has the locks of the balances of these purchases by now (update_ledger_balances), so no other one writes their spans.
create function update_balance_spans() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  purchases uuid[] := array(select distinct payable_id from added where payable_id is not null order by 1);
begin
  with fresh as materialized (select * from balance_spans_of(purchases)),
  gone as (
    delete from balance_spans as kept where payable_id = any(purchases) and not exists (
      select from fresh where fresh.payable_id = kept.payable_id and fresh.payable_type = kept.payable_type
        and fresh.balance = kept.balance and fresh.day = kept.day
    )
  )
  insert into balance_spans as span select * from fresh
    on conflict on constraint balance_has_one_span_a_day do update
    set until = excluded.until, amount = excluded.amount, since = excluded.since
    where (span.until, span.amount, span.since) is distinct from (excluded.until, excluded.amount, excluded.since);
  return null;
end $$;
create trigger ledger_balances_keep_their_days after insert on ledger_entries
  referencing new table as added for each statement execute function update_balance_spans();

-- What is paid at the end of a day of the rentals of later days: what was charged by then and is earned afterwards, less what is
-- owed of it.
create function paid_ahead(at_end_of date) returns table (payable_type text, payable_id uuid, amount bigint)
language sql stable as $$
  select 'booking', ahead.booking_id, (ahead.amount - greatest(0, owed.amount))::bigint
  from (
    select moved.booking_id, sum(moved.amount) as amount from (
      select report_entries.booking_id, report_entries.amount
        from report_entries where figure = 'price' and day > at_end_of
      union all
      select case e.payable_type when 'booking' then e.payable_id
          else (select deposits.booking_id from deposits where deposits.id = e.payable_id) end, e.amount
        from ledger_entries as e
        where e.account = 'revenue:rental' and e.day > at_end_of and rental_revenue_part(e.transaction_id) = 'price'
    ) as moved group by 1 having sum(moved.amount) > 0
  ) as ahead
  cross join lateral (
    select coalesce((
        select receivable - unapplied from ledger_balances as balance
        where balance.payable_id = ahead.booking_id and balance.payable_type = 'booking'
      ), 0) - coalesce((
        select sum(e.amount) from ledger_entries as e
        where e.payable_id = ahead.booking_id and e.payable_type = 'booking' and e.day > at_end_of
          and e.account in ('receivable', 'unapplied')
      ), 0) as amount
  ) as owed
  where ahead.amount > greatest(0, owed.amount)
$$;
