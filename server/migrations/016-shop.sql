-- Shop: products, carts, orders, stock reservations, receipts.

-- Two names that look the same are the same: capitals, spaces that do not break and several spaces make no other name.
create function product_name_key(name text) returns text language sql immutable as $$
  select lower(btrim(regexp_replace(normalize(name, NFKC), '\s+', ' ', 'g')))
$$;

create table products (
  id uuid primary key,
  name text not null,
  description text not null,
  category_id uuid not null references categories (id) on delete restrict,
  price integer not null,
  -- Stock, including the quantity reserved for unpaid orders.
  on_hand integer not null,
  -- Quantity reserved for unpaid orders. Written by a trigger only.
  reserved integer not null default 0,
  -- Set when the product is removed from the shop; existing orders are not affected.
  hidden_at timestamptz,
  -- Name and category as a searchable text. Set by a trigger.
  search_text text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Written by a trigger.
  name_key text not null default '',
  constraint product_name_is_unique unique (name),
  constraint product_price_is_in_range check (price between 1 and 10000000),
  constraint product_is_not_oversold check (reserved between 0 and on_hand),
  constraint product_name_has_no_twin unique (name_key)
);
create index products_by_price on products (price, id) where hidden_at is null;
create index products_by_age on products (created_at desc, id) where hidden_at is null;
create index products_by_category on products (category_id) where hidden_at is null;
create index products_by_search on products using gin (search_text gin_trgm_ops);
create index products_low on products (id) where hidden_at is null and on_hand - reserved <= 3;

create function write_product_name_key() returns trigger language plpgsql as $$
begin
  new.name_key := product_name_key(new.name);
  return new;
end $$;
create trigger product_name_key_is_written before insert or update of name on products
  for each row execute function write_product_name_key();

create function write_product_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := searchable_text(new.name || ' ' || (select name from categories where id = new.category_id));
  return new;
end $$;
create trigger product_search_text_is_written before insert or update of name, category_id on products
  for each row execute function write_product_search_text();

-- A new name of a category changes the search text of its products.
create function rewrite_products_of_category() returns trigger language plpgsql as $$
begin
  update products set category_id = category_id where category_id = new.id;
  return null;
end $$;
create trigger product_search_text_follows_category_name after update of name on categories
  for each row when (old.name is distinct from new.name) execute function rewrite_products_of_category();
create trigger products_change_is_notified after insert or update or delete on products
  for each statement execute function notify_change('shop');

create table product_pictures (
  product_id uuid not null references products (id) on delete cascade,
  position integer not null,
  picture_hash text not null references pictures (hash) on delete restrict,
  primary key (product_id, position),
  constraint product_has_at_most_four_pictures check (position between 0 and 3)
);
create index product_pictures_of_picture on product_pictures (picture_hash);

create trigger product_pictures_change_is_notified after insert or update or delete on product_pictures
  for each statement execute function notify_change('shop');

-- The cart of an account.
create table cart_items (
  account_id uuid not null references accounts (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  quantity integer not null,
  added_at timestamptz not null,
  primary key (account_id, product_id),
  constraint cart_quantity_is_in_range check (quantity between 1 and 99)
);

create trigger cart_account_is_open before insert on cart_items
  for each row execute function refuse_deleted_account();

-- Carts of browsers that were merged into the cart of an account.
create table merged_carts (
  account_id uuid not null references accounts (id) on delete cascade,
  cart_id uuid not null,
  merged_at timestamptz not null,
  constraint cart_is_merged_once primary key (account_id, cart_id)
);

create table orders (
  id uuid primary key,
  -- Shown as `ORD1001`.
  number integer not null generated always as identity (start with 1001),
  -- Null for a WhatsApp order of a visitor without an account, and for what is sold at the counter.
  account_id uuid references accounts (id) on delete restrict,
  -- sha256 of the request, so that a repeated idempotency key with a different request is refused.
  request_hash text not null,
  channel text not null,
  status text not null default 'pending',
  payment_status text not null default 'pending',
  -- Null if it is agreed on WhatsApp.
  address jsonb,
  subtotal integer not null,
  delivery_fee integer not null default 0,
  amount integer not null,
  -- When a pending order expires.
  expires_at timestamptz,
  -- False for an unpaid order beyond the limits of unpaid holds: it does not reserve stock. Orders of visitors never
  -- do.
  reserves_stock boolean not null default true,
  dispatch_note text not null default '',
  cancellation_reason text not null default '',
  cancelled_at timestamptz,
  -- A late payment may restore only an order that was cancelled by `clock` (it expired). `stock`: its last pieces were sold
  -- before its money came.
  cancelled_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Number and recipient, for the admin search.
  search_text text not null generated always as (
    searchable_text(
      'ORD' || number || ' ' || coalesce(address ->> 'firstName', '') || ' ' || coalesce(address ->> 'lastName', '')
      || ' ' || coalesce(address ->> 'email', '') || ' ' || coalesce(address ->> 'phone', '')
    )
  ) stored,
  constraint order_number_is_unique unique (number),
  constraint order_channel_is_known check (channel in ('mpesa', 'whatsapp', 'counter')),
  constraint order_without_account_is_by_whatsapp check (
    case channel when 'counter' then account_id is null when 'whatsapp' then true else account_id is not null end
  ),
  constraint order_status_is_known check (
    status in ('pending', 'paid', 'processing', 'shipped', 'delivered', 'cancelled', 'returned')
  ),
  constraint order_payment_status_is_known check (
    payment_status in ('pending', 'processing', 'paid', 'failed', 'expired', 'partial', 'review', 'refunding', 'refunded')
  ),
  constraint order_price_adds_up check (subtotal > 0 and delivery_fee >= 0 and amount = subtotal + delivery_fee),
  constraint pending_order_has_an_expiry check (status <> 'pending' or expires_at is not null),
  constraint cancelled_order_has_a_time check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint cancelled_order_names_who_cancelled check (
    (status = 'cancelled') = (cancelled_by is not null) and cancelled_by in ('customer', 'staff', 'clock', 'stock')
  )
);
create index orders_of_account on orders (account_id, created_at desc);
create index orders_by_status on orders (status, created_at);
create index orders_to_expire on orders (expires_at) where status = 'pending';
create index orders_to_pack on orders (created_at) where status in ('paid', 'processing');
create index orders_by_search on orders using gin (search_text gin_trgm_ops);
create index orders_by_age on orders (created_at desc, id desc);
create index orders_by_reference on orders (('ORD' || number::text));
create index unpaid_orders_of_account on orders (account_id) where status = 'pending';

create trigger order_account_is_open before insert on orders
  for each row execute function refuse_deleted_account();
create trigger order_that_comes_back_has_an_account before update on orders
  for each row when (
    old.status = 'cancelled' and new.status <> 'cancelled' or old.status = 'delivered' and new.status = 'shipped'
  )
  execute function refuse_return_of_deleted_account();

-- Only what was delivered comes back. A return may be taken back; then the order is delivered again, and nothing else.
create function check_returned_order() returns trigger language plpgsql as $$
begin
  raise exception 'only a delivered order is returned, and once'
    using errcode = 'check_violation', constraint = 'returned_order_was_delivered';
end $$;
create trigger returned_order_was_delivered before update of status on orders
  for each row when (
    old.status is distinct from new.status
    and ((new.status = 'returned' and old.status <> 'delivered') or (old.status = 'returned' and new.status <> 'delivered'))
  )
  execute function check_returned_order();

-- Products with name and price at the time of the order.
create table order_items (
  order_id uuid not null references orders (id) on delete cascade,
  position integer not null,
  product_id uuid not null references products (id) on delete restrict,
  name text not null,
  price integer not null,
  quantity integer not null,
  picture_hash text references pictures (hash) on delete restrict,
  -- What became of the pieces of a line whose order was ended after it was paid: null while they are with the order.
  ended_as text,
  primary key (order_id, product_id),
  constraint order_item_price_is_positive check (price > 0),
  constraint order_item_quantity_is_in_range check (quantity between 1 and 99),
  constraint order_item_end_is_known check (ended_as in ('shelf', 'damaged', 'missing'))
);
create index order_items_of_product on order_items (product_id);
create index order_items_of_picture on order_items (picture_hash);
create index order_items_by_name on order_items using gin (lower(name) gin_trgm_ops);

-- The subtotal equals the sum of the items. Checked at commit, when all items are inserted.
create function check_order_subtotal() returns trigger language plpgsql as $$
begin
  if new.subtotal is distinct from
    (select sum(price::bigint * quantity) from order_items where order_id = new.id)
  then
    raise exception 'order % does not cost what its items cost', new.id
      using errcode = 'check_violation', constraint = 'order_subtotal_equals_its_items';
  end if;
  return null;
end $$;
create constraint trigger order_subtotal_equals_its_items after insert or update of subtotal on orders
  deferrable initially deferred for each row execute function check_order_subtotal();

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

-- Stock reserved for an unpaid order. Deleted when the order is paid, cancelled or expired.
create table reservations (
  order_id uuid not null references orders (id) on delete cascade,
  product_id uuid not null references products (id) on delete restrict,
  quantity integer not null,
  expires_at timestamptz not null,
  primary key (order_id, product_id),
  constraint reservation_quantity_is_positive check (quantity > 0)
);
create index reservations_of_product on reservations (product_id, expires_at);

-- Keeps `products.reserved` equal to the sum of the reservations.
create function update_reserved_stock() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update products set reserved = reserved - old.quantity where id = old.product_id;
  end if;
  if tg_op <> 'DELETE' then
    update products set reserved = reserved + new.quantity where id = new.product_id;
  end if;
  return null;
end $$;
-- Products are locked before orders. When only the time of a reservation changes, its order is locked already and its product
-- is not: the trigger would lock them the other way round, and wait in a circle with whoever places an order.
create trigger reserved_stock_is_updated after insert or delete or update of quantity, product_id on reservations
  for each row execute function update_reserved_stock();

-- Changes of an order: who, when and why. Append-only.
create table order_history (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id) on delete cascade,
  at timestamptz not null,
  actor text not null,
  -- A code; its text is made when it is shown.
  event text not null,
  account_id uuid references accounts (id) on delete set null,
  status text not null,
  note text not null default '',
  constraint order_history_actor_is_known check (actor in ('customer', 'staff', 'payment', 'clock')),
  constraint order_history_event_is_known check (
    event in (
      'place', 'pay', 'revive', 'expire', 'cancel', 'process', 'ship', 'deliver', 'callOff', 'takeBack', 'sellOut', 'unpay',
      'handOver', 'notArrived', 'sendAgain', 'undoProcess', 'undoShip', 'undoDeliver', 'undoCancel', 'undoNotArrived',
      'undoTakeBack', 'changeDelivery', 'takeOff', 'lowerRefund'
    )
  )
);
create index order_history_of_order on order_history (order_id, id);

-- Numbered 1, 2, 3 ... without gaps in order of payment. Never deleted.
create table receipts (
  number integer not null,
  order_id uuid not null references orders (id) on delete restrict,
  amount integer not null,
  -- The M-Pesa code; null if staff received the payment in another way.
  payment_code text,
  issued_at timestamptz not null,
  constraint receipt_number_is_unique primary key (number),
  constraint order_has_one_receipt unique (order_id),
  constraint receipt_amount_is_positive check (amount > 0)
);

select audit_table('products', 'id');
select audit_table('product_pictures', 'product_id');
select audit_table('orders', 'id');
select audit_table('left_pieces', 'order_id');
