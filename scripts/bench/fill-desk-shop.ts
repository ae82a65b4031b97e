import type pg from 'pg'
import { postToLedger } from './post-to-ledger.ts'

const ORDERS = 50_000

/** Orders with their items, story, money and receipt; most were delivered, some wait in every queue. */
export async function fillDeskShop(client: pg.Client): Promise<void> {
  await client.query(
    `create temp table drawn_orders as
       select pg_temp.id_at(at) as id, n, at, customer, case
         when n <= 60 then 'pending' when n <= 160 then 'paid' when n <= 240 then 'processing' when n <= 400 then 'shipped'
         when fate < 0.15 then 'cancelled' else 'delivered' end as status
       from generate_series(1, ${ORDERS}) n
       cross join lateral (select now() - n * interval '25 minutes' as at, random() as fate,
         floor(random() * (select count(*) from customers))::bigint as customer) as drawn;
     create temp table drawn_items as
       select o.id as order_id, position, p.id as product_id, p.name, p.price, 1 + n % 3 as quantity
       from drawn_orders o cross join generate_series(0, 2) position
       join (select id, name, price, row_number() over (order by id) - 1 as at from products) as p
         on p.at = (n * 3 + position) % (select count(*) from products)
       where position <= n % 3`,
  )
  await client.query('begin')
  await client.query(
    `insert into orders (id, account_id, request_hash, channel, status, payment_status, address, subtotal, delivery_fee,
       amount, expires_at, cancelled_at, cancelled_by, cancellation_reason, created_at, updated_at)
     select o.id, c.id, md5(n::text), case when n % 4 = 0 then 'whatsapp' else 'mpesa' end, status,
       case status when 'pending' then 'pending' when 'cancelled' then 'expired' else 'paid' end,
       jsonb_build_object('firstName', split_part(c.name, ' ', 1), 'lastName', split_part(c.name, ' ', 2), 'email', c.email,
         'phone', c.phone, 'street', 'Moi Avenue ' || n, 'city', 'Nairobi', 'state', 'Nairobi', 'zipcode', '00100', 'country', 'Kenya'),
       subtotal, 0, subtotal, case when status = 'pending' then now() + interval '2 days' end,
       case when status = 'cancelled' then o.at + interval '1 hour' end, case when status = 'cancelled' then 'clock' end,
       '', o.at, o.at + interval '1 hour'
     from drawn_orders o join customers c on c.place = customer
     join (select order_id, sum(price * quantity) as subtotal from drawn_items group by 1) as sums on sums.order_id = o.id
     order by o.at`,
  )
  await client.query(
    'insert into order_items (order_id, position, product_id, name, price, quantity) select * from drawn_items',
  )
  await client.query('commit')
  await client.query(
    `insert into order_history (order_id, at, actor, event, status)
     select o.id, o.at + step * interval '20 minutes', actor, event, reached from drawn_orders o
     cross join lateral (values (0, 'customer', 'place', 'pending', true),
       (1, 'payment', 'pay', 'paid', o.status not in ('pending', 'cancelled')),
       (2, 'staff', 'process', 'processing', o.status in ('processing', 'shipped', 'delivered')),
       (3, 'staff', 'ship', 'shipped', o.status in ('shipped', 'delivered'))
     ) as story (step, actor, event, reached, happened) where happened`,
  )
  await client.query('begin')
  await client.query(
    `insert into payments (id, payable_type, payable_id, account_id, method, amount, amount_received, phone, status, outcome,
       webhook_secret, receipt, created_at, settled_at, paid_at)
     select pg_temp.id_at(o.created_at), 'order', o.id, account_id, 'stk', amount, amount, address ->> 'phone', 'paid', 'paid',
       md5(n::text) || md5('o' || n), 'T' || upper(lpad(to_hex(n * 2654435761 % 68719476736), 9, '0')),
       o.created_at, o.created_at + interval '1 minute', o.created_at + interval '1 minute'
     from orders o join drawn_orders d using (id) where o.payment_status = 'paid'`,
  )
  await postToLedger(client)
  await client.query('commit')
  await client.query(
    `insert into receipts (number, order_id, amount, payment_code, issued_at)
     select (select coalesce(max(number), 0) from receipts) + row_number() over (order by p.created_at), p.order_id, p.amount,
       p.receipt, p.settled_at
     from payments p join drawn_orders d on d.id = p.order_id`,
  )
}
