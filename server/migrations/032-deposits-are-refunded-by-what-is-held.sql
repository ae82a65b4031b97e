-- A refund never exceeds the money of the payable. What is recorded as a deposit but turned out not to have come is a
-- receivable beside it, and is not held: it does not stand in the way of giving back what came.
create or replace function update_ledger_balances() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger_balances (payable_type, payable_id)
    select distinct payable_type, payable_id from added where payable_id is not null order by payable_id, payable_type
    on conflict do nothing;
  perform from ledger_balances
    where payable_id in (select payable_id from added) order by payable_id, payable_type for update;
  -- A refund never exceeds the money of the payable. If a provider later reports less than was recorded, its figure is
  -- accepted and the refund cannot be paid.
  if exists (
    select from added join ledger_transactions on ledger_transactions.id = added.transaction_id
    join ledger_balances as balance on balance.payable_id = added.payable_id and balance.payable_type = added.payable_type
    where ledger_transactions.kind in ('refund_owed', 'reversed')
    group by balance.payable_id, balance.payable_type
    having balance.money + coalesce(sum(added.amount) filter (where account in ('mpesa', 'cash', 'card')), 0)
      < balance.refunds_payable - coalesce(sum(added.amount) filter (where account = 'refunds_payable'), 0)
        + greatest(
          balance.deposits - balance.receivable
            - coalesce(sum(added.amount) filter (where account in ('deposits', 'receivable')), 0),
          0
        )
  ) then
    raise exception 'More would go back than came in.'
      using errcode = 'check_violation', constraint = 'refunds_never_exceed_receipts';
  end if;
  update ledger_balances as balance set
    money = balance.money + moved.money,
    receivable = balance.receivable + moved.receivable,
    unapplied = balance.unapplied - moved.unapplied,
    suspense = balance.suspense - moved.suspense,
    revenue = balance.revenue - moved.revenue,
    deposits = balance.deposits - moved.deposits,
    refunds_payable = balance.refunds_payable - moved.refunds_payable
  from (
    select payable_type, payable_id,
      coalesce(sum(amount) filter (where account in ('mpesa', 'cash', 'card')), 0) as money,
      coalesce(sum(amount) filter (where account = 'receivable'), 0) as receivable,
      coalesce(sum(amount) filter (where account = 'unapplied'), 0) as unapplied,
      coalesce(sum(amount) filter (where account = 'suspense'), 0) as suspense,
      coalesce(sum(amount) filter (where account like 'revenue:%'), 0) as revenue,
      coalesce(sum(amount) filter (where account = 'deposits'), 0) as deposits,
      coalesce(sum(amount) filter (where account = 'refunds_payable'), 0) as refunds_payable
    from added where payable_id is not null group by payable_type, payable_id
  ) as moved
  where balance.payable_id = moved.payable_id and balance.payable_type = moved.payable_type;
  -- What was taken of a deposit and turned out not to have come is not held.
  if exists (
    select from added join ledger_transactions on ledger_transactions.id = added.transaction_id
    join ledger_balances as balance on balance.payable_id = added.payable_id and balance.payable_type = added.payable_type
    where ledger_transactions.kind = 'deposit_kept' and added.account = 'deposits'
      and balance.deposits + balance.unapplied < balance.receivable
  ) then
    raise exception 'More of a deposit would be kept than is held.'
      using errcode = 'check_violation', constraint = 'kept_never_exceeds_held';
  end if;
  return null;
end $$;
