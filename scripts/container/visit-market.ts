import { randomUUID } from 'node:crypto'

/**
 * A customer of a started market: `book ADDRESS` looks at the home page and at a picture of a car, registers, books a car and
 * prints what `find ADDRESS TOKEN BOOKING` needs to look for that booking later.
 */

type Reply = { success?: boolean; token?: string; data?: unknown; message?: string }

const [what, site = '', ...rest] = process.argv.slice(2)

async function read(path: string) {
  const answer = await fetch(site + path, { signal: AbortSignal.timeout(30_000) })
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
  return answer
}

async function call(path: string, body: object | undefined, token = ''): Promise<Reply> {
  const answer = await fetch(site + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      token,
      ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(30_000),
  })
  const reply = (await answer.json()) as Reply
  if (!reply.success) throw new Error(`${path} was answered ${answer.status}: ${JSON.stringify(reply)}`)
  return reply
}

const dayAfter = (days: number) =>
  new Date(Date.now() + 3 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)

async function book() {
  const page = await (await read('/')).text()
  const picture = /(?:src|href)="(\/[^"]*\.(?:avif|webp|jpe?g))/.exec(page)?.[1]
  if (!page.includes('<h1') || picture === undefined)
    throw new Error('The home page has no heading or no picture.')
  const drawn = await read(picture)
  if (!drawn.headers.get('content-type')?.startsWith('image/')) throw new Error(`${picture} is no picture.`)
  const email = `trial-${randomUUID()}@example.test`
  const person = { name: 'Wanjiku Kamau', email, password: 'Lamu-Dhow-77' }
  const { token = '' } = await call('/api/user/register', person)
  const cars = (await call('/api/car/list', undefined)).data as { _id: string; available: boolean }[]
  const car = cars.find(({ available }) => available)
  const customerInfo = { firstName: 'Wanjiku', lastName: 'Kamau', email, phone: '0712345001' }
  const { data } = await call(
    '/api/booking/create',
    {
      carId: car?._id,
      startDate: dayAfter(20),
      endDate: dayAfter(22),
      pickupLocation: 'Nairobi',
      dropoffLocation: 'Nairobi',
      customerInfo,
      paymentMethod: 'mpesa',
      paymentDetails: { mpesaNumber: customerInfo.phone },
    },
    token,
  )
  console.log(JSON.stringify({ token, booking: (data as { _id: string })._id }))
}

async function find([token = '', booking = '']: readonly string[]) {
  const reply = await call('/api/booking/user', undefined, token)
  if (!JSON.stringify(reply).includes(booking)) throw new Error('The booking of before is gone.')
}

if (what === 'book') await book()
else await find(rest)
