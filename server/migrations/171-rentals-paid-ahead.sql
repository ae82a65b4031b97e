-- What is paid ahead reads the entries of rentals alone. The view of all figures read every entry of the later days for them.
create index ledger_entries_of_rentals on ledger_entries (day) include (payable_type, payable_id, amount, transaction_id)
  where account = 'revenue:rental';

create or replace function paid_ahead(at_end_of date) returns table (payable_type text, payable_id uuid, amount bigint)
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
