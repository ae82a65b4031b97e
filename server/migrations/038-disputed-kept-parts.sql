-- A kept part of a deposit is disputed as a charge of a return is, and staff withdraws either in full or in part.

alter table charge_disputes alter column charge drop not null;
alter table charge_disputes
  -- The kept part of a deposit that is disputed, where it is not a charge of the return.
  add column kept_part_id uuid references kept_deposit_parts (id) on delete cascade,
  -- How many shillings of it were withdrawn; 0 while it waits, and where it was kept.
  add column withdrawn integer not null default 0;
update charge_disputes set withdrawn = amount where decision = 'withdrawn';
alter table charge_disputes
  add constraint dispute_is_of_one_thing check (num_nonnulls(charge, kept_part_id) = 1),
  add constraint kept_part_is_disputed_once unique (kept_part_id),
  add constraint dispute_withdraws_as_decided check (
    case decision when 'withdrawn' then withdrawn between 1 and amount else withdrawn = 0 end
  ),
  add constraint part_that_is_withdrawn_has_an_answer check (withdrawn in (0, amount) or answer <> '');

-- How much of what was charged by keeping a part is charged no more; the rest of what is released paid what was owed.
alter table kept_deposit_parts add column charge_reduced integer not null default 0;
update kept_deposit_parts set charge_reduced = charged where released = amount;
alter table kept_deposit_parts
  add constraint no_more_is_uncharged_than_was_charged check (charge_reduced between 0 and charged and charge_reduced <= released);

-- A dispute is of what was charged or kept, with its amount, within 48 hours of it. A decision is final.
create or replace function check_charge_dispute() returns trigger language plpgsql as $$
declare
  returned jsonb;
  part kept_deposit_parts;
  since timestamptz;
begin
  if tg_op = 'UPDATE' then
    if (new.booking_id, new.charge, new.kept_part_id, new.amount) is distinct from (old.booking_id, old.charge, old.kept_part_id, old.amount)
      or old.decision is not null and (new.decision, new.withdrawn) is distinct from (old.decision, old.withdrawn)
    then
      raise exception 'a decided dispute does not change'
        using errcode = 'check_violation', constraint = 'dispute_is_decided_once';
    end if;
    return new;
  end if;
  if new.kept_part_id is null then
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
    raise exception 'a charge is disputed within 48 hours of the return, a kept part within 48 hours of being kept'
      using errcode = 'check_violation', constraint = 'dispute_is_in_time';
  end if;
  return new;
end $$;

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

create or replace function keep_kept_part() returns trigger language plpgsql as $$
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
