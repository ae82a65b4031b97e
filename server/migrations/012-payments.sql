-- Payments, payment proofs, refunds, transactions that providers reported.

-- Payment proofs: messages of a provider that customers pasted, until staff or the provider confirms the payment.
create table payment_proofs (
  id uuid primary key,
  payable_type text not null,
  payable_id uuid not null,
  listing_id uuid generated always as (case when payable_type = 'listing_period' then payable_id end) stored
    references listings (id) on delete restrict,
  account_id uuid not null references accounts (id) on delete restrict,
  method text not null,
  code text not null,
  -- The amount parsed from the message, if it could be parsed, and the amount that the customer typed.
  amount_read integer,
  amount_typed integer not null,
  paid_at timestamptz,
  recipient text not null default '',
  payer_name text not null,
  payer_phone text not null,
  email text not null,
  -- As pasted, without the customer's balance.
  message text not null,
  -- Codes of what staff should check.
  warnings text[] not null default '{}',
  status text not null default 'waiting',
  -- Why the proof was rejected, or approved without buying what it is for.
  reason text,
  -- What staff wrote to the customer.
  note text not null default '',
  -- What was paid for the payable in all, if it was not enough.
  paid_so_far integer,
  created_at timestamptz not null,
  settled_at timestamptz,
  settled_by uuid references accounts (id) on delete set null,
  -- The price list at the time of the payment, which decides how many months it pays.
  terms jsonb not null,
  constraint payment_proof_status_is_known check (status in ('waiting', 'approved', 'rejected')),
  constraint payment_proof_method_is_known check (method = 'message'),
  constraint payment_proof_reason_is_known check (
    reason in ('refused_by_staff', 'payable_deleted', 'part_paid', 'paid_too_late')
  ),
  constraint rejected_payment_proof_has_a_reason check (status <> 'rejected' or reason is not null),
  constraint part_payment_says_what_was_paid check ((reason is not distinct from 'part_paid') = (paid_so_far is not null)),
  constraint payment_proof_code_is_upper_case check (code = upper(code)),
  constraint payment_proof_amount_is_positive check (amount_read > 0 and amount_typed > 0),
  constraint settled_payment_proof_has_a_time check ((status = 'waiting') = (settled_at is null)),
  constraint payment_proof_is_for_a_known_payable check (listing_id is not null)
);
create index payment_proofs_waiting on payment_proofs (created_at) where status = 'waiting';
create index payment_proofs_by_age on payment_proofs (created_at desc, id desc) where status <> 'approved';
create index payment_proofs_by_code on payment_proofs (code text_pattern_ops);
-- An account has one waiting proof per code.
create unique index waiting_payment_proof_code_is_unique_per_account on payment_proofs (account_id, code)
  where status = 'waiting';
create index payment_proofs_waiting_by_code on payment_proofs (code) where status = 'waiting';
create index payment_proofs_of_payable on payment_proofs (payable_id, created_at desc);

create trigger payment_proof_account_is_open before insert on payment_proofs
  for each row execute function refuse_deleted_account();

-- One row per attempt to collect money.
create table payments (
  id uuid primary key,
  payable_type text not null,
  payable_id uuid not null,
  booking_id uuid generated always as (case when payable_type = 'booking' then payable_id end) stored
    references bookings (id) on delete restrict,
  listing_id uuid generated always as (case when payable_type = 'listing_period' then payable_id end) stored
    references listings (id) on delete restrict,
  order_id uuid generated always as (case when payable_type = 'order' then payable_id end) stored
    references orders (id) on delete restrict,
  deposit_id uuid generated always as (case when payable_type = 'deposit' then payable_id end) stored
    references deposits (id) on delete restrict,
  account_id uuid references accounts (id) on delete restrict,
  payment_proof_id uuid references payment_proofs (id) on delete restrict,
  method text not null,
  amount integer not null,
  amount_received integer,
  terms jsonb,
  -- Whether it pays for more of what was paid for before, such as a longer rental. `terms` then say what that is.
  adds_to_price boolean not null default false,
  phone text not null,
  status text not null,
  outcome text not null default 'waiting',
  -- Why the provider did not collect the money: a code of the contract.
  failure text,
  -- Random last part of the address where the provider reports the result. Null if no provider is asked.
  webhook_secret text,
  -- Set before the request is sent to the provider, so that it is never sent twice.
  requested_at timestamptz,
  -- The reference that was sent with the request. Its payable may have another one since.
  requested_reference text,
  -- From when the payer can be asked again, if the payer had received too many requests.
  retry_at timestamptz,
  -- The provider's code of the payment.
  receipt text,
  -- When the provider is polled next, and how often it was polled.
  next_poll_at timestamptz,
  poll_count integer not null default 0,
  created_at timestamptz not null,
  settled_at timestamptz,
  recorded_by uuid references accounts (id) on delete restrict,
  -- Note of staff about a payment at the counter.
  note text not null default '',
  approved_by uuid references accounts (id) on delete restrict,
  approved_at timestamptz,
  constraint payment_method_is_known check (method in ('stk', 'c2b', 'message', 'cash')),
  constraint payment_status_is_known check (
    status in ('pending', 'processing', 'paid', 'failed', 'expired', 'partial', 'review', 'refunding', 'refunded')
  ),
  constraint payment_amount_is_positive check (amount > 0),
  constraint payment_webhook_secret_is_unique unique (webhook_secret),
  constraint requested_payment_has_a_webhook_secret check (requested_at is null or webhook_secret is not null),
  constraint requested_payment_has_a_reference check ((requested_at is null) = (requested_reference is null)),
  constraint payment_receipt_is_used_once unique (receipt),
  constraint payment_settles_one_payment_proof unique (payment_proof_id),
  constraint payment_has_a_payer check (account_id is not null or payable_type = 'order'),
  constraint cash_payment_names_who_recorded_it check (method <> 'cash' or recorded_by is not null),
  constraint payment_approval_names_a_person check ((approved_by is null) = (approved_at is null)),
  constraint payment_approver_is_a_second_person check (approved_by <> recorded_by),
  constraint payment_is_for_a_known_payable check (num_nonnulls(booking_id, listing_id, order_id, deposit_id) = 1),
  -- The price list that the amount was chosen from, or what is paid for in addition.
  constraint payment_of_a_listing_or_an_addition_has_terms check (
    (payable_type = 'listing_period' or adds_to_price) = (terms is not null)
  )
);
create index payments_to_poll on payments (next_poll_at) where next_poll_at is not null;
create index payments_by_settling on payments (settled_at) where settled_at is not null;
create index payments_to_review on payments (created_at, id) where status in ('review', 'partial');
create index payments_by_phone on payments using gin (phone gin_trgm_ops);
create index payments_by_receipt on payments (receipt text_pattern_ops) where receipt is not null;
create index payments_of_account on payments (account_id, created_at desc, id desc);
create index payments_by_age on payments (created_at desc, id desc) include (status, payable_type, method);
-- For counting the payment requests that a phone number received, for any account and payable.
create index payment_requests_of_phone on payments (phone, created_at) where method = 'stk';
create index payments_of_payable on payments (payable_id, created_at desc);
create index payments_of_booking on payments (booking_id, created_at desc) where booking_id is not null;
create index payments_of_order on payments (order_id, created_at desc) where order_id is not null;
create unique index payable_has_one_payment_under_way on payments (payable_id) where status = 'processing';

create trigger payment_account_is_open before insert on payments
  for each row execute function refuse_deleted_account();

-- M-Pesa's own data about a payment that was requested from a phone (STK push). Only the M-Pesa provider uses it.
create table mpesa_requests (
  payment_id uuid primary key references payments (id) on delete cascade,
  merchant_request_id text,
  checkout_request_id text,
  result_code text,
  result_desc text,
  constraint mpesa_checkout_request_is_unique unique (checkout_request_id),
  constraint mpesa_request_ids_come_together check ((merchant_request_id is null) = (checkout_request_id is null))
);

-- Messages of providers, stored unchanged before they are processed.
create table payment_messages (
  id bigint generated always as identity primary key,
  -- Null if the address matches no payment.
  payment_id uuid references payments (id) on delete set null,
  kind text not null,
  body text not null,
  received_at timestamptz not null,
  status text not null default 'received',
  constraint payment_message_status_is_known check (
    status in (
      'received', 'waiting', 'settled', 'unreadable', 'incomplete', 'other_collection', 'payment_failed', 'unknown_address'
    )
  )
);
create index payment_messages_of_payment on payment_messages (payment_id, id);
create index payment_messages_without_payment on payment_messages (received_at) where payment_id is null;

-- Money owed back to a customer. Staff pays it and records the payment code of the refund.
create table refunds (
  id uuid primary key,
  payable_type text not null,
  payable_id uuid not null,
  booking_id uuid generated always as (case when payable_type = 'booking' then payable_id end) stored
    references bookings (id) on delete restrict,
  listing_id uuid generated always as (case when payable_type = 'listing_period' then payable_id end) stored
    references listings (id) on delete restrict,
  order_id uuid generated always as (case when payable_type = 'order' then payable_id end) stored
    references orders (id) on delete restrict,
  deposit_id uuid generated always as (case when payable_type = 'deposit' then payable_id end) stored
    references deposits (id) on delete restrict,
  -- The payment that was late or paid twice; null if the purchase was cancelled, or for an occasion.
  payment_id uuid references payments (id) on delete restrict,
  -- What goes back apart from a cancellation, where a payable may have several refunds: the id of a
  -- decision about a deposit, of a disputed charge, or of a change of a booking.
  occasion text not null default '',
  amount integer not null,
  -- Why the money goes back, and what the person who decided it wrote.
  reason text not null,
  reason_note text not null default '',
  status text not null default 'due',
  receipt text,
  created_at timestamptz not null,
  sent_at timestamptz,
  approved_by uuid references accounts (id) on delete restrict,
  approved_at timestamptz,
  sent_by uuid references accounts (id) on delete restrict,
  -- How it was paid if there is no payment code.
  sent_note text not null default '',
  constraint refund_amount_is_positive check (amount > 0),
  constraint refund_status_is_known check (status in ('due', 'sent')),
  constraint refund_reason_is_known check (
    reason in (
      'paid_too_late', 'paid_twice', 'given_back', 'cancelled_by_customer', 'cancelled_by_staff', 'no_show',
      'deposit_returned', 'charge_withdrawn', 'booking_changed'
    )
  ),
  constraint refund_receipt_is_used_once unique (receipt),
  constraint refund_approval_names_a_person check ((approved_by is null) = (approved_at is null)),
  constraint sent_refund_names_sender_and_method check (
    (status = 'sent') = (sent_at is not null)
    and (status = 'sent') = (sent_by is not null)
    and (status = 'sent') = (receipt is not null or sent_note <> '')
  ),
  -- The limit is REFUND_ALONE_UP_TO of the contract.
  constraint large_refund_is_approved check (status <> 'sent' or amount <= 20000 or approved_by is not null),
  constraint refund_approver_is_a_second_person check (approved_by <> sent_by),
  constraint refund_is_for_a_known_payable check (num_nonnulls(booking_id, listing_id, order_id, deposit_id) = 1),
  constraint refund_is_owed_once unique nulls not distinct (payable_id, payment_id, occasion)
);
create index refunds_due on refunds (created_at, id) where status = 'due';
create index refunds_sent on refunds (sent_at desc, id desc) where status = 'sent';
create index refunds_of_payment on refunds (payment_id) where payment_id is not null;
create index refunds_of_booking on refunds (booking_id) where booking_id is not null;
create index refunds_of_order on refunds (order_id) where order_id is not null;

-- Payments that a provider reported without a request of ours, such as those to a paybill or till (C2B).
create table provider_transactions (
  receipt text primary key,
  method text not null,
  amount integer not null,
  recipient text not null,
  payer_reference text not null,
  -- Masked or hashed by most providers.
  phone text not null default '',
  payer_name text not null default '',
  paid_at timestamptz,
  body text not null,
  received_at timestamptz not null,
  -- The matching payment, set by triggers; null if none matches.
  payment_id uuid references payments (id) on delete restrict,
  constraint provider_transaction_method_is_known check (method = 'c2b'),
  constraint provider_transaction_receipt_is_upper_case check (receipt = upper(receipt)),
  constraint provider_transaction_amount_is_positive check (amount > 0)
);
create index provider_transactions_by_amount on provider_transactions (amount, paid_at);
create index provider_transactions_unmatched on provider_transactions (received_at desc, receipt) where payment_id is null;
create index provider_transactions_by_age on provider_transactions (received_at);
create index provider_transactions_of_payment on provider_transactions (payment_id) where payment_id is not null;

create function link_payment_of_provider_transaction() returns trigger language plpgsql as $$
begin
  new.payment_id := (select id from payments where receipt = new.receipt);
  return new;
end $$;
create trigger provider_transaction_payment_is_linked before insert on provider_transactions
  for each row execute function link_payment_of_provider_transaction();

create function link_provider_transaction_of_payment() returns trigger language plpgsql as $$
begin
  update provider_transactions set payment_id = new.id where receipt = upper(new.receipt) and payment_id is null;
  return null;
end $$;
create trigger payment_of_provider_transaction_is_linked after insert or update of receipt on payments
  for each row when (new.receipt is not null) execute function link_provider_transaction_of_payment();

-- A payment whose receipt is removed or moved to another payment no longer matches the transaction.
create function unlink_provider_transaction_of_payment() returns trigger language plpgsql as $$
begin
  update provider_transactions set payment_id = null where receipt = upper(old.receipt) and payment_id = old.id;
  return null;
end $$;
create trigger payment_of_provider_transaction_is_unlinked after update of receipt on payments
  for each row when (old.receipt is not null and old.receipt is distinct from new.receipt)
  execute function unlink_provider_transaction_of_payment();

-- Every code of a payment or refund, so that none counts twice. Written by triggers only.
create table payment_codes (
  code text,
  payment_id uuid references payments (id) on delete restrict,
  refund_id uuid references refunds (id) on delete restrict,
  constraint payment_code_is_used_once primary key (code),
  constraint payment_code_is_of_a_payment_or_a_refund check (num_nonnulls(payment_id, refund_id) = 1)
);

-- A second use of a code violates the primary key, also between payments and refunds. A code that a payment no longer
-- has can be used again.
create function save_payment_code_of_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.receipt is distinct from new.receipt then
    delete from payment_codes where code = upper(old.receipt) and payment_id = old.id;
  end if;
  if new.receipt is not null and (tg_op = 'INSERT' or old.receipt is distinct from new.receipt) then
    insert into payment_codes (code, payment_id) values (upper(new.receipt), new.id);
  end if;
  return null;
end $$;
create trigger payment_code_of_payment_is_saved after insert or update of receipt on payments
  for each row execute function save_payment_code_of_payment();

create function save_payment_code_of_refund() returns trigger language plpgsql as $$
begin
  if new.receipt is not null and (tg_op = 'INSERT' or old.receipt is distinct from new.receipt) then
    insert into payment_codes (code, refund_id) values (upper(new.receipt), new.id);
  end if;
  return null;
end $$;
create trigger payment_code_of_refund_is_saved after insert or update of receipt on refunds
  for each row execute function save_payment_code_of_refund();

-- What payments read of a payable. Each noun adds its own select; payments read no other table of a noun.
-- `price_account` is where the money goes that pays its price: a revenue, or the deposits that are held.
create view payables as
  select 'booking'::text as payable_type, id as payable_id, account_id, reference,
    nullif(trim(concat(customer_info ->> 'firstName', ' ', customer_info ->> 'lastName')), '') as payer_name,
    coalesce(customer_info ->> 'phone', '') as payer_phone, final_amount as price, status,
    status in ('pending', 'confirmed', 'active') as is_live, false as is_deleted, created_at,
    search_text, 'revenue:rental'::text as price_account
  from bookings
  union all
  select 'listing_period', id, account_id, 'CAR' || number::text, null, '', null::integer, status,
    deleted_at is null, deleted_at is not null, created_at, null, 'revenue:listing'
  from listings
  union all
  select 'order', id, account_id, 'ORD' || number::text, null, coalesce(address ->> 'phone', ''), amount, status,
    true, false, created_at, null, 'revenue:shop'
  from orders
  union all
  select 'deposit', deposits.id, account_id, 'DEP' || number::text,
    nullif(trim(concat(customer_info ->> 'firstName', ' ', customer_info ->> 'lastName')), ''),
    coalesce(customer_info ->> 'phone', ''), deposits.amount, status, status in ('confirmed', 'active'), false, created_at,
    search_text, 'deposits'
  from deposits join bookings on bookings.id = booking_id;

select audit_table('payment_proofs', 'id');
select audit_table('payments', 'id');
select audit_table('refunds', 'id');
