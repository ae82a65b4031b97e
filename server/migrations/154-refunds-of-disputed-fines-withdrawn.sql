-- A refund of a disputed fine that is owed no more names its dispute first, and then that it was withdrawn. What it had taken
-- from the fines was given back to the charges: reports earned a fine.
create or replace function rental_revenue_part(of_transaction uuid) returns text language plpgsql stable as $$
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

update report_entries set figure = 'passed_on'
from ledger_transactions as t
where t.id = report_entries.transaction_id and report_entries.figure = 'charge' and t.kind = 'reversed'
  and rental_revenue_part(t.id) = 'passed_on';
