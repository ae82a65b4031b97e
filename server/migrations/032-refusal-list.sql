-- People to whom no car is rented for a time, known by the hashes of a phone number and of a driving licence.

create table refusal_list_entries (
  id uuid primary key,
  -- Keyed hashes: neither can be read back, nor guessed without the secret of the installation.
  phone_hash text,
  licence_hash text,
  -- The last three characters of each, so that staff tells entries apart.
  phone_end text not null default '',
  licence_end text not null default '',
  reason text not null,
  note text not null,
  -- The last day on which it holds.
  until date not null,
  added_by uuid not null references accounts (id) on delete restrict,
  created_at timestamptz not null,
  -- Set by an appeal that was right.
  lifted_at timestamptz,
  constraint refusal_list_entry_names_a_phone_or_a_licence check (num_nonnulls(phone_hash, licence_hash) > 0),
  constraint refusal_list_entry_shows_what_it_has check (
    (phone_hash is null) = (phone_end = '') and (licence_hash is null) = (licence_end = '')
  ),
  constraint refusal_list_entry_reason_is_known check (
    reason in ('unpaid', 'damage', 'late_return', 'false_papers', 'dangerous_driving', 'other')
  ),
  constraint refusal_list_entry_has_a_note check (note <> ''),
  constraint refusal_list_entry_ends_after_it_began check (until >= created_at::date)
);
create index refusal_list_entries_by_phone on refusal_list_entries (phone_hash) where lifted_at is null;
create index refusal_list_entries_by_licence on refusal_list_entries (licence_hash) where lifted_at is null;
create index refusal_list_entries_by_time on refusal_list_entries (created_at desc, id desc);

-- What a person on the list said against it, and what an admin decided.
create table refusal_appeals (
  id uuid primary key,
  entry_id uuid not null references refusal_list_entries (id) on delete cascade,
  appeal text not null,
  decision text not null,
  reason text not null,
  decided_by uuid not null references accounts (id) on delete restrict,
  decided_at timestamptz not null,
  constraint refusal_appeal_decision_is_known check (decision in ('kept', 'lifted')),
  constraint refusal_appeal_has_words check (appeal <> '' and reason <> '')
);
create index refusal_appeals_of_entry on refusal_appeals (entry_id, decided_at);

create function refuse_appeal_decided_by_staff() returns trigger language plpgsql as $$
begin
  if not exists (select from accounts where id = new.decided_by and role = 'admin') then
    raise exception 'Only an admin decides on an appeal.'
      using errcode = 'check_violation', constraint = 'refusal_appeal_is_decided_by_an_admin';
  end if;
  return new;
end $$;
create trigger refusal_appeal_is_decided_by_an_admin before insert or update on refusal_appeals
  for each row execute function refuse_appeal_decided_by_staff();

select audit_table('refusal_list_entries', 'id');
select audit_table('refusal_appeals', 'entry_id');
