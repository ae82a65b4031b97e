-- Traffic fines, and disputes of customers: about a charge of a return, a kept part of a deposit, a fine.

-- Traffic fines that arrive after a rental, each with its paper: charged to whoever had the car then, or the firm's own.
create table traffic_fines (
  id uuid primary key,
  car_id uuid not null references cars (id) on delete restrict,
  -- As on the paper, normalised: the plate of the car may be corrected later.
  number_plate text not null,
  -- The rental in which the car was out at that moment, whose customer is charged. Null where it was not rented: the fine is our own.
  booking_id uuid references bookings (id) on delete restrict,
  offence_at timestamptz not null,
  amount integer not null,
  -- Of whoever fines; empty where the paper has none.
  authority_reference text not null default '',
  note text not null default '',
  -- A photo of the paper; null once it was kept long enough, or the account of the customer is deleted.
  paper uuid references private_files (id) on delete set null,
  recorded_by uuid not null references accounts (id) on delete restrict,
  recorded_at timestamptz not null,
  withdrawn_by uuid references accounts (id) on delete restrict,
  withdrawn_at timestamptz,
  withdrawal_reason text not null default '',
  -- What staff wrote is removed with the account of the customer.
  erased_at timestamptz,
  constraint fine_is_positive check (amount > 0),
  constraint fine_is_not_of_the_future check (offence_at <= recorded_at),
  constraint withdrawn_fine_names_person_and_time check ((withdrawn_at is null) = (withdrawn_by is null)),
  constraint withdrawn_fine_has_a_reason check (
    case when withdrawn_at is null then withdrawal_reason = '' else withdrawal_reason <> '' or erased_at is not null end
  )
);
-- The same paper is recorded once, however its reference is typed.
create unique index fine_reference_is_recorded_once
  on traffic_fines (upper(regexp_replace(authority_reference, '[^[:alnum:]]', '', 'g')))
  where authority_reference <> '' and withdrawn_at is null;
create index traffic_fines_of_booking on traffic_fines (booking_id) where booking_id is not null;
create index traffic_fines_of_car on traffic_fines (car_id);
create index traffic_fines_by_offence on traffic_fines (offence_at desc, id desc);
create index traffic_fines_of_paper on traffic_fines (paper) where paper is not null;

-- A fine has its paper and is of the car of its booking when it is recorded; afterwards it is only withdrawn, and its paper
-- and what staff wrote are removed.
create function check_traffic_fine() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.paper is null then
      raise exception 'a fine is recorded without its paper'
        using errcode = 'check_violation', constraint = 'fine_has_its_paper';
    end if;
    if new.booking_id is not null and not exists (
      select from bookings where id = new.booking_id and car_id = new.car_id and status in ('active', 'completed')
    ) then
      raise exception 'a fine is of the car of its booking, which has left'
        using errcode = 'check_violation', constraint = 'fine_is_of_the_car_of_its_booking';
    end if;
    return new;
  end if;
  if (new.id, new.car_id, new.number_plate, new.booking_id, new.offence_at, new.amount, new.authority_reference, new.recorded_by,
      new.recorded_at)
      is distinct from (old.id, old.car_id, old.number_plate, old.booking_id, old.offence_at, old.amount, old.authority_reference,
      old.recorded_by, old.recorded_at)
    or new.paper is not null and new.paper is distinct from old.paper
    or new.note <> old.note and new.erased_at is null
    or new.withdrawal_reason <> old.withdrawal_reason and new.erased_at is null and old.withdrawn_at is not null
    or old.withdrawn_at is not null and new.withdrawn_at is distinct from old.withdrawn_at
  then
    raise exception 'a recorded fine does not change'
      using errcode = 'check_violation', constraint = 'fine_does_not_change';
  end if;
  return new;
end $$;
create trigger traffic_fine_is_checked before insert or update on traffic_fines
  for each row execute function check_traffic_fine();

-- A fine with a booking is charged once in the ledger of that booking, and one without a booking is not. Checked at commit.
create function fine_agrees_with_the_ledger() returns trigger language plpgsql as $$
declare
  charged bigint := (
    select coalesce(sum(e.amount), 0)
    from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
    where t.idempotency_key = 'fine ' || new.id || ' charged' and t.kind = 'charged' and e.account = 'receivable'
      and e.payable_type = 'booking' and e.payable_id = new.booking_id
  );
begin
  if charged <> (case when new.booking_id is null then 0 else new.amount end) then
    raise exception 'The ledger has % charged for this fine.', charged
      using errcode = 'check_violation', constraint = 'fine_agrees_with_the_ledger';
  end if;
  return null;
end $$;
create constraint trigger fine_agrees_with_the_ledger after insert on traffic_fines
  deferrable initially deferred for each row execute function fine_agrees_with_the_ledger();

select audit_table('traffic_fines', 'id');

-- What a customer disputes. Staff withdraws it in full or in part, or keeps it.
create table charge_disputes (
  id uuid primary key,
  booking_id uuid not null references bookings (id) on delete cascade,
  -- Which of the charges of the return, in their order, from 0. Null where something else is disputed.
  charge integer,
  -- The shillings that are disputed.
  amount integer not null,
  -- What the customer wrote; empty once the account is deleted.
  reason text not null,
  disputed_at timestamptz not null,
  -- Null while it waits for staff.
  decision text,
  answer text not null default '',
  decided_by uuid references accounts (id) on delete restrict,
  decided_at timestamptz,
  -- The kept part of a deposit that is disputed, where it is not a charge of the return.
  kept_part_id uuid references kept_deposit_parts (id) on delete cascade,
  -- How many shillings of it were withdrawn; 0 while it waits, and where it was kept.
  withdrawn integer not null default 0,
  -- The traffic fine that is disputed.
  fine_id uuid references traffic_fines (id) on delete cascade,
  constraint charge_is_disputed_once unique (booking_id, charge),
  constraint dispute_decision_is_known check (decision in ('kept', 'withdrawn')),
  constraint decided_dispute_names_person_and_time check (
    (decision is null) = (decided_by is null) and (decision is null) = (decided_at is null)
  ),
  constraint kept_charge_has_an_answer check (decision is distinct from 'kept' or answer <> ''),
  constraint dispute_is_of_one_thing check (num_nonnulls(charge, kept_part_id, fine_id) = 1),
  constraint kept_part_is_disputed_once unique (kept_part_id),
  constraint dispute_withdraws_as_decided check (
    case decision when 'withdrawn' then withdrawn between 1 and amount else withdrawn = 0 end
  ),
  constraint part_that_is_withdrawn_has_an_answer check (withdrawn in (0, amount) or answer <> ''),
  constraint fine_is_disputed_once unique (fine_id),
  -- The answer is the reason of the withdrawal, which the record of the fine needs.
  constraint withdrawn_fine_has_an_answer check (fine_id is null or withdrawn = 0 or answer <> '')
);
create index charge_disputes_waiting on charge_disputes (booking_id) where decision is null;

-- A dispute is of what was charged or kept, with its amount, within 48 hours of it. A decision is final.
create function check_charge_dispute() returns trigger language plpgsql as $$
declare
  returned jsonb;
  part kept_deposit_parts;
  fine traffic_fines;
  since timestamptz;
begin
  if tg_op = 'UPDATE' then
    if (new.booking_id, new.charge, new.kept_part_id, new.fine_id, new.amount)
        is distinct from (old.booking_id, old.charge, old.kept_part_id, old.fine_id, old.amount)
      or old.decision is not null and (new.decision, new.withdrawn) is distinct from (old.decision, old.withdrawn)
    then
      raise exception 'a decided dispute does not change'
        using errcode = 'check_violation', constraint = 'dispute_is_decided_once';
    end if;
    return new;
  end if;
  if new.fine_id is not null then
    -- Whoever withdraws the fine at the same moment waits, or was first.
    select * into fine from traffic_fines where id = new.fine_id for no key update;
    since := fine.recorded_at;
    if fine.booking_id is distinct from new.booking_id or fine.amount is distinct from new.amount or fine.withdrawn_at is not null
    then
      raise exception 'a dispute is of a fine that counts for the booking'
        using errcode = 'check_violation', constraint = 'dispute_is_of_a_fine';
    end if;
  elsif new.kept_part_id is null then
    returned := (select handover_return from bookings where id = new.booking_id);
    since := (returned ->> 'at')::timestamptz;
    if (returned -> 'charges' -> new.charge ->> 'amount')::integer is distinct from new.amount then
      raise exception 'a dispute is of a charge of the return'
        using errcode = 'check_violation', constraint = 'dispute_is_of_a_charge';
    end if;
  else
    -- Whoever releases the part at the same moment waits, or was first.
    select * into part from kept_deposit_parts where id = new.kept_part_id for no key update;
    since := part.kept_at;
    if part.amount - part.released is distinct from new.amount
      or not exists (select from deposits where id = part.deposit_id and booking_id = new.booking_id)
    then
      raise exception 'a dispute is of what is kept of the deposit'
        using errcode = 'check_violation', constraint = 'dispute_is_of_a_kept_part';
    end if;
  end if;
  if new.disputed_at > since + interval '48 hours' then
    raise exception 'a charge is disputed within 48 hours of the return, a kept part of being kept, a fine of being recorded'
      using errcode = 'check_violation', constraint = 'dispute_is_in_time';
  end if;
  return new;
end $$;
create trigger charge_dispute_is_valid before insert or update on charge_disputes
  for each row execute function check_charge_dispute();

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

-- What is disputed of a deposit stays where it is until staff has decided.
create function keep_disputed_part() returns trigger language plpgsql as $$
begin
  if exists (select from charge_disputes where kept_part_id = new.id and decision is null) then
    raise exception 'a disputed part is not released before the decision'
      using errcode = 'check_violation', constraint = 'disputed_part_is_not_released';
  end if;
  return new;
end $$;
create trigger disputed_part_is_not_released before update of released on kept_deposit_parts
  for each row when (new.released <> old.released) execute function keep_disputed_part();

-- A fine that is disputed is withdrawn by the decision alone.
create function keep_disputed_fine() returns trigger language plpgsql as $$
begin
  if exists (select from charge_disputes where fine_id = new.id and decision is null) then
    raise exception 'a disputed fine is not withdrawn before the decision'
      using errcode = 'check_violation', constraint = 'disputed_fine_is_not_withdrawn';
  end if;
  return new;
end $$;
create trigger disputed_fine_is_not_withdrawn before update of withdrawn_at on traffic_fines
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null) execute function keep_disputed_fine();

-- What the decision withdraws in full is withdrawn. Checked at commit.
create function fine_is_withdrawn_as_decided() returns trigger language plpgsql as $$
begin
  if not exists (select from traffic_fines where id = new.fine_id and withdrawn_at is not null) then
    raise exception 'the decision withdraws all of a fine that still counts'
      using errcode = 'check_violation', constraint = 'fine_is_withdrawn_as_decided';
  end if;
  return null;
end $$;
create constraint trigger fine_is_withdrawn_as_decided after insert or update of withdrawn on charge_disputes
  deferrable initially deferred for each row when (new.fine_id is not null and new.withdrawn = new.amount)
  execute function fine_is_withdrawn_as_decided();

select audit_table('charge_disputes', 'id');
