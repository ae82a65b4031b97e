-- What it takes to keep the rental cars running: scans of their documents, and who was told that one ends.

-- A scan of the document, once staff has attached one.
alter table car_documents
  add column scan uuid references private_files (id) on delete restrict,
  add constraint private_file_is_one_document_scan unique (scan);

-- A scan stays as long as its document. A wrong one is corrected as the document is: withdrawn, and recorded anew.
create function keep_document_scan() returns trigger language plpgsql as $$
begin
  if old.scan is not null and new.scan is distinct from old.scan then
    raise exception 'the scan of a document does not change'
      using errcode = 'check_violation', constraint = 'car_document_keeps_its_scan';
  end if;
  return new;
end $$;
create trigger car_document_keeps_its_scan before update of scan on car_documents
  for each row execute function keep_document_scan();

-- A scan goes with its document, where a car of the demo market is removed.
create function delete_scan() returns trigger language plpgsql as $$
begin
  update private_files set delete_after = now() where id = old.scan;
  return null;
end $$;
create trigger scan_goes_with_its_document after delete on car_documents
  for each row when (old.scan is not null) execute function delete_scan();

-- Which of staff was told, so many days before, that a document ends: each person once.
create table car_document_reminders (
  document_id uuid not null references car_documents (id) on delete cascade,
  step integer not null,
  account_id uuid not null references accounts (id) on delete cascade,
  created_at timestamptz not null,
  constraint staff_is_reminded_of_a_document_once primary key (document_id, step, account_id),
  constraint document_reminder_step_is_known check (step in (30, 14, 3))
);
create index car_document_reminders_of_account on car_document_reminders (account_id);
