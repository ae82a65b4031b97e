-- A traffic fine is disputed as a charge of a return and a kept part of a deposit are.

alter table charge_disputes
  -- The traffic fine that is disputed.
  add column fine_id uuid references traffic_fines (id) on delete cascade,
  drop constraint dispute_is_of_one_thing,
  add constraint dispute_is_of_one_thing check (num_nonnulls(charge, kept_part_id, fine_id) = 1),
  add constraint fine_is_disputed_once unique (fine_id),
  -- The answer is the reason of the withdrawal, which the record of the fine needs.
  add constraint withdrawn_fine_has_an_answer check (fine_id is null or withdrawn = 0 or answer <> '');

-- A dispute is of what was charged or kept, with its amount, within 48 hours of it. A decision is final.
create or replace function check_charge_dispute() returns trigger language plpgsql as $$
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
