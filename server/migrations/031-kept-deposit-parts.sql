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
  constraint kept_amount_is_positive check (amount > 0),
  constraint kept_part_charges_no_more_than_it_keeps check (charged between 0 and amount),
  constraint kept_part_reason_is_known check (
    reason in ('damage', 'missing', 'fuel', 'kilometres', 'cleaning', 'late', 'fine', 'other')
  ),
  constraint kept_part_has_words check (words <> '' or erased_at is not null),
  constraint no_more_is_released_than_was_kept check (released between 0 and amount),
  constraint released_part_names_person_and_time check (
    (released = 0) = (released_by is null) and (released = 0) = (released_at is null)
  )
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

-- Checked at commit, after its photos were added.
create function refuse_kept_part_without_photo() returns trigger language plpgsql as $$
begin
  if not exists (select from kept_deposit_photos where part_id = new.id) then
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
    or new.released < old.released or (new.words <> old.words and new.erased_at is null) then
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
