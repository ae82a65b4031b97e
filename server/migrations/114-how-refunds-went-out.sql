-- A refund that was sent says how and on which day: the account of the ledger that it left.

alter table refunds
  add column method text,
  add column sent_on date,
  -- Who, besides its sender, saw it on the statement of M-Pesa.
  add column confirmed_by uuid references accounts (id) on delete restrict,
  add column confirmed_at timestamptz;
-- Old ones have the account that the ledger has of them: cash, where no code was typed.
update refunds set sent_on = (sent_at at time zone 'Africa/Nairobi')::date,
    method = case when exists (select from payments where moved_by_refund = refunds.id) then 'moved' else (
      select e.account from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
      where t.refund_id = refunds.id and t.kind = 'refund_paid' and is_money(e.account) limit 1
    ) end
  where status = 'sent';
alter table refunds
  add constraint refund_method_is_known check (method in ('mpesa', 'cash', 'card', 'bank', 'cheque', 'moved')),
  add constraint sent_refund_says_how_and_when check (
    (status = 'sent') = (method is not null) and (status = 'sent') = (sent_on is not null)
  ),
  add constraint mpesa_refund_has_its_code check (method is null or (method = 'mpesa') = (receipt is not null)),
  add constraint refund_is_not_sent_before_it_is_due check (
    sent_on >= (created_at at time zone 'Africa/Nairobi')::date
  ),
  add constraint refund_is_not_sent_in_the_future check (sent_on <= (sent_at at time zone 'Africa/Nairobi')::date),
  add constraint payout_is_confirmed_by_another check (
    confirmed_by is null or (method = 'mpesa' and confirmed_by <> sent_by)
  ),
  add constraint payout_confirmation_names_a_person check ((confirmed_by is null) = (confirmed_at is null));
create index refunds_by_day on refunds (sent_on) where sent_on is not null;

-- The money left the account of its method, on its day. Checked at commit with the amounts.
create or replace function refund_agrees_with_the_ledger() returns trigger language plpgsql as $$
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
