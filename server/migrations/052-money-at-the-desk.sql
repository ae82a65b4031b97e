-- The desk takes and gives money in cash, by M-Pesa, card, bank transfer and cheque. Each has its own account.

alter table payments
  drop constraint payment_method_is_known,
  add constraint payment_method_is_known check (method in ('stk', 'c2b', 'message', 'cash', 'card', 'bank', 'cheque')),
  drop constraint cash_payment_names_who_recorded_it,
  add constraint desk_payment_names_who_recorded_it check (
    method not in ('cash', 'card', 'bank', 'cheque') or recorded_by is not null
  );

-- The accounts that hold money; MONEY_ACCOUNTS of the ledger.
create function is_money(account text) returns boolean language sql immutable parallel safe
  return account in ('mpesa', 'cash', 'card', 'bank', 'cheque');

alter table ledger_entries
  drop constraint ledger_account_is_known,
  add constraint ledger_account_is_known check (
    account in (
      'mpesa', 'cash', 'card', 'bank', 'cheque', 'receivable', 'unapplied', 'suspense',
      'revenue:rental', 'revenue:listing', 'revenue:shop', 'deposits', 'refunds_payable', 'fees', 'losses'
    )
  ),
  drop constraint ledger_account_is_of_a_payable,
  add constraint ledger_account_is_of_a_payable check (
    payable_id is not null or is_money(account) or account in ('suspense', 'fees', 'losses')
  );

create or replace function payment_money(of_payment uuid) returns bigint language sql stable as $$
  select coalesce(sum(e.amount), 0)::bigint
  from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
  where t.payment_id = of_payment and t.refund_id is null and is_money(e.account)
    and (e.payable_id is not null or t.kind = 'money_lost')
$$;

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
    receivable = balance.receivable + moved.receivable,
    unapplied = balance.unapplied - moved.unapplied,
    suspense = balance.suspense - moved.suspense,
    revenue = balance.revenue - moved.revenue,
    deposits = balance.deposits - moved.deposits,
    refunds_payable = balance.refunds_payable - moved.refunds_payable
  from (
    select payable_type, payable_id,
      coalesce(sum(amount) filter (where is_money(account)), 0) as money,
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
