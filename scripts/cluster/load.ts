import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { SITE } from './parts.ts'

type Reply = { status: number; body: { success?: boolean; [key: string]: unknown } }
type Sent = { at: number; kind: 'read' | 'write'; failed: boolean }
type Customer = { token: string; cart: Map<string, number> }

/** What was acknowledged, to be looked for in the database afterwards. */
export type Acknowledged = {
  accounts: string[]
  /** Ids. */
  bookings: string[]
  /** Pieces in carts, by email of the account and product. */
  carts: { email: string; productId: string; pieces: number }[]
}

export type Load = {
  /** Failed requests and the longest time without an answer since `from`. */
  since(from: number): { requests: number; failed: number; readGap: number; writeGap: number }
  /** Ends the load; whatever is under way is finished first. */
  end(): Promise<Acknowledged>
}

async function send(
  method: string,
  path: string,
  given: { body?: object; token?: string; key?: string } = {},
) {
  const { body, token, key } = given
  const headers = {
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...(token ? { token } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
  }
  const init = {
    method,
    headers,
    signal: AbortSignal.timeout(30_000),
    ...(body ? { body: JSON.stringify(body) } : {}),
  }
  return await fetch(SITE + path, init)
    .then(async (answer): Promise<Reply> => ({ status: answer.status, body: await answer.json() }))
    .catch((): Reply => ({ status: 0, body: {} }))
}

const day = (after: number) =>
  new Date(Date.now() + 3 * 3_600_000 + after * 86_400_000).toISOString().slice(0, 10)

/** Customers who register, fill carts and book cars that are paid by M-Pesa, and visitors who read, until `end`. */
export async function startLoad(writers = 4, readers = 2): Promise<Load> {
  const { body: cars } = await send('GET', '/api/car/list')
  const { body: products } = await send('GET', '/api/food/list')
  const carIds = (cars.data as { _id: string; available: boolean; price: number; name: string }[]).filter(
    (car) => car.available,
  )
  const productIds = (products.data as { _id: string }[]).map(({ _id }) => _id)
  const sent: Sent[] = []
  const acknowledged: Acknowledged = { accounts: [], bookings: [], carts: [] }
  let isOver = false
  let number = 0

  const note = (kind: Sent['kind'], reply: Reply) => {
    sent.push({ at: Date.now(), kind, failed: reply.status === 0 || reply.status >= 500 })
    return reply
  }
  const write = async (path: string, given: { body: object; token?: string; key?: string }) =>
    note('write', await send('POST', path, given))
  /** Repeats with the same key until there is an answer: a lost answer may stand for something that was made. */
  const writeOnce = async (path: string, given: { body: object; token: string }) => {
    const key = randomUUID()
    for (;;) {
      const reply = await write(path, { ...given, key })
      if (reply.status > 0 && reply.status < 500) return reply
      if (isOver) return undefined
      await sleep(200)
    }
  }

  async function register(): Promise<(Customer & { email: string }) | undefined> {
    while (!isOver) {
      const email = `load-${randomUUID()}@example.test`
      const { body } = await write('/api/user/register', {
        body: { name: 'Wanjiku Kamau', email, password: 'Lamu-Dhow-77' },
      })
      if (typeof body.token === 'string') {
        acknowledged.accounts.push(email)
        return { email, token: body.token, cart: new Map() }
      }
      await sleep(200)
    }
    return undefined
  }

  async function writer() {
    while (!isOver) {
      const customer = await register()
      if (!customer) return
      for (let turn = 0; turn < 2 && !isOver; turn += 1) {
        await addToCart(customer)
        await book(customer.token)
        await sleep(60)
      }
      for (const [productId, pieces] of customer.cart)
        acknowledged.carts.push({ email: customer.email, productId, pieces })
    }
  }

  async function addToCart({ token, cart }: Customer) {
    const productId = productIds[number % productIds.length] ?? ''
    const { body } = await write('/api/cart/add', { token, body: { itemId: productId } })
    if (body.success) cart.set(productId, (cart.get(productId) ?? 0) + 1)
  }

  /** Every second of these phones reports its payment three times. */
  async function book(token: string) {
    const at = number++
    const car = carIds[at % carIds.length]
    if (!car) return
    const from = 5 + Math.floor(at / carIds.length) * 2
    const phone = `0712${String(at % 1000).padStart(3, '0')}${at % 2 ? '001' : '006'}`
    const reply = await writeOnce('/api/booking/create', {
      token,
      body: {
        ...{
          carId: car._id,
          carName: car.name,
          startDate: day(from),
          endDate: day(from + 1),
          pickupTime: '10:00',
        },
        ...{
          dropoffTime: '10:00',
          pickupLocation: 'Nairobi',
          dropoffLocation: 'Nairobi',
          pricePerDay: car.price,
        },
        ...{ totalDays: 1, totalAmount: car.price, finalAmount: car.price, insuranceCost: 0, discount: 0 },
        customerInfo: { firstName: 'Wanjiku', lastName: 'Kamau', email: 'wanjiku@example.test', phone },
        ...{ paymentMethod: 'mpesa', paymentDetails: { mpesaNumber: phone } },
      },
    })
    if (reply?.body.success) acknowledged.bookings.push(String((reply.body.data as { _id: string })._id))
  }

  async function reader() {
    const paths = ['/api/car/list', '/api/sell/list?limit=12', '/api/food/list']
    for (let turn = 0; !isOver; turn += 1) {
      note('read', await send('GET', paths[turn % paths.length] ?? ''))
      await sleep(50)
    }
  }

  const running = [...Array.from({ length: writers }, writer), ...Array.from({ length: readers }, reader)]
  return {
    since(from) {
      const recent = sent.filter(({ at }) => at >= from)
      const gap = (kind: Sent['kind']) => {
        const times = [
          from,
          ...recent.filter((one) => one.kind === kind && !one.failed).map(({ at }) => at),
          Date.now(),
        ]
        return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)))
      }
      return {
        requests: recent.length,
        failed: recent.filter(({ failed }) => failed).length,
        readGap: gap('read'),
        writeGap: gap('write'),
      }
    },
    async end() {
      isOver = true
      await Promise.all(running)
      return acknowledged
    },
  }
}
