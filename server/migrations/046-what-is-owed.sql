-- What is owed for a booking is paid by money that comes under its number, and kept from the deposit when that goes back.

alter table provider_transactions
  -- The payable that the payer's reference names, where something was owed for it when the money came.
  add column owing_payable_id uuid;
create index provider_transactions_of_owed on provider_transactions (received_at)
  where payment_id is null and owing_payable_id is not null;

alter table deposits
  -- It went back although something stayed owed for the booking: staff chose that, or no more of it could be kept.
  add column left_owed boolean not null default false,
  add constraint only_a_settled_deposit_leaves_owed check (settled_at is not null or not left_owed);

-- What is owed is kept before the rest goes back, unless the deposit says otherwise. Checked at commit.
create function keep_owed_before_deposit_goes_back() returns trigger language plpgsql as $$
begin
  if exists (
      select from ledger_balances
      where payable_type = 'booking' and payable_id = new.booking_id and receivable > unapplied
    )
    and exists (
      select from refunds where payable_type = 'deposit' and payable_id = new.id and created_at >= new.settled_at
    )
  then
    raise exception 'a deposit goes back although something is owed'
      using errcode = 'check_violation', constraint = 'deposit_pays_what_is_owed_first';
  end if;
  return null;
end $$;
create constraint trigger deposit_pays_what_is_owed_first after update of settled_at on deposits
  deferrable initially deferred for each row
  when (new.settled_at is distinct from old.settled_at and new.settled_at is not null and not new.left_owed)
  execute function keep_owed_before_deposit_goes_back();

-- A part that paid what was owed already needs no words and no photo: those are of what was charged then.
alter table kept_deposit_parts
  drop constraint kept_part_reason_is_known,
  add constraint kept_part_reason_is_known check (
    reason in ('damage', 'missing', 'fuel', 'kilometres', 'cleaning', 'late', 'fine', 'other', 'owed')
  ),
  drop constraint kept_part_has_words,
  add constraint kept_part_has_words check (words <> '' or erased_at is not null or reason = 'owed'),
  add constraint part_of_what_is_owed_charges_nothing check (charged = 0 or reason <> 'owed');

create or replace function refuse_kept_part_without_photo() returns trigger language plpgsql as $$
begin
  if new.reason <> 'owed' and not exists (select from kept_deposit_photos where part_id = new.id) then
    raise exception 'a deposit is kept without a photo'
      using errcode = 'check_violation', constraint = 'kept_part_has_a_photo';
  end if;
  return null;
end $$;

-- The charge or the fine that it paid is disputed instead.
create function refuse_dispute_of_owed_part() returns trigger language plpgsql as $$
begin
  if exists (select from kept_deposit_parts where id = new.kept_part_id and reason = 'owed') then
    raise exception 'a part that paid what was owed is not disputed'
      using errcode = 'check_violation', constraint = 'part_of_what_is_owed_is_not_disputed';
  end if;
  return new;
end $$;
create trigger part_of_what_is_owed_is_not_disputed before insert on charge_disputes
  for each row when (new.kept_part_id is not null) execute function refuse_dispute_of_owed_part();

alter table booking_history drop constraint booking_history_event_is_known;
alter table booking_history add constraint booking_history_event_is_known check (
  event in ('book', 'bookAtCounter', 'confirm', 'confirmUnpaid', 'pay', 'extend', 'change', 'revive', 'expire', 'cancel', 'noShow',
    'handOver', 'takeBack', 'complete', 'completeUnrecorded', 'takeDeposit', 'waiveDeposit',
    'returnDeposit', 'returnDepositOwed', 'keepDeposit', 'keepDepositOwed', 'releaseDeposit', 'disputeCharge', 'keepCharge',
    'withdrawCharge', 'waiveDriver', 'chargeFine', 'withdrawFine', 'payOwed')
);
