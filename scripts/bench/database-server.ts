import fastify from 'fastify'
import pg from 'pg'

/** What a private request costs at least: Fastify answers with what one prepared statement of PostgreSQL returned. */
const connection = JSON.parse(process.env.BENCH_CONNECTION ?? '')
const pool = new pg.Pool({ ...connection, max: 16 })
const app = fastify()

app.get<{ Querystring: { account: string } }>('/bookings', async ({ query }) => {
  const { rows } = await pool.query({
    name: 'bookings',
    text: 'select * from bookings where account_id = $1 order by created_at desc, id desc limit 12',
    values: [query.account],
  })
  return { success: true, bookings: rows }
})

app.post<{ Body: { account: string; product: string } }>('/cart', async ({ body }) => {
  const { rows } = await pool.query({
    name: 'cart',
    text: `insert into cart_items (account_id, product_id, quantity, added_at) values ($1, $2, 1, now())
      on conflict (account_id, product_id) do update set quantity = least(99, cart_items.quantity + 1) returning quantity`,
    values: [body.account, body.product],
  })
  return { success: true, cartData: rows }
})

const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ url })
process.on('disconnect', () => process.exit())
