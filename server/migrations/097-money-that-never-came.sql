-- Staff says that a payment never came whose code somebody typed and M-Pesa never reported.

alter table payments
  add column voided_by uuid references accounts (id) on delete restrict,
  add column voided_at timestamptz,
  add constraint voided_payment_names_who_voided_it check (
    (outcome = 'voided') = (voided_by is not null) and (voided_by is null) = (voided_at is null)
  ),
  add constraint voided_payment_has_failed check (voided_by is null or status = 'failed'),
  -- The limit up to which one person alone may send a refund.
  add constraint large_payment_is_voided_by_another check (
    voided_by is null or amount <= 20000 or voided_by is distinct from recorded_by
  );

do $$
declare
  known text;
begin
  select substring(pg_get_constraintdef(oid) from '^CHECK \((.*)\)$') into strict known
  from pg_constraint where conname = 'booking_history_event_is_known';
  execute format(
    'alter table booking_history drop constraint booking_history_event_is_known,
       add constraint booking_history_event_is_known check (%s or event in (''voidPayment''))', known);
end $$;
