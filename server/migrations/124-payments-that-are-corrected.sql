-- Staff corrects the amount of a payment that staff had approved by hand.
alter table payments
  add column corrected_by uuid references accounts (id) on delete restrict,
  add column corrected_at timestamptz,
  -- The amount that counted before the last correction.
  add column corrected_from integer,
  add constraint corrected_payment_says_by_whom_and_from_what check (
    (corrected_by is null) = (corrected_at is null) and (corrected_by is null) = (corrected_from is null)
  ),
  add constraint corrected_payment_was_recorded_by_staff check (corrected_by is null or recorded_by is not null),
  -- The limit up to which one person alone may send a refund.
  add constraint large_payment_is_corrected_by_another check (
    corrected_by is null or greatest(amount, corrected_from) <= 20000 or corrected_by is distinct from recorded_by
  );

do $$
declare
  known text;
begin
  select substring(pg_get_constraintdef(oid) from '^CHECK \((.*)\)$') into strict known
  from pg_constraint where conname = 'listing_history_code_is_known';
  execute format(
    'alter table listing_history drop constraint listing_history_code_is_known,
       add constraint listing_history_code_is_known check (%s or code in (''payment_corrected'', ''days_taken_back''))',
    known);
end $$;
