-- What each account of money holds of a purchase is carried forward with its other balances: the balances of a day are read from
-- here, less the entries of later days, and no longer by adding up the whole ledger.
alter table ledger_balances
  add column mpesa bigint not null default 0,
  add column cash bigint not null default 0,
  add column card bigint not null default 0,
  add column bank bigint not null default 0,
  add column cheque bigint not null default 0;

update ledger_balances as balance set
  mpesa = held.mpesa, cash = held.cash, card = held.card, bank = held.bank, cheque = held.cheque
from (
  select payable_type, payable_id,
    coalesce(sum(amount) filter (where account = 'mpesa'), 0) as mpesa,
    coalesce(sum(amount) filter (where account = 'cash'), 0) as cash,
    coalesce(sum(amount) filter (where account = 'card'), 0) as card,
    coalesce(sum(amount) filter (where account = 'bank'), 0) as bank,
    coalesce(sum(amount) filter (where account = 'cheque'), 0) as cheque
  from ledger_entries where payable_id is not null and is_money(account) group by 1, 2
) as held
where balance.payable_id = held.payable_id and balance.payable_type = held.payable_type;

alter table ledger_balances
  add constraint money_is_that_of_its_accounts check (money = mpesa + cash + card + bank + cheque);

create or replace function update_ledger_balances() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger_balances (payable_type, payable_id)
    select distinct payable_type, payable_id from added where payable_id is not null order by payable_id, payable_type
    on conflict do nothing;
  perform from ledger_balances
    where payable_id in (select payable_id from added) order by payable_id, payable_type for update;
  -- A refund never exceeds the money of the payable. If a provider later reports less than was recorded, its figure is
  -- accepted and the refund cannot be paid. What was recorded as a deposit and did not come is a receivable, and not held.
  if exists (
    select from added join ledger_transactions on ledger_transactions.id = added.transaction_id
    join ledger_balances as balance on balance.payable_id = added.payable_id and balance.payable_type = added.payable_type
    where ledger_transactions.kind in ('refund_owed', 'reversed')
    group by balance.payable_id, balance.payable_type
    having balance.money + coalesce(sum(added.amount) filter (where is_money(account)), 0)
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
    mpesa = balance.mpesa + moved.mpesa,
    cash = balance.cash + moved.cash,
    card = balance.card + moved.card,
    bank = balance.bank + moved.bank,
    cheque = balance.cheque + moved.cheque,
    receivable = balance.receivable + moved.receivable,
    unapplied = balance.unapplied - moved.unapplied,
    suspense = balance.suspense - moved.suspense,
    revenue = balance.revenue - moved.revenue,
    deposits = balance.deposits - moved.deposits,
    refunds_payable = balance.refunds_payable - moved.refunds_payable
  from (
    select payable_type, payable_id,
      coalesce(sum(amount) filter (where is_money(account)), 0) as money,
      coalesce(sum(amount) filter (where account = 'mpesa'), 0) as mpesa,
      coalesce(sum(amount) filter (where account = 'cash'), 0) as cash,
      coalesce(sum(amount) filter (where account = 'card'), 0) as card,
      coalesce(sum(amount) filter (where account = 'bank'), 0) as bank,
      coalesce(sum(amount) filter (where account = 'cheque'), 0) as cheque,
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

-- Money that is of no purchase, by its code.
drop index ledger_entries_undecided;
create index ledger_entries_of_no_purchase on ledger_entries (account, day) include (amount, transaction_id)
  where payable_id is null;
