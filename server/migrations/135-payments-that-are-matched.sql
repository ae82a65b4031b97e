-- Money that staff matched by hand can be undone, above the limit by somebody else than who matched it. Orders whose goods
-- have left owe what such a payment had paid.
alter table payments add column matched_by uuid references accounts (id) on delete restrict;
update payments set matched_by = audit_log.account_id
  from audit_log
  where action = 'POST /api/admin/receipt/:receipt/match' and subject = 'payments' and before is null
    and subject_id = payments.id::text and voided_by is null;
alter table payments drop constraint large_payment_is_voided_by_another;
-- The limit up to which one person alone may send a refund.
alter table payments add constraint large_payment_is_voided_by_another check (
  voided_by is null or amount <= 20000
  or (voided_by is distinct from recorded_by and voided_by is distinct from matched_by)
);
create index ledger_balances_of_owed_orders on ledger_balances (payable_id)
  where payable_type = 'order' and receivable > 0;

do $$
declare
  known text;
begin
  select substring(pg_get_constraintdef(oid) from '^CHECK \((.*)\)$') into strict known
  from pg_constraint where conname = 'listing_history_code_is_known';
  execute format(
    'alter table listing_history drop constraint listing_history_code_is_known,
       add constraint listing_history_code_is_known check (%s or code in (''payment_undone''))',
    known);
end $$;
