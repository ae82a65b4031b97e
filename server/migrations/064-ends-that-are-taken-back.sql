-- A refund that was owed for a cancellation which is taken back is owed no more. Its ledger transaction is reversed.
alter table refunds drop constraint refund_status_is_known;
alter table refunds add constraint refund_status_is_known check (status in ('due', 'sent', 'withdrawn'));
-- What was sent, or withdrawn, stays so.
create function refuse_change_of_ended_refund() returns trigger language plpgsql as $$
begin
  raise exception 'a refund that was sent or withdrawn is not withdrawn'
    using errcode = 'check_violation', constraint = 'only_due_refunds_are_withdrawn';
end $$;
create trigger only_due_refunds_are_withdrawn before update of status on refunds
  for each row when ((old.status <> 'due' and new.status = 'withdrawn') or old.status = 'withdrawn')
  execute function refuse_change_of_ended_refund();

do $$
declare
  known text;
begin
  select substring(pg_get_constraintdef(oid) from '^CHECK \((.*)\)$') into strict known
  from pg_constraint where conname = 'booking_history_event_is_known';
  execute format(
    'alter table booking_history drop constraint booking_history_event_is_known,
       add constraint booking_history_event_is_known check (%s or event in (''undoCancel'', ''undoComplete''))', known);
end $$;
