import pg from 'pg'
import { readConnection } from './read-connection.ts'
import { signInPeople } from './sign-in-people.ts'
import { type Asked, askSteadily, type Steady } from './steady-load.ts'

const A_SECOND = 300
const WARM_UP_SECONDS = 10
/** A public change: the price of a car, of a car for sale, or of a product. */
const CHANGE_EVERY_MS = 3_000
const CHANGES = [
  'update cars set price_per_day = price_per_day + 10 where id = (select id from cars order by random() limit 1)',
  'update listings set price = price + 1000 where id = (select listing_id from public_listings order by random() limit 1)',
  'update products set price = price + 10 where id = (select id from products order by random() limit 1)',
]

type Market = { url: string; dataDir: string; tokenSecret: string }
type Load = { seconds: number; perSecond?: number | undefined; warmUpSeconds?: number | undefined }

/** Asks a demo market what its visitors and customers ask, 300 times a second, with a public change every three seconds. */
export async function measureMixedLoad({
  url,
  dataDir,
  tokenSecret,
  seconds,
  perSecond = A_SECOND,
  warmUpSeconds = WARM_UP_SECONDS,
}: Market & Load): Promise<Steady> {
  const connection = await readConnection(dataDir)
  const client = new pg.Client(connection)
  await client.connect()
  const accounts = await client.query<{ id: string }>("select id from accounts where role = 'user' limit 200")
  const tokens = await signInPeople(
    { connection, tokenSecret },
    accounts.rows.map(({ id }) => id),
  )
  const next = await mixedRequests(url, tokens)
  let changes = 0
  const changing = setInterval(() => {
    const change = CHANGES[changes++ % CHANGES.length] ?? ''
    client.query(change).catch((error: unknown) => console.error(error))
  }, CHANGE_EVERY_MS)
  try {
    if (warmUpSeconds > 0) await askSteadily(url, next, { perSecond, seconds: warmUpSeconds })
    return await askSteadily(url, next, { perSecond, seconds })
  } finally {
    clearInterval(changing)
    await client.end()
  }
}

/** 45 % pages, 30 % searches, 25 % private reads and writes. */
async function mixedRequests(url: string, tokens: readonly string[]): Promise<(index: number) => Asked> {
  const ids = async (path: string): Promise<string[]> => {
    const { data } = await (await fetch(`${url}${path}`)).json()
    return data.map(({ _id }: { _id: string }) => _id)
  }
  const cars = await ids('/api/car/list')
  const listings = await ids('/api/sell/list?page=1&limit=24')
  const products = await ids('/api/product/list')
  const pages = [
    ...['/', '/rent', '/buy', '/shop', '/sw', '/sw/rent', '/', '/rent', '/buy'],
    ...cars.slice(0, 12).map((id) => `/rent/${id}`),
    ...listings.slice(0, 12).map((id) => `/buy/${id}`),
    ...products.slice(0, 8).map((id) => `/product/${id}`),
    ...['SUV', 'Sedan', 'Hatchback'].map((category) => `/rent?category=${category}`),
    ...['5', '7'].map((seats) => `/buy?seats=${seats}`),
  ]
  const person = () => ({ token: oneOf(tokens) })
  return () => {
    const kind = Math.random()
    if (kind < 0.45) return { path: oneOf(pages) }
    if (kind < 0.6) return { path: `/api/car/list?limit=12&page=1&minPrice=${1000 + whole(9000)}` }
    if (kind < 0.75) return { path: `/api/sell/list?limit=12&page=1&maxPrice=${500_000 + whole(5_000_000)}` }
    if (kind < 0.82) return { path: '/api/booking/user', headers: person() }
    if (kind < 0.88) return { path: '/api/user/me', headers: person() }
    if (kind < 0.94) return { path: '/api/booking/stats', headers: person() }
    return {
      method: 'POST',
      path: '/api/cart/add',
      headers: { ...person(), 'content-type': 'application/json' },
      body: JSON.stringify({ itemId: oneOf(products) }),
    }
  }
}

const whole = (below: number) => Math.floor(Math.random() * below)

function oneOf(choices: readonly string[]): string {
  return choices[whole(choices.length)] ?? ''
}

// By itself: node scripts/bench/measure-mixed.ts <url> <data folder> <token secret> <seconds> [<a second>] [<warm-up seconds>]
const [, script = '', url, dataDir, tokenSecret, ...numbers] = process.argv
const [seconds = 60, perSecond, warmUpSeconds] = numbers.map(Number)
if (script.endsWith('measure-mixed.ts') && url && dataDir && tokenSecret)
  console.log(await measureMixedLoad({ url, dataDir, tokenSecret, seconds, perSecond, warmUpSeconds }))
