-- What it takes to keep the rental cars running: scans of their documents.

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
