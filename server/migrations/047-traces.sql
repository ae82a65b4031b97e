-- While tracing is on (docs/decisions/24-memory-is-given-back-at-rest.md): the span in which a row was made, as W3C Trace Context
-- writes it, so that a provider's callback or the delivery of a notification continues the trace.
alter table payments
  add column trace_parent text,
  add constraint payment_trace_is_a_traceparent check (trace_parent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-01$');
alter table notifications
  add column trace_parent text,
  add constraint notification_trace_is_a_traceparent check (trace_parent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-01$');

-- As before, and without the trace.
create or replace function write_audit() returns trigger language plpgsql as $$
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
