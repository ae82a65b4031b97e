-- The double-entry ledger: what happened to money, only ever added to. Debits are positive, credits negative.
create table ledger_transactions (
  id uuid primary key,
  kind text not null,
  -- When the business says that it happened; the books of a day go by it.
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  -- Null for what the program did by itself.
  actor_account_id uuid references accounts (id) on delete restrict,
  idempotency_key text not null,
  provider text,
  provider_reference text,
  payable_type text,
  payable_id uuid,
  payment_id uuid references payments (id) on delete restrict,
  refund_id uuid references refunds (id) on delete restrict,
  reverses uuid references ledger_transactions (id) on delete restrict,
  constraint ledger_transaction_is_posted_once unique (idempotency_key),
  constraint ledger_transaction_is_reversed_once unique (reverses),
  constraint ledger_transaction_kind_is_known check (
    kind in (
      'money_received', 'money_assigned', 'money_accepted', 'money_set_aside', 'price_paid', 'price_unpaid', 'charged',
      'refund_owed', 'refund_paid', 'deposit_taken', 'deposit_returned', 'deposit_kept', 'receipt_corrected', 'money_lost',
      'reversed'
    )
  ),
  constraint ledger_transaction_names_a_whole_payable check ((payable_type is null) = (payable_id is null)),
  constraint ledger_transaction_names_a_whole_reference check (provider_reference is null or provider is not null),
  constraint ledger_reversal_names_its_transaction check ((kind = 'reversed') = (reverses is not null))
);
create index ledger_transactions_by_time on ledger_transactions (occurred_at);
create index ledger_transactions_of_payment on ledger_transactions (payment_id) where payment_id is not null;
create index ledger_transactions_of_refund on ledger_transactions (refund_id) where refund_id is not null;
create index ledger_transactions_of_reference on ledger_transactions (provider_reference)
  where provider_reference is not null;
create index ledger_transactions_of_payable on ledger_transactions (payable_id) where payable_id is not null;

create table ledger_entries (
  transaction_id uuid not null references ledger_transactions (id) on delete restrict,
  line integer not null,
  account text not null,
  payable_type text,
  payable_id uuid,
  amount bigint not null,
  constraint ledger_entry_has_a_line primary key (transaction_id, line),
  constraint ledger_entry_moves_money check (amount <> 0),
  constraint ledger_account_is_known check (
    account in (
      -- Where money is.
      'mpesa', 'cash', 'card',
      -- What a customer owes for a price or a charge.
      'receivable',
      -- Money that counts for a payable and is not yet used for its price.
      'unapplied',
      -- Money that nobody has decided on: of a payment that is looked at, or of no payable yet.
      'suspense',
      'revenue:rental', 'revenue:listing', 'revenue:shop',
      'deposits', 'refunds_payable', 'fees', 'losses'
    )
  ),
  constraint ledger_entry_names_a_whole_payable check ((payable_type is null) = (payable_id is null)),
  constraint ledger_account_is_of_a_payable check (
    payable_id is not null or account in ('mpesa', 'cash', 'card', 'suspense', 'fees', 'losses')
  )
);

-- What the entries of one payable add up to. Kept by a trigger alone. Each amount counts in the direction that is
-- natural to it, so that none may be below zero.
create table ledger_balances (
  payable_type text not null,
  payable_id uuid not null,
  -- Came in less what went out: mpesa, cash and card together.
  money bigint not null default 0,
  receivable bigint not null default 0,
  unapplied bigint not null default 0,
  suspense bigint not null default 0,
  revenue bigint not null default 0,
  deposits bigint not null default 0,
  refunds_payable bigint not null default 0,
  constraint ledger_balance_is_of_one_payable primary key (payable_id, payable_type),
  constraint refunds_never_exceed_receipts check (money >= 0),
  constraint refund_is_owed_before_it_is_paid check (refunds_payable >= 0),
  constraint unapplied_money_is_there check (unapplied >= 0),
  constraint suspense_money_is_there check (suspense >= 0),
  constraint revenue_was_charged check (revenue >= 0),
  constraint receivable_was_charged check (receivable >= 0),
  constraint deposit_was_taken check (deposits >= 0)
);
create index ledger_balances_with_refunds on ledger_balances (payable_id) where refunds_payable > 0;

-- Only the owner, who cleans a demo market, may remove what the ledger holds, and never by accident.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op in ('DELETE', 'TRUNCATE') and coalesce(current_setting('twende.cleaning_demo', true), '') = 'yes' then
    return old;
  end if;
  raise exception 'The ledger is only ever added to.' using errcode = 'restrict_violation';
end $$;
create trigger ledger_transactions_are_kept before update or delete on ledger_transactions
  for each row execute function refuse_ledger_change();
create trigger ledger_transactions_are_not_emptied before truncate on ledger_transactions
  for each statement execute function refuse_ledger_change();
create trigger ledger_entries_are_kept before update or delete on ledger_entries
  for each row execute function refuse_ledger_change();
create trigger ledger_entries_are_not_emptied before truncate on ledger_entries
  for each statement execute function refuse_ledger_change();

-- Looked at when the transaction commits: both sides of a transaction are equal.
create function refuse_unbalanced_transaction() returns trigger language plpgsql as $$
declare
  of_transaction uuid := case tg_table_name when 'ledger_entries' then to_jsonb(new) ->> 'transaction_id' else to_jsonb(new) ->> 'id' end;
  entries bigint;
  total numeric;
begin
  select count(*), sum(amount) into entries, total from ledger_entries where transaction_id = of_transaction;
  if entries < 2 or total <> 0 then
    raise exception 'Debits and credits of a ledger transaction are not equal.'
      using errcode = 'check_violation', constraint = 'ledger_transaction_is_balanced';
  end if;
  return null;
end $$;
create constraint trigger ledger_transaction_is_balanced after insert on ledger_transactions
  deferrable initially deferred for each row execute function refuse_unbalanced_transaction();
create constraint trigger ledger_entries_are_balanced after insert on ledger_entries
  deferrable initially deferred for each row execute function refuse_unbalanced_transaction();

-- The entries of one statement are added together first, so that only what a transaction leaves behind is checked.
create function keep_ledger_balances() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger_balances (payable_type, payable_id)
    select distinct payable_type, payable_id from added where payable_id is not null order by payable_id, payable_type
    on conflict do nothing;
  perform from ledger_balances
    where payable_id in (select payable_id from added) order by payable_id, payable_type for update;
  -- No more is owed back than there is. A provider that tells of less money than was recorded is believed all the same:
  -- the refund then cannot be paid.
  if exists (
    select from added join ledger_transactions on ledger_transactions.id = added.transaction_id
    join ledger_balances as kept on kept.payable_id = added.payable_id and kept.payable_type = added.payable_type
    where ledger_transactions.kind in ('refund_owed', 'reversed')
    group by kept.payable_id, kept.payable_type
    having kept.money + coalesce(sum(added.amount) filter (where account in ('mpesa', 'cash', 'card')), 0)
      < kept.refunds_payable + kept.deposits
        - coalesce(sum(added.amount) filter (where account in ('refunds_payable', 'deposits')), 0)
  ) then
    raise exception 'More would go back than came in.'
      using errcode = 'check_violation', constraint = 'refunds_never_exceed_receipts';
  end if;
  update ledger_balances as kept set
    money = kept.money + moved.money,
    receivable = kept.receivable + moved.receivable,
    unapplied = kept.unapplied - moved.unapplied,
    suspense = kept.suspense - moved.suspense,
    revenue = kept.revenue - moved.revenue,
    deposits = kept.deposits - moved.deposits,
    refunds_payable = kept.refunds_payable - moved.refunds_payable
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
  where kept.payable_id = moved.payable_id and kept.payable_type = moved.payable_type;
  return null;
end $$;
create trigger ledger_balances_are_kept after insert on ledger_entries
  referencing new table as added for each statement execute function keep_ledger_balances();

-- The balance of a payable, kept from other postings until the transaction ends.
create function lock_ledger_balance(of_type text, of_id uuid) returns setof ledger_balances
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger_balances (payable_type, payable_id) values (of_type, of_id) on conflict do nothing;
  return query select * from ledger_balances where payable_id = of_id and payable_type = of_type for update;
end $$;
revoke execute on function lock_ledger_balance(text, uuid) from public;

-- What stands in the books as received by a payment: its own receipts, corrections and reversals, not its refunds.
create function payment_money(of_payment uuid) returns bigint language sql stable as $$
  select coalesce(sum(e.amount), 0)::bigint
  from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
  where t.payment_id = of_payment and t.refund_id is null and e.account in ('mpesa', 'cash', 'card')
    and (e.payable_id is not null or t.kind = 'money_lost')
$$;
