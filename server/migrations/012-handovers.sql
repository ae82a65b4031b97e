-- A car leaves and comes back: reports of its condition, agreements, readings of the odometer; what it may not leave without;
-- and cars that do not come back.

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
  -- The report of a return that was taken back is kept; another one is made when the car is back.
  withdrawn_at timestamptz,
  constraint condition_report_kind_is_known check (kind in ('handover', 'return')),
  constraint completed_report_is_signed check (
    completed_at is null
    or (content is not null and signed_at is not null
      and (erased_at is not null or (signature is not null and signer_name <> '')))
  ),
  constraint withdrawn_report_is_of_a_return check (withdrawn_at is null or kind = 'return')
);
create unique index booking_has_one_report_of_each_kind on condition_reports (booking_id, kind) where withdrawn_at is null;

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

-- A report that is begun waits for a change of the car, and the change for the report.
create function lock_booking_of_report() returns trigger language plpgsql as $$
begin
  perform from bookings where id = new.booking_id for share;
  return new;
end $$;
create trigger report_is_of_the_car_of_its_booking before insert on condition_reports
  for each row execute function lock_booking_of_report();

-- The car of a booking changes only before the handover, and not once staff has begun the report of it.
create function refuse_late_change_of_car() returns trigger language plpgsql as $$
begin
  if old.status <> 'confirmed' or new.status <> 'confirmed'
    or exists (select from condition_reports where booking_id = new.id)
  then
    raise exception 'The car of this booking does not change any more.'
      using errcode = 'check_violation', constraint = 'car_changes_before_handover';
  end if;
  return new;
end $$;
create trigger car_changes_before_handover before update of car_id on bookings
  for each row when (new.car_id <> old.car_id) execute function refuse_late_change_of_car();

select audit_table('condition_reports', 'id');
select audit_table('condition_photos', 'id');

-- What was agreed, written in the transaction that hands the car over or takes it back. Deleted when the PDF was made of it.
create table agreement_drafts (
  booking_id uuid not null references bookings (id) on delete cascade,
  kind text not null,
  -- agreementContent of the server.
  content jsonb not null,
  created_at timestamptz not null,
  -- The event that the paper of a return is of. Whether that return was taken back follows from the order of the events: times
  -- of two processes, or of one that waited for a lock, do not say it.
  return_event bigint references booking_history (id) on delete cascade,
  primary key (booking_id, kind),
  constraint agreement_draft_kind_is_known check (kind in ('handover', 'return')),
  constraint draft_of_a_return_names_it check ((kind = 'return') = (return_event is not null))
);

-- Rental agreements and return reports, as PDFs that never change.
create table agreements (
  id uuid primary key,
  -- `AG-48213-90577`, random: whoever has it may check a file against content_hash.
  number text not null,
  booking_id uuid not null references bookings (id) on delete restrict,
  kind text not null,
  language text not null,
  -- Version of the document's layout.
  layout integer not null,
  -- The bytes, in the storage of private files. They are deleted with the account of the customer; this row stays.
  file_id uuid not null,
  -- sha256 of the bytes, in hex.
  content_hash text not null,
  made_at timestamptz not null,
  -- First letters of the names of the renter and of the member of staff, shown to whoever checks a file.
  renter_initials text not null,
  staff_initials text not null,
  -- The member of staff who handed the car over or took it back.
  made_by uuid references accounts (id) on delete restrict,
  -- 1, 2 … of the addenda of a booking; 0, 1 … of the papers of its returns, of which the last one holds; 0 of its handover.
  sequence integer not null default 0,
  return_event bigint references booking_history (id) on delete restrict,
  constraint agreement_number_is_unique unique (number),
  constraint agreement_number_is_well_formed check (number ~ '^AG-\d{5}-\d{5}$'),
  constraint booking_has_one_agreement_of_each_kind unique (booking_id, kind, sequence),
  constraint agreement_kind_is_known check (kind in ('handover', 'return', 'addendum')),
  constraint agreement_language_is_a_language check (language ~ '^[a-z]{2}$'),
  constraint agreement_hash_is_sha256 check (content_hash ~ '^[0-9a-f]{64}$'),
  constraint addendum_has_a_sequence check (
    case kind when 'addendum' then sequence > 0 when 'return' then sequence >= 0 else sequence = 0 end
  ),
  constraint paper_of_a_return_names_it check ((kind = 'return') = (return_event is not null))
);
create unique index return_has_one_paper on agreements (return_event) where return_event is not null;

-- Agreements are only ever added. The owner of the database may delete those of the demo, with an explicit setting.
create function refuse_agreement_change() returns trigger language plpgsql as $$
begin
  if tg_op in ('DELETE', 'TRUNCATE') and coalesce(current_setting('twende.cleaning_demo', true), '') = 'yes' then
    return old;
  end if;
  raise exception 'Agreements are only ever added.' using errcode = 'restrict_violation';
end $$;
create trigger agreements_are_append_only before update or delete on agreements
  for each row execute function refuse_agreement_change();
create trigger agreements_are_not_truncated before truncate on agreements
  for each statement execute function refuse_agreement_change();

-- What was changed of a rental after its car was handed over: an addendum of the agreement that was signed.
create table agreement_addenda (
  booking_id uuid not null references bookings (id) on delete cascade,
  -- 1, 2 … of its booking.
  sequence integer not null,
  -- addendumChange of the server: the rental before and after, and the money then. It names nobody.
  change jsonb not null,
  made_at timestamptz not null,
  -- The member of staff who made it; null where the customer did, who agreed by making it.
  made_by uuid references accounts (id) on delete restrict,
  accepted_at timestamptz,
  -- 'account': made or accepted by the customer who was logged in; 'link': accepted by whoever was sent the link.
  accepted_how text,
  -- As it was typed with the acceptance by link.
  accepter_name text not null default '',
  primary key (booking_id, sequence),
  constraint addendum_sequence_is_positive check (sequence > 0),
  constraint addendum_acceptance_says_how check ((accepted_at is null) = (accepted_how is null)),
  constraint addendum_acceptance_is_known check (accepted_how in ('account', 'link')),
  constraint addendum_by_link_names_who check (accepted_how is distinct from 'link' or accepter_name <> ''),
  constraint addendum_of_customer_is_accepted check (made_by is not null or accepted_at is not null)
);
create index addenda_to_make on agreement_addenda (accepted_at) where accepted_at is not null;

-- What was agreed and accepted never changes; only the acceptance of what waits for it is added, and a name goes with its account.
create function refuse_addendum_change() returns trigger language plpgsql as $$
begin
  if (old.booking_id, old.sequence, old.change, old.made_at, old.made_by)
      is distinct from (new.booking_id, new.sequence, new.change, new.made_at, new.made_by)
    or old.accepted_at is not null and (old.accepted_at, old.accepted_how) is distinct from (new.accepted_at, new.accepted_how)
  then
    raise exception 'Addenda are accepted once and never changed.' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger addenda_are_accepted_once before update on agreement_addenda
  for each row execute function refuse_addendum_change();

-- Readings of handovers and returns that staff corrected.
create table reading_corrections (
  id uuid primary key,
  booking_id uuid not null references bookings (id) on delete restrict,
  kind text not null,
  km_before integer not null,
  km_after integer not null,
  reason text not null,
  corrected_by uuid not null references accounts (id) on delete restrict,
  corrected_at timestamptz not null,
  constraint reading_correction_kind_is_known check (kind in ('handover', 'return')),
  constraint reading_correction_changes_something check (km_before <> km_after and km_after >= 0),
  constraint reading_correction_has_a_reason check (reason <> '')
);
create index reading_corrections_of_booking on reading_corrections (booking_id, corrected_at);

-- What was written down about a correction never changes.
create function refuse_change_of_correction() returns trigger language plpgsql as $$
begin
  raise exception 'a correction of a reading does not change'
    using errcode = 'check_violation', constraint = 'reading_correction_does_not_change';
end $$;
create trigger reading_correction_does_not_change before update or delete on reading_corrections
  for each row execute function refuse_change_of_correction();

select audit_table('reading_corrections', 'id');

-- The price of a booking that is confirmed without payment is owed, as charges and fines are. The car leaves only once all is
-- paid, or a named person lets it.
create table unpaid_handovers (
  booking_id uuid primary key references bookings (id) on delete cascade,
  -- What was owed when it was decided.
  amount integer not null,
  allowed_by uuid not null references accounts (id) on delete restrict,
  allowed_at timestamptz not null,
  reason text not null,
  constraint unpaid_handover_amount_is_positive check (amount > 0),
  constraint unpaid_handover_has_a_reason check (reason <> '')
);

-- The limit is CONFIRM_UNPAID_ALONE_UP_TO of the contract.
create function refuse_large_unpaid_handover() returns trigger language plpgsql as $$
begin
  if new.amount > 20000 and not exists (select from accounts where id = new.allowed_by and role = 'admin') then
    raise exception 'Only an admin lets a car leave while that much is owed.'
      using errcode = 'check_violation', constraint = 'large_unpaid_handover_is_allowed_by_an_admin';
  end if;
  return new;
end $$;
create trigger large_unpaid_handover_is_allowed_by_an_admin before insert or update on unpaid_handovers
  for each row execute function refuse_large_unpaid_handover();

-- A car leaves only once what is owed is paid, or as far as that was allowed.
-- A rental that goes on again, because its return or its loss was recorded by mistake, left before: what is owed by then, as
-- for added days or a fine, is no reason to refuse that.
create function refuse_unpaid_handover() returns trigger language plpgsql as $$
begin
  if exists (
    select from ledger_balances as balance
    where balance.payable_id = new.id and balance.payable_type = 'booking' and receivable > unapplied
      and receivable - unapplied > coalesce((select amount from unpaid_handovers where booking_id = new.id), 0)
  ) then
    raise exception 'The rental is not paid.'
      using errcode = 'check_violation', constraint = 'rental_is_paid_before_handover';
  end if;
  return new;
end $$;
create trigger rental_is_paid_before_handover before update of status on bookings
  for each row when (new.status = 'active' and old.status not in ('active', 'completed')) execute function refuse_unpaid_handover();

select audit_table('unpaid_handovers', 'booking_id');

-- A car that is out stays out until its return is recorded, or until two people declare it lost. The clock ends no rental. A
-- loss that was declared by mistake is withdrawn by two people with a reason, and the rental goes on; what one person only
-- asked for is withdrawn by one. A loss that was withdrawn stays as history, so a booking may have several.
create table car_losses (
  booking_id uuid not null references bookings (id) on delete restrict,
  reason text not null,
  requested_by uuid not null references accounts (id) on delete restrict,
  requested_at timestamptz not null,
  confirmed_by uuid references accounts (id) on delete restrict,
  confirmed_at timestamptz,
  id bigint generated always as identity primary key,
  -- Why the loss was a mistake.
  withdrawal_reason text not null default '',
  withdrawal_requested_by uuid references accounts (id) on delete restrict,
  withdrawal_requested_at timestamptz,
  withdrawn_by uuid references accounts (id) on delete restrict,
  withdrawn_at timestamptz,
  constraint loss_has_a_reason check (reason <> ''),
  constraint loss_names_a_person check ((confirmed_by is null) = (confirmed_at is null)),
  constraint loss_takes_two_people check (confirmed_by is null or confirmed_by <> requested_by),
  constraint withdrawal_of_a_loss_is_asked_for check (
    (withdrawal_requested_by is null) = (withdrawal_requested_at is null)
    and (withdrawal_requested_by is null) = (withdrawal_reason = '')
    and (withdrawn_by is null) = (withdrawn_at is null)
    and (withdrawn_by is null or withdrawal_requested_by is not null)
  ),
  constraint withdrawal_of_a_loss_takes_two_people check (
    confirmed_by is null or withdrawn_by is null or withdrawn_by <> withdrawal_requested_by
  )
);
create unique index booking_has_one_loss on car_losses (booking_id) where withdrawn_at is null;
create index car_losses_waiting on car_losses (requested_at) where confirmed_by is null and withdrawn_at is null;
create index car_losses_to_withdraw on car_losses (withdrawal_requested_at)
  where withdrawal_requested_by is not null and withdrawn_at is null;

create function refuse_end_without_return() returns trigger language plpgsql as $$
begin
  if new.handover_return is null
    and not exists (
      select from car_losses where booking_id = new.id and confirmed_by is not null and withdrawn_at is null)
  then
    raise exception 'A rental ends when its car is returned or declared lost.'
      using errcode = 'check_violation', constraint = 'active_rental_ends_by_return_or_loss';
  end if;
  return new;
end $$;
create trigger active_rental_ends_by_return_or_loss before update of status on bookings
  for each row when (old.status = 'active' and new.status <> 'active') execute function refuse_end_without_return();

-- Whether a car has not come back by `now`: from a rental whose time and turnaround are over, or lost and not found again.
-- Its own rental, `except_booking`, may still be changed.
create function car_is_out(car uuid, now timestamptz, except_booking uuid default null) returns boolean
language sql stable as $$
  select exists (
    select from bookings
    where car_id = car and status = 'active' and occupied_until <= now and id is distinct from except_booking
  ) or exists (
    select from car_losses join bookings on bookings.id = car_losses.booking_id
    where car_id = car and confirmed_by is not null and withdrawn_at is null and returned_at is null
      and bookings.id is distinct from except_booking
  )
$$;

-- Nobody gets a car that is out: no new booking, no other dates or car, no booking that comes back or begins to keep its
-- car. One that keeps it already stays; its handover is refused while the car is out.
create function refuse_car_that_is_out() returns trigger language plpgsql as $$
begin
  if car_is_out(new.car_id, new.updated_at, new.id) then
    raise exception 'This car has not come back.'
      using errcode = 'exclusion_violation', constraint = 'car_that_is_out_is_not_given';
  end if;
  return new;
end $$;
create trigger car_that_is_out_is_not_booked before insert on bookings
  for each row when (new.status in ('pending', 'confirmed', 'active')) execute function refuse_car_that_is_out();
create trigger car_that_is_out_is_not_given before update on bookings
  for each row when (
    new.status in ('pending', 'confirmed', 'active')
    and ((old.car_id, old.starts_at) is distinct from (new.car_id, new.starts_at)
      or old.status in ('cancelled', 'completed')
      or old.status = 'pending' and not old.keeps_car and new.status <> 'pending'
      or old.status = 'confirmed' and new.status = 'active')
  )
  execute function refuse_car_that_is_out();

-- A rental whose car is lost does not go on, and one that lost its loss does.
create function refuse_rental_of_lost_car() returns trigger language plpgsql as $$
begin
  if exists (select from car_losses where booking_id = new.id and confirmed_by is not null and withdrawn_at is null) then
    raise exception 'The car of this rental is declared lost.'
      using errcode = 'check_violation', constraint = 'rental_of_a_lost_car_does_not_go_on';
  end if;
  return new;
end $$;
create trigger rental_of_a_lost_car_does_not_go_on before update of status on bookings
  for each row when (old.status = 'completed' and new.status = 'active') execute function refuse_rental_of_lost_car();

create function refuse_withdrawn_loss_of_ended_rental() returns trigger language plpgsql as $$
begin
  if exists (select from bookings where id = new.booking_id and status = 'completed' and handover_return is null)
    and not exists (
      select from car_losses where booking_id = new.booking_id and confirmed_by is not null and withdrawn_at is null)
  then
    raise exception 'A rental whose car is not lost goes on.'
      using errcode = 'check_violation', constraint = 'rental_goes_on_without_its_loss';
  end if;
  return null;
end $$;
create constraint trigger rental_goes_on_without_its_loss after update of withdrawn_at on car_losses
  deferrable initially deferred for each row
  when (new.confirmed_by is not null and new.withdrawn_at is not null and old.withdrawn_at is null)
  execute function refuse_withdrawn_loss_of_ended_rental();

-- A rental that goes on has no return.
create function refuse_return_of_rental_under_way() returns trigger language plpgsql as $$
begin
  if new.handover_return is not null or new.returned_at is not null or new.extra_charges <> 0 then
    raise exception 'A rental under way has no return.'
      using errcode = 'check_violation', constraint = 'rental_that_goes_on_has_no_return';
  end if;
  return new;
end $$;
create trigger rental_that_goes_on_has_no_return before update of status on bookings
  for each row when (old.status = 'completed' and new.status = 'active')
  execute function refuse_return_of_rental_under_way();

select audit_table('car_losses', 'booking_id');
