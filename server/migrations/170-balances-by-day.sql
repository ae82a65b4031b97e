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

insert into balance_spans
  select * from balance_spans_of(array(select distinct payable_id from ledger_entries where payable_id is not null));

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

create index balance_spans_by_day on balance_spans (balance, day, until)
  include (payable_type, payable_id, amount, since);

drop index ledger_balances_with_credit;
drop index ledger_balances_with_undecided;
