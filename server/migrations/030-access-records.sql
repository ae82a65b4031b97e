-- The running program may only add to the audit log (server/src/db/program-role.ts). What the law wants blanked is
-- blanked by these functions, which run with the rights of the owner and can do nothing else to the log.

-- Which words of the log are a person's own. Who did what to which row, and when, is not.
create function personal_audit_fields(of_subject text) returns text[] language sql immutable as $$
  select case of_subject
    when 'accounts' then array['name', 'email', 'phone']
    when 'account_notes' then array['note']
    when 'bookings' then
      array['customer_info', 'mpesa_number', 'special_requests', 'driver_notes', 'cancellation_reason']
    when 'listings' then
      array['description', 'service_history', 'specs', 'features', 'contact_phone', 'contact_email', 'warnings']
    when 'orders' then array['address', 'dispatch_note', 'cancellation_reason']
    when 'payments' then array['phone', 'note']
    when 'mpesa_claims' then array['payer_name', 'payer_phone', 'email', 'message', 'warnings']
    when 'refunds' then array['reason', 'sent_note']
    when 'contact_messages' then array['name', 'email', 'message']
    else '{}'::text[]
  end
$$;

-- Blanks what people told us in these rows, and why staff did what it did in the same requests.
create function blank_audit(of_subject text, of_ids text[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('twende.forgetting', 'yes', true);
  update audit_log set
    before = without_personal(before, personal_audit_fields(of_subject)),
    after = without_personal(after, personal_audit_fields(of_subject))
  where subject = of_subject and subject_id = any(of_ids);
  update audit_log set reason = ''
  from (
    select distinct at, request_id from audit_log where subject = of_subject and subject_id = any(of_ids)
  ) as done
  where audit_log.at = done.at and audit_log.request_id = done.request_id and audit_log.reason <> '';
  perform set_config('twende.forgetting', '', true);
end $$;

-- Blanks who paid, in what was written about money before `written_before`: some rows at a time, in the order of their
-- ids. Answers the last id, or null when none is left.
create function blank_payers_in_audit(of_subject text, written_before timestamptz, after_id bigint, most integer)
returns bigint language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  personal text[] := personal_audit_fields(of_subject);
  last_id bigint;
begin
  if of_subject not in ('payments', 'mpesa_claims', 'refunds') then
    raise exception '% is not about money', of_subject;
  end if;
  perform set_config('twende.forgetting', 'yes', true);
  with blanked as (
    update audit_log set
      before = without_personal(before, personal), after = without_personal(after, personal), reason = ''
    where id in (
      select id from audit_log
      where subject = of_subject and at < written_before and id > after_id
        and (reason <> '' or (before, after) is distinct from
          (without_personal(before, personal), without_personal(after, personal)))
      order by id limit most
    )
    returning id
  )
  select max(id) into last_id from blanked;
  perform set_config('twende.forgetting', '', true);
  return last_id;
end $$;

-- What staff looked at and took out as a file: one row a look, and one for repeated looks within some minutes.
create table access_records (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  account_id uuid not null references accounts (id) on delete restrict,
  request_id text not null,
  -- The contract's name of the route.
  action text not null,
  -- Which account, booking, order, listing or payment; empty for a list.
  subject_id text not null default '',
  -- What a list was narrowed to. Words that were searched for are shortened, as they may name a person.
  filter jsonb not null default '{}',
  -- How many rows were answered.
  row_count integer not null,
  -- A hash of who looked at what, and when by the ten minutes.
  once text not null,
  constraint access_is_recorded_once unique (once),
  constraint row_count_is_not_negative check (row_count >= 0)
);
create index access_records_by_staff on access_records (account_id, id desc);
create index access_records_by_subject on access_records (subject_id, id desc) where subject_id <> '';
create index access_records_by_action on access_records (action, id desc);
create index access_records_by_time on access_records (at desc);

-- Removes what is older than its term. Nothing younger than a year can be removed, whatever the program asks for.
create function remove_old_access_records(older_than timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from access_records where at < least(older_than, clock_timestamp() - interval '365 days')
$$;

revoke execute on function blank_audit(text, text[]) from public;
revoke execute on function blank_payers_in_audit(text, timestamptz, bigint, integer) from public;
revoke execute on function remove_old_access_records(timestamptz) from public;
