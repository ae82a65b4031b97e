-- What we have, owe and are owed at the end of any day: a balance of now, less the entries of later days.
create index ledger_entries_by_day on ledger_entries (day);
create index ledger_entries_of_payable on ledger_entries (payable_id) where payable_id is not null;
create index ledger_entries_undecided on ledger_entries (day) include (amount, transaction_id)
  where account = 'suspense' and payable_id is null;
create index ledger_balances_with_credit on ledger_balances (payable_id) where unapplied > receivable;
create index ledger_balances_with_undecided on ledger_balances (payable_id) where suspense > 0;

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
      select ledger_figures.booking_id, -ledger_figures.amount
        from ledger_figures where figure = 'price' and day > at_end_of
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
