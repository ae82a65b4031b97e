-- Deposits of bookings, and the parts of them that staff kept.

-- The deposit of a booking: the amount is that of the car when the booking was made; no row where the car has none. What
-- is held of it is a balance of the ledger.
create table deposits (
  id uuid primary key,
  -- `DEP` and this number is what a payer types.
  number integer not null generated always as identity,
  booking_id uuid not null references bookings (id) on delete restrict,
  amount integer not null,
  waived_by uuid references accounts (id) on delete restrict,
  waived_at timestamptz,
  waiver_reason text not null default '',
  -- By when it is given back; set when the rental ends.
  return_by timestamptz,
  -- When staff gave it back.
  settled_at timestamptz,
  settled_by uuid references accounts (id) on delete restrict,
  -- It went back although something stayed owed for the booking: staff chose that, or no more of it could be kept.
  left_owed boolean not null default false,
  constraint booking_has_one_deposit unique (booking_id),
  constraint deposit_number_is_unique unique (number),
  constraint waived_deposit_names_person_and_reason check (
    (waived_at is null) = (waived_by is null) and (waived_at is null) = (waiver_reason = '')
  ),
  constraint settled_deposit_names_a_person check ((settled_at is null) = (settled_by is null)),
  -- A booking keeps the row of its deposit when its new car has none: money may have been paid for it.
  constraint deposit_is_not_negative check (amount >= 0),
  constraint only_a_settled_deposit_leaves_owed check (settled_at is not null or not left_owed)
);
create index deposits_to_return on deposits (return_by) where return_by is not null;

-- The limit is WAIVE_DEPOSIT_ALONE_UP_TO of the contract.
create function refuse_waiver_by_staff() returns trigger language plpgsql as $$
begin
  if new.amount > 20000 and not exists (select from accounts where id = new.waived_by and role = 'admin') then
    raise exception 'Only an admin waives a large deposit.'
      using errcode = 'check_violation', constraint = 'large_deposit_is_waived_by_an_admin';
  end if;
  return new;
end $$;
create trigger large_deposit_is_waived_by_an_admin before insert or update of waived_by on deposits
  for each row when (new.waived_by is not null) execute function refuse_waiver_by_staff();

-- A waiver was for what the deposit was: it ends where that becomes more.
create function refuse_higher_waived_deposit() returns trigger language plpgsql as $$
begin
  raise exception 'A deposit that is waived gets no higher.'
    using errcode = 'check_violation', constraint = 'waived_deposit_gets_no_higher';
end $$;
create trigger waived_deposit_gets_no_higher before update of amount on deposits
  for each row when (new.waived_by is not null and new.amount > old.amount)
  execute function refuse_higher_waived_deposit();

-- A car leaves only when its deposit is held or waived.
create function refuse_handover_without_deposit() returns trigger language plpgsql as $$
begin
  if exists (
    select from deposits left join ledger_balances as balance
      on balance.payable_id = deposits.id and balance.payable_type = 'deposit'
    where booking_id = new.id and waived_at is null and coalesce(balance.deposits - balance.receivable, 0) < amount
  ) then
    raise exception 'The deposit is neither taken nor waived.'
      using errcode = 'check_violation', constraint = 'deposit_is_taken_before_handover';
  end if;
  return new;
end $$;
create trigger deposit_is_taken_before_handover before update of status on bookings
  for each row when (new.status = 'active' and old.status <> 'active') execute function refuse_handover_without_deposit();

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

select audit_table('deposits', 'id');

-- Parts of deposits that staff kept after the return: how much, why, and what it can be seen on.
create table kept_deposit_parts (
  id uuid primary key,
  deposit_id uuid not null references deposits (id) on delete cascade,
  amount integer not null,
  -- The shillings of it that were charged for this reason. The rest paid what the customer owed already.
  charged integer not null,
  reason text not null,
  -- What staff wrote to the customer.
  words text not null,
  kept_by uuid not null references accounts (id) on delete restrict,
  kept_at timestamptz not null,
  -- How much of it is no longer kept.
  released integer not null default 0,
  released_by uuid references accounts (id) on delete restrict,
  released_at timestamptz,
  release_reason text not null default '',
  -- The words are removed with the account of the customer.
  erased_at timestamptz,
  -- How much of what was charged by keeping a part is charged no more; the rest of what is released paid what was owed.
  charge_reduced integer not null default 0,
  constraint kept_amount_is_positive check (amount > 0),
  constraint kept_part_charges_no_more_than_it_keeps check (charged between 0 and amount),
  constraint kept_part_reason_is_known check (
    reason in ('damage', 'missing', 'fuel', 'kilometres', 'cleaning', 'late', 'fine', 'other', 'owed')
  ),
  -- A part that paid what was owed already needs none: they are of what was charged then.
  constraint kept_part_has_words check (words <> '' or erased_at is not null or reason = 'owed'),
  constraint no_more_is_released_than_was_kept check (released between 0 and amount),
  constraint released_part_names_person_and_time check (
    (released = 0) = (released_by is null) and (released = 0) = (released_at is null)
  ),
  constraint no_more_is_uncharged_than_was_charged check (charge_reduced between 0 and charged and charge_reduced <= released),
  constraint part_of_what_is_owed_charges_nothing check (charged = 0 or reason <> 'owed')
);
create index kept_deposit_parts_of_deposit on kept_deposit_parts (deposit_id);

create table kept_deposit_photos (
  id uuid primary key,
  part_id uuid not null references kept_deposit_parts (id) on delete cascade,
  -- A photo of the return report, or one that was taken for this.
  file_id uuid not null references private_files (id) on delete restrict,
  constraint kept_part_has_a_photo_once unique (part_id, file_id)
);
create index kept_deposit_photos_of_file on kept_deposit_photos (file_id);

-- Checked at commit, after its photos were added. A part that paid what was owed already needs none: they are of what was
-- charged then.
create function refuse_kept_part_without_photo() returns trigger language plpgsql as $$
begin
  if new.reason <> 'owed' and not exists (select from kept_deposit_photos where part_id = new.id) then
    raise exception 'a deposit is kept without a photo'
      using errcode = 'check_violation', constraint = 'kept_part_has_a_photo';
  end if;
  return null;
end $$;
create constraint trigger kept_part_has_a_photo after insert on kept_deposit_parts
  deferrable initially deferred for each row execute function refuse_kept_part_without_photo();

-- The photos of a kept part stay as long as it does.
create function keep_photos_of_kept_part() returns trigger language plpgsql as $$
begin
  if exists (select from kept_deposit_parts where id = old.part_id) then
    raise exception 'the photos of a kept part do not change'
      using errcode = 'check_violation', constraint = 'kept_part_keeps_its_photos';
  end if;
  return old;
end $$;
create trigger kept_part_keeps_its_photos before update or delete on kept_deposit_photos
  for each row execute function keep_photos_of_kept_part();

-- What was kept, why and by whom never changes; only more of it is released.
create function keep_kept_part() returns trigger language plpgsql as $$
begin
  if (new.deposit_id, new.amount, new.charged, new.reason, new.kept_by, new.kept_at)
      is distinct from (old.deposit_id, old.amount, old.charged, old.reason, old.kept_by, old.kept_at)
    or new.released < old.released or new.charge_reduced < old.charge_reduced
    or (new.words <> old.words and new.erased_at is null) then
    raise exception 'a kept part does not change'
      using errcode = 'check_violation', constraint = 'kept_part_does_not_change';
  end if;
  return new;
end $$;
create trigger kept_part_does_not_change before update on kept_deposit_parts
  for each row execute function keep_kept_part();

-- What is kept of a deposit is what the ledger says was kept of it. Checked at commit.
create function kept_parts_agree_with_the_ledger() returns trigger language plpgsql as $$
declare
  kept bigint := (select sum(amount - released) from kept_deposit_parts where deposit_id = new.deposit_id);
  entered bigint;
begin
  select coalesce(sum(e.amount), 0) into entered
    from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
    where t.payable_id = new.deposit_id and t.kind in ('deposit_kept', 'deposit_released') and e.account = 'deposits';
  if entered <> kept then
    raise exception 'The ledger has % kept of this deposit, and not %.', entered, kept
      using errcode = 'check_violation', constraint = 'kept_parts_agree_with_the_ledger';
  end if;
  return null;
end $$;
create constraint trigger kept_parts_agree_with_the_ledger after insert or update of amount, released on kept_deposit_parts
  deferrable initially deferred for each row execute function kept_parts_agree_with_the_ledger();

select audit_table('kept_deposit_parts', 'id');
select audit_table('kept_deposit_photos', 'id');
