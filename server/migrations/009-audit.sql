-- What staff changed: one row a changed row, written by triggers, so that no verb can forget it.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  account_id uuid not null references accounts (id) on delete restrict,
  -- All rows of one request belong together.
  request_id text not null,
  -- The contract's name of the route.
  action text not null,
  reason text not null default '',
  -- The table and the key of the changed row.
  subject text not null,
  subject_id text not null,
  -- Only what differs; null where the row was not there before, or is not there afterwards.
  before jsonb,
  after jsonb,
  search_text text not null
    generated always as (lower(subject_id || ' ' || reason || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, ''))) stored,
  constraint audit_says_what_changed check (before is not null or after is not null)
);
create index audit_log_by_time on audit_log (at desc, id desc);
create index audit_log_by_staff on audit_log (account_id, at desc);
create index audit_log_by_subject on audit_log (subject, subject_id, at desc);
create index audit_log_by_action on audit_log (action, at desc);
create index audit_log_by_words on audit_log using gin (search_text gin_trgm_ops);

-- What was done stays written.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only ever added to.' using errcode = 'restrict_violation';
end $$;
create trigger audit_log_is_kept before update or delete on audit_log
  for each row execute function refuse_change();

-- `twende.staff_action` is set by the transaction of a staff request: who, which request, which route, when and why.
create function write_audit() returns trigger language plpgsql as $$
declare
  action jsonb := current_setting('twende.staff_action')::jsonb;
  -- Secrets and what is derived; nobody may read these, and they tell nothing.
  hidden text[] := array[
    'password_hash', 'token_version', 'callback_secret', 'request_hash', 'idempotency_key', 'search_text', 'updated_at'
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

-- Keeps the changes of a table, known by the column `key`.
create function audit_table(name text, key text) returns void language plpgsql as $$
begin
  execute format(
    'create trigger audited after insert or update or delete on %I for each row '
    'when (coalesce(current_setting(''twende.staff_action'', true), '''') <> '''') execute function write_audit(%L)',
    name, key
  );
end $$;

select audit_table(name, key) from (values
  ('accounts', 'id'), ('cars', 'id'), ('car_pictures', 'car_id'), ('car_blocks', 'id'), ('bookings', 'id'),
  ('payments', 'id'), ('refunds', 'id'), ('listings', 'id'), ('categories', 'id'), ('locations', 'id'),
  ('services', 'id'), ('banners', 'id')
) as audited (name, key);
