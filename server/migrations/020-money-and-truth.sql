-- A visitor's order by WhatsApp has no account, and its money stands in the books all the same.
alter table payments
  alter column account_id drop not null,
  add constraint payment_has_a_payer check (account_id is not null or purpose = 'order');
