-- What is owed for a booking is paid by money that comes under its number, and kept from the deposit when that goes back.

alter table provider_transactions
  -- The payable that the payer's reference names, where something was owed for it when the money came.
  add column owing_payable_id uuid;
create index provider_transactions_of_owed on provider_transactions (received_at)
  where payment_id is null and owing_payable_id is not null;
