-- A booking that staff makes at the counter for somebody without an account is kept under the account of whoever typed it.
-- Payments must not take that person for the customer: neither their name nor their address belongs to the booking.
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
  from deposits join bookings on bookings.id = booking_id;
