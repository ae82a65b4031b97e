-- An M-Pesa code that staff typed counts before M-Pesa reports it. Until then nobody but one person says that the money came.

-- The queue, its tile and the differences of a day read it. A payment leaves it when M-Pesa reports its code, or when a
-- second person has approved it.
create view unreported_payments as
  select p.id, p.payable_id, p.created_at, p.settled_at
  from payments as p
  where p.recorded_by is not null and p.approved_by is null and p.method in ('stk', 'c2b', 'message')
    and (
      p.status in ('paid', 'partial', 'refunding', 'refunded')
      or (p.status = 'review' and p.amount_received is not null)
    )
    and not exists (select from provider_transactions where provider_transactions.payment_id = p.id);
create index payments_told_by_staff on payments (created_at, id)
  where recorded_by is not null and approved_by is null and method in ('stk', 'c2b', 'message');

-- The payments that a second person must approve before so much is refunded. Of M-Pesa money that was never reported that
-- holds for every sum, of other money that one person recorded above what one person alone may vouch for.
create or replace function payments_to_approve(of_payable uuid, refunded bigint) returns setof uuid language sql stable as $$
  select found.id from (
    select p.id, unreported.id is not null as is_unreported,
      sum(p.amount) over () as unproven,
      coalesce(sum(p.amount) filter (where unreported.id is not null) over (), 0) as unreported
    from unproven_payments as p left join unreported_payments as unreported on unreported.id = p.id
    where p.payable_id = of_payable
  ) as found, (
    select coalesce((select sum(money) from ledger_balances where payable_id = of_payable), 0) - refunded as amount
  ) as kept
  where (unproven > 20000 and unproven > kept.amount)
    or (is_unreported and unreported > kept.amount)
$$;
