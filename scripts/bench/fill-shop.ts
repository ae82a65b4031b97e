import type autocannon from 'autocannon'
import type pg from 'pg'
import { phoneOf } from './fill-market.ts'

const PRODUCTS = 5_000
const REQUESTS_A_SLICE = 3_000

/** Fills the running shop to 5,000 products with plenty of each. */
export async function fillProducts(client: pg.Client): Promise<void> {
  await client.query(
    `insert into products (id, name, description, category_id, price, on_hand, created_at, updated_at)
     select gen_random_uuid(), p.name || ' ' || n, p.description, p.category_id, 500 + (n * 7919) % 90000, 100000, now(), now()
     from generate_series(1, $1 - (select count(*)::int from products)) n
     join lateral (select * from products order by id offset n % 20 limit 1) p on true`,
    [PRODUCTS],
  )
  await client.query('analyze products')
}

type ShopRequests = {
  adds: () => autocannon.Request[]
  orders: () => autocannon.Request[]
  products: string[]
}

/** Requests that add to carts and that order these products. */
export async function shopRequests(client: pg.Client, tokens: readonly string[]): Promise<ShopRequests> {
  const { rows } = await client.query<{ id: string }>(
    'select id from products where on_hand = 100000 order by id',
  )
  const products = rows.map(({ id }) => id)
  return {
    products,
    adds: requests('/api/cart/add', tokens, (at) => ({ itemId: products[at % products.length] })),
    orders: requests('/api/order/place', tokens, (at) => ({
      address: { ...ADDRESS, phone: phoneOf(at) },
      items: [{ _id: products[at % products.length], quantity: 1 + (at % 3) }],
      channel: 'whatsapp',
    })),
  }
}

const ADDRESS = {
  firstName: 'Bench',
  lastName: 'Mark',
  email: 'bench@example.com',
  street: 'Moi Avenue 1',
  city: 'Nairobi',
  state: 'Nairobi',
  zipcode: '00100',
  country: 'Kenya',
}

/** Requests that never repeat: another person and another product each time. */
function requests(path: string, tokens: readonly string[], bodyOf: (at: number) => object) {
  let made = 0
  return (): autocannon.Request[] =>
    Array.from({ length: REQUESTS_A_SLICE }, () => {
      const at = made++
      return {
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', token: tokens[at % tokens.length] ?? '' },
        body: JSON.stringify(bodyOf(at)),
      }
    })
}
