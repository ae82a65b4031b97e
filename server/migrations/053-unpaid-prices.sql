-- The price of a booking that is confirmed without payment is owed, as charges and fines are: whatever asks what is owed
-- includes it, and the car leaves only once it is paid or a named person lets it.

create table unpaid_handovers (
  booking_id uuid primary key references bookings (id) on delete cascade,
  -- What was owed when it was decided.
  amount integer not null,
  allowed_by uuid not null references accounts (id) on delete restrict,
  allowed_at timestamptz not null,
  reason text not null,
  constraint unpaid_handover_amount_is_positive check (amount > 0),
  constraint unpaid_handover_has_a_reason check (reason <> '')
);
select audit_table('unpaid_handovers', 'booking_id');

-- The limit is CONFIRM_UNPAID_ALONE_UP_TO of the contract.
create function refuse_large_unpaid_handover() returns trigger language plpgsql as $$
begin
  if new.amount > 20000 and not exists (select from accounts where id = new.allowed_by and role = 'admin') then
    raise exception 'Only an admin lets a car leave while that much is owed.'
      using errcode = 'check_violation', constraint = 'large_unpaid_handover_is_allowed_by_an_admin';
  end if;
  return new;
end $$;
create trigger large_unpaid_handover_is_allowed_by_an_admin before insert or update on unpaid_handovers
  for each row execute function refuse_large_unpaid_handover();

create function refuse_unpaid_handover() returns trigger language plpgsql as $$
begin
  if exists (
    select from ledger_balances as balance
    where balance.payable_id = new.id and balance.payable_type = 'booking' and receivable > unapplied
      and receivable - unapplied > coalesce((select amount from unpaid_handovers where booking_id = new.id), 0)
  ) then
    raise exception 'The rental is not paid.'
      using errcode = 'check_violation', constraint = 'rental_is_paid_before_handover';
  end if;
  return new;
end $$;
create trigger rental_is_paid_before_handover before update of status on bookings
  for each row when (new.status = 'active' and old.status <> 'active') execute function refuse_unpaid_handover();

-- The first page and the list of what is owed.
create index ledger_balances_with_debts on ledger_balances (payable_id) where receivable > unapplied;

-- The prices of bookings that were confirmed without payment before.
with unpaid as (
  select bookings.id, final_amount - coalesce(balance.revenue, 0) as amount, gen_random_uuid() as transaction_id
  from bookings left join ledger_balances as balance
    on balance.payable_id = bookings.id and balance.payable_type = 'booking'
  where status in ('confirmed', 'active', 'completed') and payment_status = 'pending'
), charged as (
  insert into ledger_transactions (id, kind, occurred_at, idempotency_key, payable_type, payable_id)
  select transaction_id, 'charged', now(), 'booking ' || id || ' price charged', 'booking', id from unpaid where amount > 0
)
insert into ledger_entries (transaction_id, line, account, payable_type, payable_id, amount)
select transaction_id, line, account, 'booking', id, side * amount
from unpaid cross join (values (1, 'receivable', 1), (2, 'revenue:rental', -1)) as sides (line, account, side)
where amount > 0;

alter table booking_history drop constraint booking_history_event_is_known;
alter table booking_history add constraint booking_history_event_is_known check (
  event in ('book', 'bookAtCounter', 'confirm', 'confirmUnpaid', 'pay', 'extend', 'change', 'revive', 'expire', 'cancel', 'noShow',
    'handOver', 'takeBack', 'complete', 'completeUnrecorded', 'takeDeposit', 'waiveDeposit',
    'returnDeposit', 'returnDepositOwed', 'keepDeposit', 'keepDepositOwed', 'releaseDeposit', 'disputeCharge', 'keepCharge',
    'withdrawCharge', 'waiveDriver', 'chargeFine', 'withdrawFine', 'payOwed', 'allowUnpaidHandover')
);
