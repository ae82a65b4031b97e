-- Whatever can be paid for is a payable. Payments, refunds and payment proofs name it by type and id; the columns of
-- each noun are generated from these, so that the foreign keys hold and a noun finds its own payments.
alter table payments rename column purpose to payable_type;
alter table payments rename column plans to terms;
alter table payments add column payable_id uuid;
update payments set payable_id = coalesce(booking_id, listing_id, order_id);
alter table payments
  alter column payable_id set not null,
  drop constraint payment_purpose_is_known,
  drop column booking_id,
  drop column listing_id,
  drop column order_id;
alter table payments
  add column booking_id uuid generated always as (case when payable_type = 'booking' then payable_id end) stored
    references bookings (id) on delete restrict,
  add column listing_id uuid generated always as (case when payable_type = 'listing_period' then payable_id end) stored
    references listings (id) on delete restrict,
  add column order_id uuid generated always as (case when payable_type = 'order' then payable_id end) stored
    references orders (id) on delete restrict,
  add constraint payment_is_for_a_known_payable check (num_nonnulls(booking_id, listing_id, order_id) = 1),
  -- The price list that the amount was chosen from.
  add constraint payment_of_a_listing_has_terms check ((payable_type = 'listing_period') = (terms is not null));
create index payments_of_payable on payments (payable_id, created_at desc);
create index payments_of_booking on payments (booking_id, created_at desc) where booking_id is not null;
create index payments_of_order on payments (order_id, created_at desc) where order_id is not null;
create unique index payable_has_one_payment_under_way on payments (payable_id) where status = 'processing';

alter table refunds
  add column payable_type text,
  add column payable_id uuid;
update refunds set
  payable_type = case when booking_id is not null then 'booking' when order_id is not null then 'order' else 'listing_period' end,
  payable_id = coalesce(booking_id, listing_id, order_id);
alter table refunds
  alter column payable_type set not null,
  alter column payable_id set not null,
  drop column booking_id,
  drop column listing_id,
  drop column order_id;
alter table refunds
  add column booking_id uuid generated always as (case when payable_type = 'booking' then payable_id end) stored
    references bookings (id) on delete restrict,
  add column listing_id uuid generated always as (case when payable_type = 'listing_period' then payable_id end) stored
    references listings (id) on delete restrict,
  add column order_id uuid generated always as (case when payable_type = 'order' then payable_id end) stored
    references orders (id) on delete restrict,
  add constraint refund_is_for_a_known_payable check (num_nonnulls(booking_id, listing_id, order_id) = 1),
  add constraint refund_is_owed_once unique nulls not distinct (payable_id, payment_id);
create index refunds_of_booking on refunds (booking_id) where booking_id is not null;
create index refunds_of_order on refunds (order_id) where order_id is not null;

alter table mpesa_claims rename column purpose to payable_type;
alter table mpesa_claims rename column plans to terms;
alter table mpesa_claims add column payable_id uuid;
update mpesa_claims set payable_id = listing_id;
alter table mpesa_claims
  alter column payable_id set not null,
  drop constraint claim_purpose_is_known,
  drop column listing_id;
alter table mpesa_claims
  add column listing_id uuid generated always as (case when payable_type = 'listing_period' then payable_id end) stored
    references listings (id) on delete restrict,
  add constraint claim_is_for_a_known_payable check (listing_id is not null);
create index claims_of_payable on mpesa_claims (payable_id, created_at desc);

create or replace function unproven_money(of_payable uuid) returns bigint language sql stable as $$
  select coalesce(sum(payment_money(p.id)), 0)::bigint
  from payments as p
  where p.payable_id = of_payable and p.taken_by is not null and p.approved_by is null
    and not exists (select from mpesa_inbox where mpesa_inbox.payment_id = p.id)
$$;

-- What payments may know of a payable. Each noun adds its own select; payments read nothing else of a noun.
create view payables as
  select 'booking'::text as payable_type, id as payable_id, account_id, reference,
    nullif(trim(concat(customer_info ->> 'firstName', ' ', customer_info ->> 'lastName')), '') as payer_name,
    coalesce(customer_info ->> 'phone', '') as payer_phone, final_amount as price, status,
    status in ('pending', 'confirmed', 'active') as is_live, false as is_deleted, created_at,
    search_text
  from bookings
  union all
  select 'listing_period', id, account_id, 'CAR' || number::text, null, '', null::integer, status,
    deleted_at is null, deleted_at is not null, created_at, null
  from listings
  union all
  select 'order', id, account_id, 'ORD' || number::text, null, coalesce(address ->> 'phone', ''), amount, status,
    true, false, created_at, null
  from orders;
create index listings_by_reference on listings (('CAR' || number::text));
create index orders_by_reference on orders (('ORD' || number::text));
create index bookings_by_reference on bookings (reference, created_at desc);
