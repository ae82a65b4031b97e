-- Reports of a car's condition when it leaves and when it comes back, with their photos.

create table condition_reports (
  id uuid primary key,
  booking_id uuid not null references bookings (id) on delete cascade,
  kind text not null,
  -- Made by the device on which staff works; photos of another device are refused.
  draft_id uuid not null,
  started_by uuid references accounts (id) on delete set null,
  started_at timestamptz not null,
  -- Marks and equipment: reportDocument of the contract.
  content jsonb,
  -- Strokes of a finger: signatureDocument of the contract.
  signature jsonb,
  signer_name text not null default '',
  signed_at timestamptz,
  completed_by uuid references accounts (id) on delete set null,
  completed_at timestamptz,
  -- Signature and name are removed with the account of the customer.
  erased_at timestamptz,
  constraint condition_report_kind_is_known check (kind in ('handover', 'return')),
  constraint booking_has_one_report_of_each_kind unique (booking_id, kind),
  constraint completed_report_is_signed check (
    completed_at is null
    or (content is not null and signed_at is not null
      and (erased_at is not null or (signature is not null and signer_name <> '')))
  )
);

create table condition_photos (
  -- Made by the device, so that a photo that is sent twice is kept once.
  id uuid primary key,
  report_id uuid not null references condition_reports (id) on delete cascade,
  position text not null,
  -- Of a photo of damage: the mark of the report that it shows.
  mark_id uuid,
  file_id uuid not null references private_files (id) on delete restrict,
  created_at timestamptz not null,
  constraint condition_photo_position_is_known check (
    position in ('front', 'frontRight', 'right', 'rearRight', 'rear', 'rearLeft', 'left', 'frontLeft',
      'interior', 'dashboard', 'damage')
  ),
  constraint condition_photo_of_damage_has_a_mark check ((position = 'damage') = (mark_id is not null)),
  constraint private_file_is_one_condition_photo unique (file_id)
);
create index condition_photos_of_report on condition_photos (report_id);
create unique index report_has_one_photo_of_a_position on condition_photos (report_id, position)
  where position <> 'damage';

-- A completed report has the eight photos of a walk around the car. Checked at commit, after its photos were arranged.
create function check_condition_photos() returns trigger language plpgsql as $$
begin
  if new.completed_at is not null and 8 <> (
    select count(*) from condition_photos
    where report_id = new.id
      and position in ('front', 'frontRight', 'right', 'rearRight', 'rear', 'rearLeft', 'left', 'frontLeft')
  ) then
    raise exception 'a photo is missing from a completed report'
      using errcode = '23514', constraint = 'completed_report_has_eight_photos';
  end if;
  return null;
end $$;
create constraint trigger completed_report_has_eight_photos after insert or update on condition_reports
  deferrable initially deferred for each row execute function check_condition_photos();

-- The photos of a completed report never change.
create function keep_condition_photos() returns trigger language plpgsql as $$
begin
  if exists (
    select from condition_reports
    where id in (coalesce(new.report_id, old.report_id), coalesce(old.report_id, new.report_id))
      and completed_at is not null
  ) then
    raise exception 'the photos of a completed report do not change'
      using errcode = '23514', constraint = 'completed_report_keeps_its_photos';
  end if;
  return coalesce(new, old);
end $$;
create trigger completed_report_keeps_its_photos before insert or update or delete on condition_photos
  for each row execute function keep_condition_photos();

select audit_table('condition_reports', 'id');
select audit_table('condition_photos', 'id');

-- Charges of a return that the customer disputes.
create table charge_disputes (
  id uuid primary key,
  booking_id uuid not null references bookings (id) on delete cascade,
  -- Which of the charges of the return, in their order, from 0; and its shillings.
  charge integer not null,
  amount integer not null,
  -- What the customer wrote; empty once the account is deleted.
  reason text not null,
  disputed_at timestamptz not null,
  -- Null while it waits for staff.
  decision text,
  answer text not null default '',
  decided_by uuid references accounts (id) on delete restrict,
  decided_at timestamptz,
  constraint charge_is_disputed_once unique (booking_id, charge),
  constraint dispute_decision_is_known check (decision in ('kept', 'withdrawn')),
  constraint decided_dispute_names_person_and_time check (
    (decision is null) = (decided_by is null) and (decision is null) = (decided_at is null)
  ),
  constraint kept_charge_has_an_answer check (decision is distinct from 'kept' or answer <> '')
);
create index charge_disputes_waiting on charge_disputes (booking_id) where decision is null;

-- A dispute is of a charge of the return, with its amount, within 48 hours of it. A decision is final.
create function check_charge_dispute() returns trigger language plpgsql as $$
declare
  returned jsonb := (select handover_return from bookings where id = new.booking_id);
begin
  if tg_op = 'UPDATE' then
    if old.decision is not null and (new.decision, new.amount, new.charge) is distinct from (old.decision, old.amount, old.charge) then
      raise exception 'a decided dispute does not change'
        using errcode = 'check_violation', constraint = 'dispute_is_decided_once';
    end if;
    return new;
  end if;
  if (returned -> 'charges' -> new.charge ->> 'amount')::integer is distinct from new.amount then
    raise exception 'a dispute is of a charge of the return'
      using errcode = 'check_violation', constraint = 'dispute_is_of_a_charge';
  end if;
  if new.disputed_at > (returned ->> 'at')::timestamptz + interval '48 hours' then
    raise exception 'a charge is disputed within 48 hours of the return'
      using errcode = 'check_violation', constraint = 'dispute_is_in_time';
  end if;
  return new;
end $$;
create trigger charge_dispute_is_valid before insert or update on charge_disputes
  for each row execute function check_charge_dispute();

select audit_table('charge_disputes', 'id');
