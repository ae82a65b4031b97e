-- What is owed back to a customer may pay for something else of theirs, and money that matched nothing goes back to whoever
-- paid it.

alter table ledger_transactions
  drop constraint ledger_transaction_kind_is_known,
  add constraint ledger_transaction_kind_is_known check (
    kind in (
      'money_received', 'money_assigned', 'money_accepted', 'money_set_aside', 'price_paid', 'price_unpaid', 'charged',
      'charge_reduced', 'refund_owed', 'refund_paid', 'money_moved', 'deposit_kept', 'deposit_released', 'receipt_corrected',
      'money_lost', 'reversed'
    )
  );

-- A reported transaction that matches nothing is a payable of its own when its money goes back.
alter table provider_transactions
  add column id uuid not null default gen_random_uuid(),
  add constraint provider_transaction_id_is_unique unique (id);

alter table payments
  add column transaction_id uuid generated always as (case when payable_type = 'unmatched' then payable_id end) stored
    references provider_transactions (id) deferrable initially deferred,
  -- The refund that pays for this purchase instead of going back to its customer.
  add column moved_by_refund uuid references refunds (id) deferrable initially deferred,
  drop constraint payment_is_for_a_known_payable,
  add constraint payment_is_for_a_known_payable
    check (num_nonnulls(booking_id, listing_id, order_id, deposit_id, transaction_id) = 1),
  drop constraint payment_has_a_payer,
  add constraint payment_has_a_payer check (account_id is not null or payable_type in ('order', 'unmatched')),
  drop constraint payment_method_is_known,
  add constraint payment_method_is_known
    check (method in ('stk', 'c2b', 'message', 'cash', 'card', 'bank', 'cheque', 'moved')),
  add constraint moved_payment_names_its_refund check ((method = 'moved') = (moved_by_refund is not null)),
  add constraint moved_payment_names_who_moved_it check (method <> 'moved' or recorded_by is not null),
  add constraint refund_is_moved_once unique (moved_by_refund);

alter table refunds
  add column transaction_id uuid generated always as (case when payable_type = 'unmatched' then payable_id end) stored
    references provider_transactions (id) deferrable initially deferred,
  drop constraint refund_is_for_a_known_payable,
  add constraint refund_is_for_a_known_payable
    check (num_nonnulls(booking_id, listing_id, order_id, deposit_id, transaction_id) = 1);

create or replace view payables as
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
  select 'order', id, account_id, 'ORD' || number::text, null, coalesce(address ->> 'phone', ''), amount, status,
    true, false, created_at, null, 'revenue:shop', false, coalesce(address ->> 'email', '')
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

-- Money that was moved to a payable is received there, and came with no provider.
create or replace function payment_money(of_payment uuid) returns bigint language sql stable as $$
  select coalesce(sum(e.amount), 0)::bigint
  from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
  where t.payment_id = of_payment and is_money(e.account)
    and (
      t.refund_id is null and (e.payable_id is not null or t.kind = 'money_lost')
      or t.kind = 'money_moved' and e.payable_id = t.payable_id
    )
$$;

create or replace function refund_agrees_with_the_ledger() returns trigger language plpgsql as $$
declare
  owed bigint;
  paid bigint;
  stored refunds;
begin
  select * into stored from refunds where id = new.id;
  select coalesce(-sum(e.amount) filter (where t.kind = 'refund_owed'), 0),
      coalesce(sum(e.amount) filter (where t.kind in ('refund_paid', 'money_moved')), 0) into owed, paid
    from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
    where t.refund_id = new.id and e.account = 'refunds_payable';
  if owed <> stored.amount or paid <> (case stored.status when 'sent' then stored.amount else 0 end) then
    raise exception 'The ledger has a refund of %, of which % is paid.', owed, paid
      using errcode = 'check_violation', constraint = 'refund_agrees_with_the_ledger';
  end if;
  return null;
end $$;

-- Whether moved money came, directly or by several moves, from a payable with a code that M-Pesa has not reported.
create function moved_money_is_unreported(of_refund uuid) returns boolean language sql stable as $$
  with recursive source as (
    select payable_id from refunds where id = of_refund
    union
    select refunds.payable_id from source
      join payments on payments.payable_id = source.payable_id and payments.method = 'moved'
      join refunds on refunds.id = payments.moved_by_refund
  )
  select exists (select from source join unreported_payments using (payable_id))
$$;

create or replace view unproven_payments as
  select p.id, p.payable_id, p.recorded_by, payment_money(p.id) as amount
  from payments as p
  where p.recorded_by is not null and p.approved_by is null and payment_money(p.id) > 0
    and not exists (select from provider_transactions where provider_transactions.payment_id = p.id)
    and (p.method <> 'moved' or moved_money_is_unreported(p.moved_by_refund));

create or replace function payments_to_approve(of_payable uuid, refunded bigint) returns setof uuid language sql stable as $$
  select found.id from (
    select id, is_unreported, sum(amount) over () as unproven,
      coalesce(sum(amount) filter (where is_unreported) over (), 0) as unreported
    from (
      select p.id, p.amount,
        exists (select from unreported_payments where unreported_payments.id = p.id)
          or exists (select from payments where payments.id = p.id and payments.method = 'moved') as is_unreported
      from unproven_payments as p where p.payable_id = of_payable
    ) as unproven
  ) as found, (
    select coalesce((select sum(money) from ledger_balances where payable_id = of_payable), 0) - refunded as amount
  ) as kept
  where (unproven > 20000 and unproven > kept.amount)
    or (is_unreported and unreported > kept.amount)
$$;

-- Money that is moved stays with us: it is approved before it leaves what it was moved to.
create or replace function refuse_unproven_refund() returns trigger language plpgsql as $$
begin
  if exists (select from payments_to_approve(new.payable_id, new.amount))
    and not exists (select from payments where moved_by_refund = new.id)
  then
    raise exception 'refund_of_unproven_money_is_approved'
      using errcode = 'check_violation', constraint = 'refund_of_unproven_money_is_approved';
  end if;
  return null;
end $$;
