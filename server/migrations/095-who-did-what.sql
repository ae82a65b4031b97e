-- What an event of a booking was about, in codes and numbers: an amount, how it was paid, the times of return.
alter table booking_history add column facts jsonb;

-- Why money of a charge goes back: each occasion by its own name.
do $$
declare
  known text;
begin
  select substring(pg_get_constraintdef(oid) from '^CHECK \((.*)\)$') into strict known
  from pg_constraint where conname = 'refund_reason_is_known' and conrelid = 'refunds'::regclass;
  execute format(
    'alter table refunds drop constraint refund_reason_is_known,
       add constraint refund_reason_is_known check (
         %s or reason in (''fine_withdrawn'', ''return_taken_back'', ''reading_corrected''))', known);
end $$;
-- The occasion of a fine's refund is the fine, of a correction the correction.
update refunds set reason = 'fine_withdrawn'
where reason = 'charge_withdrawn' and occasion in (select id::text from traffic_fines);
update refunds set reason = 'reading_corrected'
where reason = 'charge_withdrawn' and occasion in (select id::text from reading_corrections);

-- What one request changed is found together.
create index audit_log_by_request on audit_log (request_id);
