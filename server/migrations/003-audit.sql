-- Audit log: what staff changed, viewed and exported.

-- Changes by staff: one row for each changed row, written by triggers, so that no code path can omit it.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  account_id uuid not null references accounts (id) on delete restrict,
  -- The same for all rows of one request.
  request_id text not null,
  -- The route, as it is named in the contract.
  action text not null,
  reason text not null default '',
  -- The table and the key of the changed row.
  subject text not null,
  subject_id text not null,
  -- Only the columns that differ. `before` is null for an inserted row, `after` for a deleted one.
  before jsonb,
  after jsonb,
  search_text text not null
    generated always as (
      lower(subject_id || ' ' || reason || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, ''))
    ) stored,
  constraint audit_row_has_a_change check (before is not null or after is not null)
);
create index audit_log_by_time on audit_log (at desc, id desc);
create index audit_log_by_staff on audit_log (account_id, at desc);
create index audit_log_by_subject on audit_log (subject, subject_id, at desc);
create index audit_log_by_action on audit_log (action, at desc);
create index audit_log_by_words on audit_log using gin (search_text gin_trgm_ops);
-- What one request changed is found together.
create index audit_log_by_request on audit_log (request_id);

-- The audit log is append-only. Only personal data may be blanked, by the functions below, after an account is deleted.
create function refuse_audit_log_change() returns trigger language plpgsql as $$
declare
  personal text[] := array['before', 'after', 'reason', 'search_text'];
begin
  if tg_op = 'UPDATE' and coalesce(current_setting('twende.blanking_audit', true), '') = 'yes'
    and to_jsonb(new) - personal = to_jsonb(old) - personal then
    return new;
  end if;
  raise exception 'The audit log is only ever added to.' using errcode = 'restrict_violation';
end $$;
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_audit_log_change();

-- The transaction of a staff request sets `twende.staff_action`: account, request, route, time and reason.
create function write_audit() returns trigger language plpgsql as $$
declare
  action jsonb := current_setting('twende.staff_action')::jsonb;
  -- Secrets and derived columns are left out.
  hidden text[] := array[
    'password_hash', 'webhook_secret', 'request_hash', 'idempotency_key', 'search_text', 'updated_at', 'insured',
    'inspected', 'only_recorded_cars', 'token_hash', 'calendar_url', 'busy', 'trace_parent'
  ];
  was jsonb;
  is_now jsonb;
begin
  if tg_op <> 'INSERT' then was := to_jsonb(old) - hidden; end if;
  if tg_op <> 'DELETE' then is_now := to_jsonb(new) - hidden; end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, was -> key), jsonb_object_agg(key, is_now -> key) into was, is_now
      from jsonb_object_keys(is_now) as key where was -> key is distinct from is_now -> key;
    if is_now is null then return null; end if;
  end if;
  insert into audit_log (at, account_id, request_id, action, reason, subject, subject_id, before, after)
  values (
    (action ->> 'at')::timestamptz, (action ->> 'account')::uuid, action ->> 'request', action ->> 'route',
    coalesce(action ->> 'reason', ''), tg_table_name, coalesce(to_jsonb(new), to_jsonb(old)) ->> tg_argv[0], was, is_now
  );
  return null;
end $$;

-- Records the changes of a table in the audit log. `key` is the column that identifies a row.
create function audit_table(name text, key text) returns void language plpgsql as $$
begin
  execute format(
    'create trigger audited after insert or update or delete on %I for each row '
    'when (coalesce(current_setting(''twende.staff_action'', true), '''') <> '''') execute function write_audit(%L)',
    name, key
  );
end $$;

-- Replaces the values of the personal keys with "[deleted]".
create function blank_personal_keys(document jsonb, personal text[]) returns jsonb language sql immutable as $$
  select coalesce(
    jsonb_object_agg(key, case when key = any(personal) and value <> 'null' then '"[deleted]"' else value end), document
  )
  from jsonb_each(document)
$$;

-- The columns of a table that hold personal data.
create function personal_audit_fields(of_subject text) returns text[] language sql immutable as $$
  select case of_subject
    when 'accounts' then array['name', 'email', 'phone']
    when 'account_notes' then array['note']
    when 'bookings' then array[
      'customer_info', 'payer_phone', 'special_requests', 'driver_notes', 'cancellation_reason', 'delivery_address',
      'collection_address'
    ]
    when 'listings' then
      array['description', 'service_history', 'specs', 'features', 'contact_phone', 'contact_email', 'warnings', 'checked_seller_name']
    when 'orders' then array['address', 'dispatch_note', 'cancellation_reason']
    when 'payments' then array['phone', 'note']
    when 'payment_proofs' then array['payer_name', 'payer_phone', 'email', 'message', 'warnings']
    when 'refunds' then array['reason_note', 'sent_note']
    when 'contact_messages' then array['name', 'email', 'message']
    else '{}'::text[]
  end
$$;

-- Blanks personal data in the audit log of these rows, and the reasons that staff gave in the same requests. The
-- program may not change the log itself, so this function runs with the rights of the owner.
create function blank_audit(of_subject text, of_ids text[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('twende.blanking_audit', 'yes', true);
  update audit_log set
    before = blank_personal_keys(before, personal_audit_fields(of_subject)),
    after = blank_personal_keys(after, personal_audit_fields(of_subject))
  where subject = of_subject and subject_id = any(of_ids);
  update audit_log set reason = ''
  from (
    select distinct at, request_id from audit_log where subject = of_subject and subject_id = any(of_ids)
  ) as done
  where audit_log.at = done.at and audit_log.request_id = done.request_id and audit_log.reason <> '';
  perform set_config('twende.blanking_audit', '', true);
end $$;
revoke execute on function blank_audit(text, text[]) from public;

-- Blanks personal data of payers in audit rows older than `written_before`, `most` rows at a time in order of id.
-- Returns the last id, or null when none is left.
create function blank_payers_in_audit(of_subject text, written_before timestamptz, after_id bigint, most integer)
returns bigint language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  personal text[] := personal_audit_fields(of_subject);
  last_id bigint;
begin
  if of_subject not in ('payments', 'payment_proofs', 'refunds') then
    raise exception '% is not about money', of_subject;
  end if;
  perform set_config('twende.blanking_audit', 'yes', true);
  with blanked as (
    update audit_log set
      before = blank_personal_keys(before, personal), after = blank_personal_keys(after, personal), reason = ''
    where id in (
      select id from audit_log
      where subject = of_subject and at < written_before and id > after_id
        and (reason <> '' or (before, after) is distinct from
          (blank_personal_keys(before, personal), blank_personal_keys(after, personal)))
      order by id limit most
    )
    returning id
  )
  select max(id) into last_id from blanked;
  perform set_config('twende.blanking_audit', '', true);
  return last_id;
end $$;
revoke execute on function blank_payers_in_audit(text, timestamptz, bigint, integer) from public;

-- Which personal data staff viewed or exported. Repeated views within ten minutes are one row.
create table access_records (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  account_id uuid not null references accounts (id) on delete restrict,
  request_id text not null,
  -- The route, as it is named in the contract.
  action text not null,
  -- Id of the account, booking, order, listing or payment; empty for a list.
  subject_id text not null default '',
  -- Filters of the list. Search words are shortened, as they may name a person.
  filter jsonb not null default '{}',
  -- Number of rows returned.
  row_count integer not null,
  -- Hash of account, subject and ten-minute window.
  once text not null,
  constraint access_is_recorded_once unique (once),
  constraint row_count_is_not_negative check (row_count >= 0)
);
create index access_records_by_staff on access_records (account_id, id desc);
create index access_records_by_subject on access_records (subject_id, id desc) where subject_id <> '';
create index access_records_by_action on access_records (action, id desc);
create index access_records_by_time on access_records (at desc);

-- Deletes records past their retention period. Records of the last 365 days are never deleted, whatever the argument.
create function remove_old_access_records(older_than timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from access_records where at < least(older_than, clock_timestamp() - interval '365 days')
$$;
revoke execute on function remove_old_access_records(timestamptz) from public;

select audit_table('accounts', 'id');
select audit_table('account_notes', 'account_id');
