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

alter table booking_history drop constraint booking_history_event_is_known;
alter table booking_history add constraint booking_history_event_is_known check (
  event in ('book', 'bookAtCounter', 'confirm', 'confirmUnpaid', 'pay', 'extend', 'change', 'revive', 'expire', 'cancel', 'noShow',
    'handOver', 'takeBack', 'complete', 'completeUnrecorded', 'takeDeposit', 'waiveDeposit',
    'returnDeposit', 'keepDeposit', 'releaseDeposit', 'disputeCharge', 'keepCharge', 'withdrawCharge', 'waiveDriver',
    'chargeFine', 'withdrawFine', 'payOwed')
);

select audit_table('traffic_fines', 'id');
