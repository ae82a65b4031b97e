create table products (
  id uuid primary key,
  name text not null,
  description text not null,
  category_id uuid not null references categories (id) on delete restrict,
  price integer not null,
  -- Pieces in the shop, and how many of them are promised to orders that are not paid yet.
  on_hand integer not null,
  -- A trigger keeps it; nothing else writes it.
  reserved integer not null default 0,
  -- Taken out of the shop; orders that name it stay as they are.
  hidden_at timestamptz,
  -- Lower-case name and category, for searching; a trigger keeps it.
  search_text text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint product_name_is_unique unique (name),
  constraint product_price_is_sane check (price between 1 and 10000000),
  constraint product_is_not_oversold check (reserved between 0 and on_hand),
  constraint product_stock_is_sane check (on_hand <= 100000)
);
create index products_by_price on products (price, id) where hidden_at is null;
create index products_by_age on products (created_at desc, id) where hidden_at is null;
create index products_by_category on products (category_id) where hidden_at is null;
create index products_by_search on products using gin (search_text gin_trgm_ops);

create function write_product_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := lower(new.name || ' ' || (select name from categories where id = new.category_id));
  return new;
end $$;
create trigger product_search_text before insert or update of name, category_id on products
  for each row execute function write_product_search_text();

create function rewrite_products_of_category() returns trigger language plpgsql as $$
begin
  update products set category_id = category_id where category_id = new.id;
  return null;
end $$;
create trigger product_search_text_of_category after update of name on categories
  for each row execute function rewrite_products_of_category();

create table product_pictures (
  product_id uuid not null references products (id) on delete cascade,
  position integer not null,
  picture_hash text not null references pictures (hash) on delete restrict,
  primary key (product_id, position),
  constraint product_has_at_most_four_pictures check (position between 0 and 3)
);
create index product_pictures_of_picture on product_pictures (picture_hash);

create table cart_items (
  account_id uuid not null references accounts (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  quantity integer not null,
  added_at timestamptz not null,
  primary key (account_id, product_id),
  constraint cart_quantity_is_sane check (quantity between 1 and 99)
);

-- Carts of browsers that were added to an account's own: each once.
create table merged_carts (
  account_id uuid not null references accounts (id) on delete cascade,
  cart_id uuid not null,
  merged_at timestamptz not null,
  constraint cart_is_merged_once primary key (account_id, cart_id)
);

create table orders (
  id uuid primary key,
  -- People call it `ORD1001`.
  number integer not null generated always as identity (start with 1001),
  -- Null for a visitor's order by WhatsApp.
  account_id uuid references accounts (id) on delete restrict,
  idempotency_key text,
  -- sha256 of what was asked, so that a repeated key with other wishes is noticed.
  request_hash text not null,
  channel text not null,
  status text not null default 'pending',
  payment_status text not null default 'pending',
  -- Null where it is left to the chat.
  address jsonb,
  subtotal integer not null,
  delivery_fee integer not null default 0,
  amount integer not null,
  -- While pending: when it is given up.
  expires_at timestamptz,
  dispatch_note text not null default '',
  cancellation_reason text not null default '',
  cancelled_at timestamptz,
  -- Only an order that ran out by the clock may be revived by a late payment.
  cancelled_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint order_number_is_unique unique (number),
  constraint order_request_is_made_once unique (account_id, idempotency_key),
  constraint order_channel_is_known check (channel in ('mpesa', 'whatsapp')),
  constraint order_of_nobody_comes_by_chat check (account_id is not null or channel = 'whatsapp'),
  constraint order_status_is_known check (
    status in ('pending', 'paid', 'processing', 'shipped', 'delivered', 'cancelled')
  ),
  constraint order_payment_status_is_known check (
    payment_status in ('pending', 'processing', 'paid', 'failed', 'expired', 'partial', 'review', 'refunding', 'refunded')
  ),
  constraint order_price_adds_up check (subtotal > 0 and delivery_fee >= 0 and amount = subtotal + delivery_fee),
  constraint order_waits_only_while_pending check (status <> 'pending' or expires_at is not null),
  constraint order_cancelled_has_a_time check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint order_cancelled_by_somebody check (
    (status = 'cancelled') = (cancelled_by is not null) and cancelled_by in ('customer', 'staff', 'clock')
  )
);
create unique index order_of_a_visitor_is_made_once on orders (idempotency_key) where account_id is null;
create index orders_of_account on orders (account_id, created_at desc);
create index orders_by_status on orders (status, created_at);
create index orders_to_expire on orders (expires_at) where status = 'pending';

-- Products as they were when they were ordered.
create table order_items (
  order_id uuid not null references orders (id) on delete cascade,
  position integer not null,
  product_id uuid not null references products (id) on delete restrict,
  name text not null,
  price integer not null,
  quantity integer not null,
  picture_hash text references pictures (hash) on delete restrict,
  primary key (order_id, product_id),
  constraint order_item_price_is_positive check (price > 0),
  constraint order_item_quantity_is_sane check (quantity between 1 and 99)
);
create index order_items_of_product on order_items (product_id);
create index order_items_of_picture on order_items (picture_hash);

-- An order costs what its items cost; looked at when its transaction ends, once they are all there.
create function check_order_adds_up() returns trigger language plpgsql as $$
begin
  if new.subtotal is distinct from
    (select sum(price::bigint * quantity) from order_items where order_id = new.id)
  then
    raise exception 'order % does not cost what its items cost', new.id
      using errcode = 'check_violation', constraint = 'order_costs_what_its_items_cost';
  end if;
  return null;
end $$;
create constraint trigger order_costs_what_its_items_cost after insert or update of subtotal on orders
  deferrable initially deferred for each row execute function check_order_adds_up();

-- Pieces promised to an unpaid order. Gone when it is paid, cancelled or given up.
create table reservations (
  order_id uuid not null references orders (id) on delete cascade,
  product_id uuid not null references products (id) on delete restrict,
  quantity integer not null,
  expires_at timestamptz not null,
  primary key (order_id, product_id),
  constraint reservation_quantity_is_positive check (quantity > 0)
);
create index reservations_of_product on reservations (product_id, expires_at);

create function count_reserved() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update products set reserved = reserved - old.quantity where id = old.product_id;
  end if;
  if tg_op <> 'DELETE' then
    update products set reserved = reserved + new.quantity where id = new.product_id;
  end if;
  return null;
end $$;
create trigger reservation_is_counted after insert or update or delete on reservations
  for each row execute function count_reserved();

-- Who changed an order, when and why; never updated.
create table order_history (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id) on delete cascade,
  at timestamptz not null,
  actor text not null,
  account_id uuid references accounts (id) on delete set null,
  what text not null,
  status text not null,
  note text not null default '',
  constraint order_history_actor_is_known check (actor in ('customer', 'staff', 'payment', 'clock'))
);
create index history_of_order on order_history (order_id, id);

-- Numbered 1, 2, 3 ... without gaps, in the order of payment: never deleted.
create table receipts (
  number integer not null,
  order_id uuid not null references orders (id) on delete restrict,
  amount integer not null,
  -- M-Pesa's own code; null when staff took the money another way.
  mpesa_code text,
  issued_at timestamptz not null,
  constraint receipt_number_is_given_once primary key (number),
  constraint receipt_is_given_once unique (order_id),
  constraint receipt_amount_is_positive check (amount > 0)
);

create trigger products_changed after insert or update or delete on products
  for each statement execute function tell_change('shop');
create trigger product_pictures_changed after insert or update or delete on product_pictures
  for each statement execute function tell_change('shop');

-- Payments learn to pay for orders.
alter table payments
  add column order_id uuid references orders (id) on delete restrict,
  drop constraint payment_purpose_is_known,
  drop constraint payment_buys_one_thing,
  add constraint payment_purpose_is_known check (purpose in ('booking', 'listing_period', 'order')),
  add constraint payment_buys_one_thing check (
    (purpose = 'booking') = (booking_id is not null)
    and (purpose = 'listing_period') = (listing_id is not null)
    and (purpose = 'order') = (order_id is not null)
  );
create index payments_of_order on payments (order_id, created_at desc) where order_id is not null;
create unique index order_has_one_payment_under_way on payments (order_id) where status = 'processing';

alter table refunds
  add column order_id uuid references orders (id) on delete restrict,
  drop constraint refund_is_for_one_thing,
  drop constraint refund_is_owed_once,
  add constraint refund_is_for_one_thing check (num_nonnulls(booking_id, listing_id, order_id) = 1),
  add constraint refund_is_owed_once unique nulls not distinct (booking_id, listing_id, order_id, payment_id);
