-- Money counts on the Nairobi day on which it moved. Its posting may be later: staff matches money of yesterday today, and a
-- provider reports what staff entered before.

-- When it moved, by its provider or as staff says. No provider reports money of the future.
alter table provider_transactions
  add column moved_at timestamptz not null generated always as (least(coalesce(paid_at, received_at), received_at)) stored;
create index provider_transactions_by_day on provider_transactions (moved_at);
drop index provider_transactions_unmatched;
create index provider_transactions_unmatched on provider_transactions (moved_at desc, receipt) where payment_id is null;

alter table payments add column paid_at timestamptz;
update payments set paid_at = coalesce(
    (select moved_at from provider_transactions where payment_id = payments.id order by moved_at limit 1), settled_at, created_at
  )
  where status in ('paid', 'partial', 'refunding', 'refunded') or (status = 'review' and amount_received is not null);
alter table payments
  -- Of one without money, when it was asked for: the time that lists show and filter.
  add column counted_at timestamptz not null generated always as (coalesce(paid_at, created_at)) stored,
  add constraint payment_with_money_has_its_time check (
    paid_at is not null
    or not (status in ('paid', 'partial', 'refunding', 'refunded') or (status = 'review' and amount_received is not null))
  );
drop index payments_by_age;
create index payments_by_age on payments (counted_at desc, id desc) include (status, payable_type, method);
drop index payments_to_review;
create index payments_to_review on payments (counted_at, id) where status in ('review', 'partial');
drop index payments_told_by_staff;
create index payments_told_by_staff on payments (counted_at, id)
  where recorded_by is not null and approved_by is null and method in ('stk', 'c2b', 'message');

-- The day on which an entry counts. The transaction says when it was posted.
alter table ledger_entries add column day date;
alter table ledger_entries disable trigger user;
update ledger_entries set day = (
    select coalesce(
      case when t.refund_id is null and t.kind in (
        'money_received', 'money_assigned', 'money_accepted', 'money_set_aside', 'price_paid', 'receipt_corrected', 'money_lost'
      ) then coalesce(p.paid_at, case when t.payment_id is null then i.moved_at end) end,
      t.occurred_at
    ) at time zone 'Africa/Nairobi'
    from ledger_transactions as t
    left join payments as p on p.id = t.payment_id
    left join provider_transactions as i on i.receipt = t.receipt
    where t.id = ledger_entries.transaction_id
  )::date;
-- What never came counts on no day: a reversal has the day of what it reverses.
update ledger_entries set day = first.day
  from ledger_transactions as t, (select transaction_id, min(day) as day from ledger_entries group by transaction_id) as first
  where t.id = ledger_entries.transaction_id and t.kind = 'reversed' and t.refund_id is null
    and first.transaction_id = t.reverses and ledger_entries.day <> first.day;
update ledger_entries set revenue_day = day where revenue_day <> day;
alter table ledger_entries enable trigger user;
alter table ledger_entries alter column day set not null;
create index ledger_entries_of_money on ledger_entries (account, day) include (amount, transaction_id)
  where account in ('mpesa', 'cash', 'card', 'bank', 'cheque');

create function set_entry_day() returns trigger language plpgsql as $$
begin
  new.day := (
    select occurred_at at time zone 'Africa/Nairobi' from ledger_transactions where id = new.transaction_id
  )::date;
  return new;
end $$;
-- Its name comes before that of the trigger that copies the day of a revenue: triggers fire in the order of their names.
create trigger entry_has_the_day_of_its_transaction before insert on ledger_entries
  for each row when (new.day is null) execute function set_entry_day();

create or replace function set_revenue_day() returns trigger language plpgsql as $$
begin
  new.revenue_day := new.day;
  return new;
end $$;

comment on column ledger_transactions.occurred_at is
  'When it was posted, by the clock of the program. The entries have the day on which they count.';
