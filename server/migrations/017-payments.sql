-- Payments, payment proofs, refunds, transactions that providers reported, limits of unpaid holds.

-- A statement of the M-Pesa portal that an admin brought in. What it added names it: a file can be written by anybody.
create table payment_statements (
  id uuid primary key,
  imported_by uuid not null references accounts (id) on delete restrict,
  imported_at timestamptz not null,
  -- Of the money that the file names: the first and the last.
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- How many payments it names.
  named integer not null,
  constraint statement_names_money check (named > 0),
  constraint statement_runs_forward check (first_at <= last_at)
);
create index payment_statements_newest on payment_statements (imported_at desc);

select audit_table('payment_statements', 'id');

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
  -- The matching payment, set by triggers; null if none matches. Its foreign key follows `payments`.
  payment_id uuid,
  -- The payable that the payer's reference names, where something was owed for it when the money came.
  owing_payable_id uuid,
  -- A transaction that matches nothing is a payable of its own when its money goes back.
  id uuid not null default gen_random_uuid(),
  -- When it moved, by its provider. No provider reports money of the future.
  moved_at timestamptz not null generated always as (least(coalesce(paid_at, received_at), received_at)) stored,
  -- The statement that added it; null if the provider reported it.
  statement_id uuid references payment_statements (id) on delete restrict,
  constraint provider_transaction_method_is_known check (method = 'c2b'),
  constraint provider_transaction_receipt_is_upper_case check (receipt = upper(receipt)),
  constraint provider_transaction_amount_is_positive check (amount > 0),
  constraint provider_transaction_id_is_unique unique (id)
);
create index provider_transactions_by_amount on provider_transactions (amount, paid_at);
create index provider_transactions_by_age on provider_transactions (received_at);
create index provider_transactions_of_payment on provider_transactions (payment_id) where payment_id is not null;
create index provider_transactions_of_owed on provider_transactions (received_at)
  where payment_id is null and owing_payable_id is not null;
create index provider_transactions_by_day on provider_transactions (moved_at);
create index provider_transactions_unmatched on provider_transactions (moved_at desc, receipt) where payment_id is null;
create index provider_transactions_of_statement on provider_transactions (statement_id) where statement_id is not null;

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

select audit_table('payment_proofs', 'id');

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
  -- Whether it pays what is owed, and nothing is bought with it. What comes in beyond that is owed back.
  pays_owed boolean not null default false,
  -- While tracing is on (docs/decisions/24-memory-is-given-back-at-rest.md): the span in which the row was made, as W3C Trace
  -- Context writes it, so that a provider's callback continues the trace.
  trace_parent text,
  -- Of money that matched nothing and goes back.
  transaction_id uuid generated always as (case when payable_type = 'unmatched' then payable_id end) stored
    references provider_transactions (id) deferrable initially deferred,
  -- The refund that pays for this purchase instead of going back to its customer. Its foreign key follows `refunds`.
  moved_by_refund uuid,
  -- Who said that the money never came.
  voided_by uuid references accounts (id) on delete restrict,
  voided_at timestamptz,
  -- When the money moved, by its provider or as staff says.
  paid_at timestamptz,
  -- Of one without money, when it was asked for: the time that lists show and filter.
  counted_at timestamptz not null generated always as (coalesce(paid_at, created_at)) stored,
  -- Who corrected the amount of a payment that staff had recorded.
  corrected_by uuid references accounts (id) on delete restrict,
  corrected_at timestamptz,
  -- The amount that counted before the last correction.
  corrected_from integer,
  -- Who matched it by hand with money that came.
  matched_by uuid references accounts (id) on delete restrict,
  constraint payment_method_is_known
    check (method in ('stk', 'c2b', 'message', 'cash', 'card', 'bank', 'cheque', 'moved')),
  constraint payment_status_is_known check (
    status in ('pending', 'processing', 'paid', 'failed', 'expired', 'partial', 'review', 'refunding', 'refunded')
  ),
  constraint payment_amount_is_positive check (amount > 0),
  constraint payment_webhook_secret_is_unique unique (webhook_secret),
  constraint requested_payment_has_a_webhook_secret check (requested_at is null or webhook_secret is not null),
  constraint requested_payment_has_a_reference check ((requested_at is null) = (requested_reference is null)),
  constraint payment_receipt_is_used_once unique (receipt),
  constraint payment_settles_one_payment_proof unique (payment_proof_id),
  constraint payment_has_a_payer check (account_id is not null or payable_type in ('order', 'unmatched')),
  constraint payment_approval_names_a_person check ((approved_by is null) = (approved_at is null)),
  constraint payment_approver_is_a_second_person check (approved_by <> recorded_by),
  constraint payment_is_for_a_known_payable
    check (num_nonnulls(booking_id, listing_id, order_id, deposit_id, transaction_id) = 1),
  -- The price list that the amount was chosen from, or what is paid for in addition.
  constraint payment_of_a_listing_or_an_addition_has_terms check (
    (payable_type = 'listing_period' or adds_to_price and not pays_owed) = (terms is not null)
  ),
  constraint what_is_owed_adds_to_the_price check (adds_to_price or not pays_owed),
  constraint payment_trace_is_a_traceparent check (trace_parent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-01$'),
  constraint desk_payment_names_who_recorded_it check (
    method not in ('cash', 'card', 'bank', 'cheque') or recorded_by is not null
  ),
  constraint moved_payment_names_its_refund check ((method = 'moved') = (moved_by_refund is not null)),
  constraint moved_payment_names_who_moved_it check (method <> 'moved' or recorded_by is not null),
  constraint refund_is_moved_once unique (moved_by_refund),
  constraint voided_payment_names_who_voided_it check (
    (outcome = 'voided') = (voided_by is not null) and (voided_by is null) = (voided_at is null)
  ),
  constraint voided_payment_has_failed check (voided_by is null or status = 'failed'),
  -- The limit up to which one person alone may send a refund.
  constraint large_payment_is_voided_by_another check (
    voided_by is null or amount <= 20000
    or (voided_by is distinct from recorded_by and voided_by is distinct from matched_by)
  ),
  constraint payment_with_money_has_its_time check (
    paid_at is not null
    or not (status in ('paid', 'partial', 'refunding', 'refunded') or (status = 'review' and amount_received is not null))
  ),
  constraint corrected_payment_says_by_whom_and_from_what check (
    (corrected_by is null) = (corrected_at is null) and (corrected_by is null) = (corrected_from is null)
  ),
  constraint corrected_payment_was_recorded_by_staff check (corrected_by is null or recorded_by is not null),
  -- The limit up to which one person alone may send a refund.
  constraint large_payment_is_corrected_by_another check (
    corrected_by is null or greatest(amount, corrected_from) <= 20000 or corrected_by is distinct from recorded_by
  )
);
create index payments_to_poll on payments (next_poll_at) where next_poll_at is not null;
create index payments_by_settling on payments (settled_at) where settled_at is not null;
create index payments_by_phone on payments using gin (phone gin_trgm_ops);
create index payments_by_receipt on payments (receipt text_pattern_ops) where receipt is not null;
create index payments_of_account on payments (account_id, created_at desc, id desc);
-- For counting the payment requests that a phone number received, for any account and payable.
create index payment_requests_of_phone on payments (phone, created_at) where method = 'stk';
create index payments_of_payable on payments (payable_id, created_at desc);
create index payments_of_booking on payments (booking_id, created_at desc) where booking_id is not null;
create index payments_of_order on payments (order_id, created_at desc) where order_id is not null;
create unique index payable_has_one_payment_under_way on payments (payable_id) where status = 'processing';
create index payments_by_age on payments (counted_at desc, id desc) include (status, payable_type, method);
create index payments_to_review on payments (counted_at, id) where status in ('review', 'partial');
create index payments_told_by_staff on payments (counted_at, id)
  where recorded_by is not null and approved_by is null and method in ('stk', 'c2b', 'message');
create index payments_with_lost_answer on payments (counted_at, id) where outcome = 'answer_lost';

-- The payment that a transaction matches.
alter table provider_transactions add foreign key (payment_id) references payments (id) on delete restrict;

create trigger payment_account_is_open before insert on payments
  for each row execute function refuse_deleted_account();

select audit_table('payments', 'id');

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

create function sum_of(numbers integer[]) returns bigint language sql immutable as $$
  select coalesce(sum(number), 0) from unnest(numbers) as number
$$;

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
  transaction_id uuid generated always as (case when payable_type = 'unmatched' then payable_id end) stored
    references provider_transactions (id) deferrable initially deferred,
  -- How it was sent and on which day: the account of the ledger that it left.
  method text,
  sent_on date,
  -- Who, besides its sender, saw it on the statement of M-Pesa.
  confirmed_by uuid references accounts (id) on delete restrict,
  confirmed_at timestamptz,
  -- A refund by M-Pesa may go to several numbers, in a transfer each: `receipt` is the code of the first, and the amounts are
  -- in the order of the codes. Both are empty where one transfer took all.
  other_receipts text[] not null default '{}',
  transfer_amounts integer[] not null default '{}',
  -- The payment because of which more than is owed goes back.
  came_with uuid references payments,
  constraint refund_amount_is_positive check (amount > 0),
  constraint refund_status_is_known check (status in ('due', 'sent', 'withdrawn')),
  constraint refund_reason_is_known check (
    reason in (
      'paid_too_late', 'paid_twice', 'given_back', 'cancelled_by_customer', 'cancelled_by_staff', 'no_show',
      'deposit_returned', 'charge_withdrawn', 'booking_changed', 'more_than_owed', 'fine_withdrawn', 'return_taken_back',
      'reading_corrected', 'sold_out', 'listing_deleted', 'pieces_taken_off'
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
  constraint refund_is_for_a_known_payable
    check (num_nonnulls(booking_id, listing_id, order_id, deposit_id, transaction_id) = 1),
  constraint refund_is_owed_once unique nulls not distinct (payable_id, payment_id, occasion),
  constraint refund_method_is_known check (method in ('mpesa', 'cash', 'card', 'bank', 'cheque', 'moved')),
  constraint sent_refund_says_how_and_when check (
    (status = 'sent') = (method is not null) and (status = 'sent') = (sent_on is not null)
  ),
  constraint mpesa_refund_has_its_code check (method is null or (method = 'mpesa') = (receipt is not null)),
  constraint refund_is_not_sent_before_it_is_due check (
    sent_on >= (created_at at time zone 'Africa/Nairobi')::date
  ),
  constraint refund_is_not_sent_in_the_future check (sent_on <= (sent_at at time zone 'Africa/Nairobi')::date),
  constraint payout_is_confirmed_by_another check (
    confirmed_by is null or (method = 'mpesa' and confirmed_by <> sent_by)
  ),
  constraint payout_confirmation_names_a_person check ((confirmed_by is null) = (confirmed_at is null)),
  constraint transfers_make_up_the_refund check (
    case when other_receipts = '{}' then transfer_amounts = '{}'
      else coalesce(
        method = 'mpesa' and 0 < all (transfer_amounts) and array_position(other_receipts, null) is null
          and cardinality(transfer_amounts) = cardinality(other_receipts) + 1 and sum_of(transfer_amounts) = amount,
        false)
    end),
  constraint refund_of_surplus_came_with_a_payment check (came_with is null or reason = 'more_than_owed')
);
create index refunds_due on refunds (created_at, id) where status = 'due';
create index refunds_sent on refunds (sent_at desc, id desc) where status = 'sent';
create index refunds_of_payment on refunds (payment_id) where payment_id is not null;
create index refunds_of_booking on refunds (booking_id) where booking_id is not null;
create index refunds_of_order on refunds (order_id) where order_id is not null;
create index refunds_by_day on refunds (sent_on) where sent_on is not null;
create index refunds_by_what_they_came_with on refunds (came_with) where came_with is not null;
create index refunds_by_sender on refunds (sent_by, sent_at) where sent_by is not null;

-- The refund that pays for a purchase instead of going back to its customer.
alter table payments
  add foreign key (moved_by_refund) references refunds (id) deferrable initially deferred;

-- What was sent, or withdrawn, stays so.
create function refuse_change_of_ended_refund() returns trigger language plpgsql as $$
begin
  raise exception 'a refund that was sent or withdrawn is not withdrawn'
    using errcode = 'check_violation', constraint = 'only_due_refunds_are_withdrawn';
end $$;
create trigger only_due_refunds_are_withdrawn before update of status on refunds
  for each row when ((old.status <> 'due' and new.status = 'withdrawn') or old.status = 'withdrawn')
  execute function refuse_change_of_ended_refund();

-- What one person sends back alone in a day of Nairobi has a sum. Above it somebody else sends, or an admin agrees to a large one.
-- What pays for another purchase instead has left no account of ours. The limit is REFUNDS_ALONE_A_DAY of the contract.
create function limit_refunds_of_a_day() returns trigger language plpgsql as $$
begin
  -- Two refunds at the same moment would not see each other.
  perform pg_advisory_xact_lock(hashtextextended('refunds sent by ' || new.sent_by, 0));
  if (
    select sum(amount) from refunds
    where sent_by = new.sent_by and approved_by is null and method <> 'moved'
      and sent_at >= date_trunc('day', new.sent_at, 'Africa/Nairobi')
      and sent_at < date_trunc('day', new.sent_at, 'Africa/Nairobi') + interval '1 day'
  ) > 100000 then
    raise exception 'One person would send back more in a day than is allowed.'
      using errcode = 'check_violation', constraint = 'refunds_of_a_day_are_limited';
  end if;
  return null;
end $$;
create trigger refunds_of_a_day_are_limited
  after insert or update of status, sent_by, sent_at, method, amount, approved_by on refunds
  for each row when (new.status = 'sent' and new.approved_by is null and new.method <> 'moved')
  execute function limit_refunds_of_a_day();

select audit_table('refunds', 'id');

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

-- Each code counts once, between payments and refunds as well.
create function save_payment_codes_of_transfers() returns trigger language plpgsql as $$
begin
  insert into payment_codes (code, refund_id) select upper(code), new.id from unnest(new.other_receipts) as code;
  return null;
end $$;
create trigger payment_codes_of_transfers_are_saved after update of other_receipts on refunds
  for each row when (old.other_receipts is distinct from new.other_receipts)
  execute function save_payment_codes_of_transfers();

-- What payments read of a payable. Each noun adds its own select; payments read no other table of a noun.
-- `price_account` is where the money goes that pays its price: a revenue, or the deposits that are held.
-- A booking that staff makes at the counter for somebody without an account is kept under the account of whoever typed it:
-- neither that person's name nor address belongs to it. A visitor's order and a sale at the counter have the name that staff
-- typed.
create view payables as
  select 'booking'::text as payable_type, id as payable_id, account_id, reference,
    nullif(trim(concat(customer_info ->> 'firstName', ' ', customer_info ->> 'lastName')), '') as payer_name,
    coalesce(customer_info ->> 'phone', '') as payer_phone, final_amount as price, status,
    status in ('pending', 'confirmed', 'active') as is_live, false as is_deleted, created_at,
    search_text, 'revenue:rental'::text as price_account,
    booked_by is not distinct from account_id as at_counter,
    coalesce(customer_info ->> 'email', '') as payer_email
  from bookings
  union all
  select 'listing_period', id, account_id, 'CAR' || number::text, null, '', null::integer, status,
    deleted_at is null, deleted_at is not null, created_at, null, 'revenue:listing', false, ''
  from listings
  union all
  select 'order', id, account_id, 'ORD' || number::text,
    nullif(trim(concat(address ->> 'firstName', ' ', address ->> 'lastName')), ''),
    coalesce(address ->> 'phone', ''), amount, status,
    true, false, created_at, null, 'revenue:shop', account_id is null, coalesce(address ->> 'email', '')
  from orders
  union all
  select 'deposit', deposits.id, account_id, 'DEP' || number::text,
    nullif(trim(concat(customer_info ->> 'firstName', ' ', customer_info ->> 'lastName')), ''),
    coalesce(customer_info ->> 'phone', ''), deposits.amount, status, status in ('confirmed', 'active'), false, created_at,
    search_text, 'deposits', booked_by is not distinct from account_id, coalesce(customer_info ->> 'email', '')
  from deposits join bookings on bookings.id = booking_id
  union all
  -- A hashed number says nothing to whoever sends the money back.
  select 'unmatched', id, null, receipt, nullif(payer_name, ''),
    case when phone ~ '^[0-9 *+]+$' then phone else '' end, amount, 'unmatched',
    false, false, received_at, null, null, true, ''
  from provider_transactions;

-- A booking that staff types at the counter for somebody without an account is kept under the account of whoever typed it, and
-- so are its payments. They are not what that person paid.
create function was_taken_at_counter(payment payments) returns boolean language sql stable as $$
  select exists (
    select from bookings where id = coalesce(
        payment.booking_id, (select deposits.booking_id from deposits where deposits.id = payment.deposit_id)
      ) and booked_by = account_id
  )
$$;

-- An M-Pesa code that staff typed counts before M-Pesa reports it. Until then nobody but one person says that the money came.
-- The queue, its tile and the differences of a day read it. A payment leaves it when M-Pesa reports its code, or when a
-- second person has approved it.
create view unreported_payments as
  select p.id, p.payable_id, p.created_at, p.settled_at
  from payments as p
  where p.recorded_by is not null and p.approved_by is null and p.method in ('stk', 'c2b', 'message')
    and (
      p.status in ('paid', 'partial', 'refunding', 'refunded')
      or (p.status = 'review' and p.amount_received is not null)
    )
    and not exists (select from provider_transactions where provider_transactions.payment_id = p.id);

-- A request to a phone whose answer was lost may have been paid, although nobody has reported its money. It waits for staff.
-- The queue and its tile read it. A request leaves it when its money comes, when money that no phone was asked for has come
-- for the same purchase after it, or when staff says that there was none.
create view lost_answers as
  select p.id from payments as p
  where p.outcome = 'answer_lost' and not exists (
    select from payments as found
    where found.payable_id = p.payable_id and found.requested_at is null and found.created_at >= p.created_at
      and found.status in ('paid', 'partial', 'review', 'refunding', 'refunded')
  );

-- Origin of unpaid bookings and orders, to limit what one account, phone number and network hold without paying.
-- Networks and phone numbers are stored as keyed hashes only. Rows are deleted after 72 hours.
create table hold_origins (
  booking_id uuid references bookings (id) on delete cascade,
  order_id uuid references orders (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  network text not null,
  phones text[] not null,
  made_at timestamptz not null,
  -- A keyed hash of the phone number, the mailbox or the mail domain that the customer proved, by which such holds are
  -- counted instead of by network. Null: proved nothing.
  person text,
  constraint hold_origin_is_of_a_booking_or_an_order check (num_nonnulls(booking_id, order_id) = 1),
  constraint booking_has_one_hold_origin unique (booking_id),
  constraint order_has_one_hold_origin unique (order_id)
);
create index hold_origins_of_account on hold_origins (account_id);
create index hold_origins_of_network on hold_origins (network);
create index hold_origins_of_phone on hold_origins using gin (phones);
create index hold_origins_by_age on hold_origins (made_at);
create index hold_origins_of_person on hold_origins (person) where person is not null;
