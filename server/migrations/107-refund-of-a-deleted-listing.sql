-- A seller deletes a listing that was paid for and never shown: the money goes back.
do $$
declare
  known text;
begin
  select substring(pg_get_constraintdef(oid) from '^CHECK \((.*)\)$') into strict known
  from pg_constraint where conname = 'refund_reason_is_known' and conrelid = 'refunds'::regclass;
  execute format(
    'alter table refunds drop constraint refund_reason_is_known,
       add constraint refund_reason_is_known check (%s or reason = ''listing_deleted'')', known);
end $$;
