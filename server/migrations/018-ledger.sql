-- The double-entry ledger, the balances of each purchase, and which payments need a second person before money goes back.

-- The accounts that hold money; MONEY_ACCOUNTS of the ledger.
create function is_money(account text) returns boolean language sql immutable parallel safe
  return account in ('mpesa', 'cash', 'card', 'bank', 'cheque');

-- Append-only. Debits are positive, credits negative.
create table ledger_transactions (
  id uuid primary key,
  kind text not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  -- Null for transactions of the program itself.
  actor_account_id uuid references accounts (id) on delete restrict,
  idempotency_key text not null,
  provider text,
  receipt text,
  payable_type text,
  payable_id uuid,
  payment_id uuid references payments (id) on delete restrict,
  refund_id uuid references refunds (id) on delete restrict,
  reverses uuid references ledger_transactions (id) on delete restrict,
  constraint ledger_idempotency_key_is_unique unique (idempotency_key),
  constraint ledger_transaction_is_reversed_once unique (reverses),
  constraint ledger_transaction_kind_is_known check (
    kind in (
      'money_received', 'money_assigned', 'money_accepted', 'money_set_aside', 'price_paid', 'price_unpaid', 'charged',
      'charge_reduced', 'refund_owed', 'refund_paid', 'money_moved', 'deposit_kept', 'deposit_released', 'receipt_corrected',
      'money_lost', 'reversed'
    )
  ),
  constraint ledger_transaction_names_a_whole_payable check ((payable_type is null) = (payable_id is null)),
  constraint ledger_transaction_names_a_whole_receipt check (receipt is null or provider is not null),
  constraint ledger_reversal_names_its_transaction check ((kind = 'reversed') = (reverses is not null))
);
create index ledger_transactions_by_time on ledger_transactions (occurred_at);
create index ledger_transactions_of_payment on ledger_transactions (payment_id) where payment_id is not null;
create index ledger_transactions_of_refund on ledger_transactions (refund_id) where refund_id is not null;
create index ledger_transactions_of_receipt on ledger_transactions (receipt)
  where receipt is not null;
create index ledger_transactions_of_payable on ledger_transactions (payable_id) where payable_id is not null;

comment on column ledger_transactions.occurred_at is
  'When it was posted, by the clock of the program. The entries have the day on which they count.';

-- Money counts on the Nairobi day on which it moved. Its posting may be later: staff matches money of yesterday today, and a
-- provider reports what staff entered before.
create table ledger_entries (
  transaction_id uuid not null references ledger_transactions (id) on delete restrict,
  line integer not null,
  account text not null,
  payable_type text,
  payable_id uuid,
  amount bigint not null,
  -- The day on which an entry counts. The transaction says when it was posted.
  day date not null,
  constraint ledger_entry_line_is_unique primary key (transaction_id, line),
  constraint ledger_entry_amount_is_not_zero check (amount <> 0),
  constraint ledger_account_is_known check (
    account in (
      -- Assets: where the money is.
      'mpesa', 'cash', 'card', 'bank', 'cheque',
      -- What a customer owes for a price or a charge.
      'receivable',
      -- Received for a payable and not yet applied to its price.
      'unapplied',
      -- Received but undecided: the payment is under review or matches no payable.
      'suspense',
      'revenue:rental', 'revenue:listing', 'revenue:shop',
      'deposits', 'refunds_payable', 'fees', 'losses'
    )
  ),
  constraint ledger_entry_names_a_whole_payable check ((payable_type is null) = (payable_id is null)),
  constraint ledger_account_is_of_a_payable check (
    payable_id is not null or is_money(account) or account in ('suspense', 'fees', 'losses')
  )
);
create index ledger_entries_of_money on ledger_entries (account, day) include (amount, transaction_id)
  where account in ('mpesa', 'cash', 'card', 'bank', 'cheque');
-- The balances of any day.
create index ledger_entries_by_day on ledger_entries (day);
create index ledger_entries_of_payable on ledger_entries (payable_id) where payable_id is not null;
-- Money that is of no purchase, by its code.
create index ledger_entries_of_no_purchase on ledger_entries (account, day) include (amount, transaction_id)
  where payable_id is null;
-- What is paid ahead reads the entries of rentals alone.
create index ledger_entries_of_rentals on ledger_entries (day) include (payable_type, payable_id, amount, transaction_id)
  where account = 'revenue:rental';

create function set_entry_day() returns trigger language plpgsql as $$
begin
  new.day := (
    select occurred_at at time zone 'Africa/Nairobi' from ledger_transactions where id = new.transaction_id
  )::date;
  return new;
end $$;
create trigger entry_has_the_day_of_its_transaction before insert on ledger_entries
  for each row when (new.day is null) execute function set_entry_day();

-- The ledger is append-only. Only the owner of the database may delete demo data from it, with an explicit setting.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op in ('DELETE', 'TRUNCATE') and coalesce(current_setting('twende.cleaning_demo', true), '') = 'yes' then
    return old;
  end if;
  raise exception 'The ledger is only ever added to.' using errcode = 'restrict_violation';
end $$;
create trigger ledger_transactions_are_append_only before update or delete on ledger_transactions
  for each row execute function refuse_ledger_change();
create trigger ledger_transactions_are_not_truncated before truncate on ledger_transactions
  for each statement execute function refuse_ledger_change();
create trigger ledger_entries_are_append_only before update or delete on ledger_entries
  for each row execute function refuse_ledger_change();
create trigger ledger_entries_are_not_truncated before truncate on ledger_entries
  for each statement execute function refuse_ledger_change();

-- Debits and credits of a transaction are equal. Checked at commit.
create function refuse_unbalanced_transaction() returns trigger language plpgsql as $$
declare
  of_transaction uuid := (to_jsonb(new) ->> case tg_table_name when 'ledger_entries' then 'transaction_id' else 'id' end)::uuid;
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

-- Balances of a payable: the sums of its ledger entries. Written by a trigger only. Each has the sign that is usual for
-- its account, so that none may be below zero.
create table ledger_balances (
  payable_type text not null,
  payable_id uuid not null,
  -- Received less refunded: the accounts of money together.
  money bigint not null default 0,
  receivable bigint not null default 0,
  unapplied bigint not null default 0,
  suspense bigint not null default 0,
  revenue bigint not null default 0,
  deposits bigint not null default 0,
  refunds_payable bigint not null default 0,
  -- What is held of a deposit: what was taken and what came besides or as a part, less what turned out not to have come. Every
  -- page, list, tile, balance and file reads this column, so that they agree.
  held bigint not null generated always as (
    case when payable_type = 'deposit' then greatest(0, deposits + unapplied - receivable) else 0 end
  ) stored,
  -- What each account of money holds of it.
  mpesa bigint not null default 0,
  cash bigint not null default 0,
  card bigint not null default 0,
  bank bigint not null default 0,
  cheque bigint not null default 0,
  constraint payable_has_one_ledger_balance primary key (payable_id, payable_type),
  constraint refunds_never_exceed_receipts check (money >= 0),
  constraint refunds_payable_balance_is_not_negative check (refunds_payable >= 0),
  constraint unapplied_balance_is_not_negative check (unapplied >= 0),
  constraint suspense_balance_is_not_negative check (suspense >= 0),
  constraint revenue_balance_is_not_negative check (revenue >= 0),
  constraint receivable_balance_is_not_negative check (receivable >= 0),
  constraint deposits_balance_is_not_negative check (deposits >= 0),
  constraint money_is_that_of_its_accounts check (money = mpesa + cash + card + bank + cheque)
);
create index ledger_balances_with_refunds on ledger_balances (payable_id) where refunds_payable > 0;
-- The first page and the list of what is owed.
create index ledger_balances_with_debts on ledger_balances (payable_id) where receivable > unapplied;
create index ledger_balances_of_owed_orders on ledger_balances (payable_id)
  where payable_type = 'order' and receivable > 0;
create index ledger_balances_with_deposits on ledger_balances (payable_id) where held > 0;

-- Adds the entries of one statement together first, so that only the resulting balances are checked.
create function update_ledger_balances() returns trigger
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
create trigger ledger_balances_are_updated after insert on ledger_entries
  referencing new table as added for each statement execute function update_ledger_balances();

-- Locks the balance of a payable until the transaction ends, so that no other posting changes it.
create function lock_ledger_balance(of_type text, of_id uuid) returns setof ledger_balances
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger_balances (payable_type, payable_id) values (of_type, of_id) on conflict do nothing;
  return query select * from ledger_balances where payable_id = of_id and payable_type = of_type for update;
end $$;
revoke execute on function lock_ledger_balance(text, uuid) from public;

-- Money received by a payment according to the ledger: receipts, corrections and reversals, without refunds. Money that was
-- moved to a payable is received there, and came with no provider.
create function payment_money(of_payment uuid) returns bigint language sql stable as $$
  select coalesce(sum(e.amount), 0)::bigint
  from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
  where t.payment_id = of_payment and is_money(e.account)
    and (
      t.refund_id is null and (e.payable_id is not null or t.kind = 'money_lost')
      or t.kind = 'money_moved' and e.payable_id = t.payable_id
    )
$$;

-- The status and amount of a payment agree with the ledger. Checked at commit.
create function payment_agrees_with_the_ledger() returns trigger language plpgsql as $$
declare
  entered bigint := payment_money(new.id);
  expected bigint;
begin
  -- The amount that M-Pesa reported counts, if there is one.
  select case
      when p.status in ('paid', 'partial', 'refunding', 'refunded') or (p.status = 'review' and p.amount_received is not null)
      then coalesce(reported.amount, p.amount_received, p.amount) else 0
    end into expected
    from payments as p left join provider_transactions as reported on reported.payment_id = p.id where p.id = new.id;
  if entered <> expected then
    raise exception 'The ledger has % of this payment, and not %.', entered, expected
      using errcode = 'check_violation', constraint = 'payment_agrees_with_the_ledger';
  end if;
  return null;
end $$;
create constraint trigger payment_agrees_with_the_ledger after update of status, amount_received, amount on payments
  deferrable initially deferred
  for each row when (
    old.status is distinct from new.status or old.amount_received is distinct from new.amount_received
    or old.amount is distinct from new.amount
  ) execute function payment_agrees_with_the_ledger();
create constraint trigger new_payment_agrees_with_the_ledger after insert on payments
  deferrable initially deferred
  for each row when (new.status not in ('pending', 'processing', 'failed', 'expired'))
  execute function payment_agrees_with_the_ledger();

-- The status and amount of a refund agree with the ledger, and so do its account and its day once it is sent. Checked at
-- commit.
create function refund_agrees_with_the_ledger() returns trigger language plpgsql as $$
declare
  owed bigint;
  paid bigint;
  stored refunds;
begin
  select * into stored from refunds where id = new.id;
  select coalesce(-sum(e.amount) filter (where t.kind = 'refund_owed'), 0),
      coalesce(sum(e.amount) filter (where t.kind in ('refund_paid', 'money_moved')), 0) into owed, paid
    from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
    where t.refund_id = new.id and e.account = 'refunds_payable';
  if owed <> stored.amount or paid <> (case stored.status when 'sent' then stored.amount else 0 end) then
    raise exception 'The ledger has a refund of %, of which % is paid.', owed, paid
      using errcode = 'check_violation', constraint = 'refund_agrees_with_the_ledger';
  end if;
  if stored.status = 'sent' and stored.method <> 'moved' and not exists (
    select from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
    where t.refund_id = new.id and t.kind = 'refund_paid' and e.account = stored.method and e.day = stored.sent_on
  ) then
    raise exception 'The ledger has this refund in another account or on another day.'
      using errcode = 'check_violation', constraint = 'refund_agrees_with_the_ledger';
  end if;
  return null;
end $$;
create constraint trigger refund_agrees_with_the_ledger after insert or update of status, amount on refunds
  deferrable initially deferred for each row execute function refund_agrees_with_the_ledger();

-- Whether moved money came, directly or by several moves, from a payable with a code that M-Pesa has not reported.
create function moved_money_is_unreported(of_refund uuid) returns boolean language sql stable as $$
  with recursive source as (
    select payable_id from refunds where id = of_refund
    union
    select refunds.payable_id from source
      join payments on payments.payable_id = source.payable_id and payments.method = 'moved'
      join refunds on refunds.id = payments.moved_by_refund
  )
  select exists (select from source join unreported_payments using (payable_id))
$$;

-- Payments that only one person recorded: neither a provider nor a second person confirmed their money.
create view unproven_payments as
  select p.id, p.payable_id, p.recorded_by, payment_money(p.id) as amount
  from payments as p
  where p.recorded_by is not null and p.approved_by is null and payment_money(p.id) > 0
    and not exists (select from provider_transactions where provider_transactions.payment_id = p.id)
    and (p.method <> 'moved' or moved_money_is_unreported(p.moved_by_refund));

-- The payments that a second person must approve before so much is refunded. Of M-Pesa money that was never reported that
-- holds for every sum, of other money that one person recorded above what one person alone may vouch for.
create function payments_to_approve(of_payable uuid, refunded bigint) returns setof uuid language sql stable as $$
  select found.id from (
    select id, is_unreported, sum(amount) over () as unproven,
      coalesce(sum(amount) filter (where is_unreported) over (), 0) as unreported
    from (
      select p.id, p.amount,
        exists (select from unreported_payments where unreported_payments.id = p.id)
          or exists (select from payments where payments.id = p.id and payments.method = 'moved') as is_unreported
      from unproven_payments as p where p.payable_id = of_payable
    ) as unproven
  ) as found, (
    select coalesce((select sum(money) from ledger_balances where payable_id = of_payable), 0) - refunded as amount
  ) as kept
  where (unproven > 20000 and unproven > kept.amount)
    or (is_unreported and unreported > kept.amount)
$$;

-- Money that is moved stays with us: it is approved before it leaves what it was moved to.
create function refuse_unproven_refund() returns trigger language plpgsql as $$
begin
  if exists (select from payments_to_approve(new.payable_id, new.amount))
    and not exists (select from payments where moved_by_refund = new.id)
  then
    raise exception 'refund_of_unproven_money_is_approved'
      using errcode = 'check_violation', constraint = 'refund_of_unproven_money_is_approved';
  end if;
  return null;
end $$;
create trigger refund_of_unproven_money_is_approved after insert or update of status, amount on refunds
  for each row when (new.status = 'sent') execute function refuse_unproven_refund();

-- Which payments go back, or went: by a refund of their own, or with all that had been paid for their payable by then. A
-- refund of something else (a shorter rental, a withdrawn charge, too much money) leaves them as they are, and so does one
-- that was owed before they came. Of a deposit that is held still, only a part went back. Of a listing those go back that
-- came last, as far as the refund reaches: the payment of a time that buyers saw a car stays.
create view payments_going_back as
  select refunds.payment_id as id, refunds.status
  from refunds where refunds.payment_id is not null and refunds.status <> 'withdrawn'
  union all
  select payments.id, refunds.status
  from refunds join payments
    on payments.payable_id = refunds.payable_id and payments.payable_type = refunds.payable_type
  where refunds.payment_id is null and refunds.status <> 'withdrawn'
    and refunds.reason in ('cancelled_by_customer', 'cancelled_by_staff', 'no_show', 'given_back', 'listing_deleted',
      'deposit_returned', 'sold_out')
    and payments.status in ('paid', 'partial')
    and refunds.created_at >= coalesce(payments.settled_at, payments.created_at)
    and not exists (
      select from ledger_balances as balance
      where balance.payable_id = refunds.payable_id and balance.payable_type = refunds.payable_type and balance.deposits > 0
    )
    and (refunds.payable_type <> 'listing_period' or refunds.amount >= (
      select sum(coalesce(later.amount_received, later.amount)) from payments as later
      where later.payable_id = payments.payable_id and later.payable_type = payments.payable_type
        and later.status in ('paid', 'partial')
        and coalesce(later.settled_at, later.created_at) <= refunds.created_at
        and (later.status = 'partial', coalesce(later.settled_at, later.created_at), later.id)
          >= (payments.status = 'partial', coalesce(payments.settled_at, payments.created_at), payments.id)
    ));

-- A hold does not run out while money for it is here: a part of its price, or money that staff has to look at.
create function refuse_end_of_hold_with_money() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_balances where payable_id = new.id and unapplied + suspense > 0) then
    raise exception 'money for % is here, so that its time to pay does not run out', new.id
      using errcode = 'check_violation', constraint = 'hold_with_money_does_not_run_out';
  end if;
  return new;
end $$;
create trigger order_with_money_does_not_run_out before update of status on orders
  for each row when (old.status = 'pending' and new.status = 'cancelled' and new.cancelled_by = 'clock')
  execute function refuse_end_of_hold_with_money();
create trigger booking_with_money_does_not_run_out before update of status on bookings
  for each row when (old.status = 'pending' and new.status = 'cancelled' and new.cancelled_by = 'clock')
  execute function refuse_end_of_hold_with_money();
