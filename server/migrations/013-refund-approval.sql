-- Money that goes back takes two people above a limit, and says how it went.
alter table refunds
  add column approved_by uuid references accounts (id) on delete restrict,
  add column approved_at timestamptz,
  add column sent_by uuid references accounts (id) on delete restrict,
  -- How it was given back where M-Pesa did not carry it.
  add column sent_note text not null default '',
  add constraint refund_approval_has_a_person check ((approved_by is null) = (approved_at is null)),
  add constraint refund_sent_says_how check (
    (status = 'sent') = (sent_at is not null)
    and (status = 'sent') = (sent_by is not null)
    and (status = 'sent') = (receipt is not null or sent_note <> '')
  ),
  -- The contract's REFUND_ALONE_UP_TO.
  add constraint refund_of_much_is_approved check (status <> 'sent' or amount <= 20000 or approved_by is not null),
  add constraint refund_takes_two_people check (approved_by <> sent_by);
create index refunds_due on refunds (created_at, id) where status = 'due';
create index refunds_sent on refunds (sent_at desc, id desc) where status = 'sent';
create index refunds_of_payment on refunds (payment_id) where payment_id is not null;

-- Which payment the money became; triggers keep it, so that what matches nothing is found at once.
alter table mpesa_inbox add column payment_id uuid references payments (id) on delete restrict;
update mpesa_inbox set payment_id = payments.id from payments where upper(payments.receipt) = mpesa_inbox.receipt;
create index inbox_unmatched on mpesa_inbox (received_at desc, receipt) where payment_id is null;
create index inbox_by_age on mpesa_inbox (received_at);

create function note_payment_of_inbox() returns trigger language plpgsql as $$
begin
  new.payment_id := (select id from payments where receipt = new.receipt);
  return new;
end $$;
create trigger inbox_payment before insert on mpesa_inbox
  for each row execute function note_payment_of_inbox();

create function note_inbox_of_payment() returns trigger language plpgsql as $$
begin
  update mpesa_inbox set payment_id = new.id where receipt = upper(new.receipt) and payment_id is null;
  return null;
end $$;
create trigger payment_inbox after insert or update of receipt on payments
  for each row when (new.receipt is not null) execute function note_inbox_of_payment();

-- Payments as staff looks for them.
create index payments_by_age on payments (created_at desc, id desc);
create index payments_by_settling on payments (settled_at) where settled_at is not null;
create index payments_to_look_at on payments (created_at, id) where status in ('review', 'partial');
create index payments_of_account on payments (account_id);
create index payments_by_phone on payments using gin (phone gin_trgm_ops);
create index payments_by_receipt on payments (receipt text_pattern_ops) where receipt is not null;
create index claims_by_age on mpesa_claims (created_at desc, id desc) where status <> 'approved';
create index claims_by_code on mpesa_claims (code text_pattern_ops);
create index accounts_by_payer_name on accounts using gin (lower(name) gin_trgm_ops);
