-- A payment that was recorded on the wrong order is taken back: the order waits for its money again.
do $$
declare
  known text;
begin
  select substring(pg_get_constraintdef(oid) from '^CHECK \((.*)\)$') into strict known
  from pg_constraint where conname = 'order_history_event_is_known';
  execute format(
    'alter table order_history drop constraint order_history_event_is_known,
       add constraint order_history_event_is_known check (%s or event in (''unpay''))', known);
end $$;
