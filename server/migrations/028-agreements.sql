-- Rental agreements and return reports, as PDFs that never change.

-- What was agreed, written in the transaction that hands the car over or takes it back. Deleted when the PDF was made of it.
create table agreement_drafts (
  booking_id uuid not null references bookings (id) on delete cascade,
  kind text not null,
  -- agreementContent of the server.
  content jsonb not null,
  created_at timestamptz not null,
  primary key (booking_id, kind),
  constraint agreement_draft_kind_is_known check (kind in ('handover', 'return'))
);

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
  constraint agreement_number_is_unique unique (number),
  constraint agreement_number_is_well_formed check (number ~ '^AG-\d{5}-\d{5}$'),
  constraint booking_has_one_agreement_of_each_kind unique (booking_id, kind),
  constraint agreement_kind_is_known check (kind in ('handover', 'return')),
  constraint agreement_language_is_a_language check (language ~ '^[a-z]{2}$'),
  constraint agreement_hash_is_sha256 check (content_hash ~ '^[0-9a-f]{64}$')
);

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
