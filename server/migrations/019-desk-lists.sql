-- Lists of the back office at 100,000 rows: each order and each search has an index of its own.
create index listings_by_making on listings (created_at desc, id) where deleted_at is null;
create index listings_by_all_words on listings using gin (search_text gin_trgm_ops) where deleted_at is null;

create index bookings_by_status on bookings (status, created_at desc, id desc);
create index bookings_by_days on bookings using gist (daterange(start_date, end_date, '[]'));

-- An order is found by its number and by whom it goes to.
alter table orders add column search_text text not null generated always as (
  lower(
    'ORD' || number || ' ' || coalesce(address ->> 'firstName', '') || ' ' || coalesce(address ->> 'lastName', '')
    || ' ' || coalesce(address ->> 'phone', '') || ' ' || coalesce(address ->> 'email', '')
  )
) stored;
create index orders_by_search on orders using gin (search_text gin_trgm_ops);
create index orders_by_age on orders (created_at desc, id desc);
create index order_items_by_name on order_items using gin (lower(name) gin_trgm_ops);

-- Whether money goes back is asked of every payment that is shown.
create index refunds_of_listing on refunds (listing_id) where listing_id is not null;
create index refunds_of_order on refunds (order_id) where order_id is not null;

-- What a person paid lately is at the top of their page.
drop index payments_of_account;
create index payments_of_account on payments (account_id, created_at desc, id desc);

-- Every filter of the payments is read from the index of their order, without the rows.
drop index payments_by_age;
create index payments_by_age on payments (created_at desc, id desc) include (status, purpose, method);
