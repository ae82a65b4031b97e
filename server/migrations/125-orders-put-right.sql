-- What was done with an order is taken back within a day, a parcel comes back or is sent again, pieces are taken off an
-- order, its delivery is changed, and things are sold at the counter.
do $$
declare
  known text;
begin
  select substring(pg_get_constraintdef(oid) from '^CHECK \((.*)\)$') into strict known
  from pg_constraint where conname = 'order_history_event_is_known' and conrelid = 'order_history'::regclass;
  execute format(
    'alter table order_history drop constraint order_history_event_is_known,
       add constraint order_history_event_is_known check (%s or event in (
         ''handOver'', ''notArrived'', ''sendAgain'', ''undoProcess'', ''undoShip'', ''undoDeliver'', ''undoCancel'',
         ''undoNotArrived'', ''undoTakeBack'', ''changeDelivery'', ''takeOff''))', known);
  select substring(pg_get_constraintdef(oid) from '^CHECK \((.*)\)$') into strict known
  from pg_constraint where conname = 'refund_reason_is_known' and conrelid = 'refunds'::regclass;
  execute format(
    'alter table refunds drop constraint refund_reason_is_known,
       add constraint refund_reason_is_known check (%s or reason = ''pieces_taken_off'')', known);
end $$;

-- A return by the customer may be taken back; then the order is delivered again, and nothing else.
drop trigger returned_order_was_delivered on orders;
create trigger returned_order_was_delivered before update of status on orders
  for each row when (
    old.status is distinct from new.status
    and ((new.status = 'returned' and old.status <> 'delivered') or (old.status = 'returned' and new.status <> 'delivered'))
  )
  execute function check_returned_order();

-- What is sold at the counter has no account.
alter table orders drop constraint order_channel_is_known;
alter table orders add constraint order_channel_is_known check (channel in ('mpesa', 'whatsapp', 'counter'));
alter table orders drop constraint order_without_account_is_by_whatsapp;
alter table orders add constraint order_without_account_is_by_whatsapp check (
  case channel when 'counter' then account_id is null when 'whatsapp' then true else account_id is not null end
);

-- Pieces that left an order which goes on: taken off it, or lost with a parcel that is sent again.
create table left_pieces (
  id uuid primary key,
  order_id uuid not null references orders (id) on delete cascade,
  product_id uuid not null references products (id) on delete restrict,
  name text not null,
  price integer not null,
  quantity integer not null,
  -- Where they are now.
  ended_as text not null,
  -- A code: why they left it.
  why text not null,
  at timestamptz not null,
  constraint left_pieces_quantity_is_positive check (quantity > 0),
  constraint left_pieces_end_is_known check (ended_as in ('shelf', 'damaged', 'missing')),
  constraint left_pieces_reason_is_known check (why in ('taken_off', 'sent_again'))
);
create index left_pieces_of_order on left_pieces (order_id);
create index left_pieces_of_product on left_pieces (product_id);
select audit_table('left_pieces', 'order_id');

-- The subtotal follows the items also when one of them changes or goes.
create function check_subtotal_of_item() returns trigger language plpgsql as $$
begin
  if exists (
    select from orders where id = old.order_id and subtotal is distinct from
      (select sum(price::bigint * quantity) from order_items where order_id = old.order_id)
  ) then
    raise exception 'order % does not cost what its items cost', old.order_id
      using errcode = 'check_violation', constraint = 'order_subtotal_equals_its_items';
  end if;
  return null;
end $$;
create constraint trigger order_items_equal_the_subtotal after update of price, quantity or delete on order_items
  deferrable initially deferred for each row execute function check_subtotal_of_item();

-- A visitor's order and a sale at the counter have the name that staff typed.
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
