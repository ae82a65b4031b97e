import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import type { RouteSpec } from '@twende/contract/http/route.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { type RouteKey, routes } from '@twende/contract/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCar } from './fleet.ts'
import type { Person } from './people.ts'
import { bookCar } from './renting.ts'
import { createListing } from './selling.ts'
import { addProduct, deliveryAddress, placeOrder, settleOrder } from './shopping.ts'
import { openTestMarket, type TestMarket } from './test-app.ts'

let market: TestMarket
let staff: Person
let admin: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
})
afterAll(() => market.close())

const soon = (days: number) => addDays(nairobiDay(market.clock.now()), days)

describe('what somebody who works here sends', () => {
  test.each(['', ' ', '0', 'yesterday', '2026-02-30T00:00:00.000Z', "'; drop table cars --", '9'.repeat(40)])(
    'a time %j at which nothing was ever changed is refused in words, wherever it is compared',
    async (updatedAt) => {
      const asked = [
        [
          'POST /api/admin/booking/:bookingId/extend',
          { endDate: soon(9), dropoffTime: '10:00', note: 'Cash' },
        ],
        ['POST /api/admin/settings', {}],
        ['POST /api/admin/listing/:listingId/verify', {}],
        ['POST /api/sell/update', { id: staff.accountId }],
      ] as const
      for (const [name, body] of asked) {
        const answer = await send(name, { ...body, updatedAt }, admin)
        expect([name, answer.statusCode]).toEqual([name, 400])
      }
    },
  )

  test('a reason of 4,000 emojis is too long, in every field that takes words', async () => {
    const names = Object.keys(routes).filter((name) => name.startsWith('POST /api/admin/')) as RouteKey[]
    let tried = 0
    for (const name of names) {
      const spec: RouteSpec = routes[name]
      if (spec.multipart) continue
      for (const field of ['reason', 'note'] as const) {
        if (!JSON.stringify(Object.keys(shapeOf(spec))).includes(`"${field}"`)) continue
        const { statusCode, body } = await send(name, { [field]: '😀'.repeat(4_000) }, admin)
        expect([name, statusCode]).toEqual([name, 400])
        expect(body).not.toContain('😀')
        tried += 1
      }
    }
    expect(tried).toBeGreaterThan(15)
  })

  test('fields that are none of theirs change nothing', async () => {
    const productId = await addProduct(market, { price: 900 })
    const extra = { onHand: 7, price: 1, reserved: -5, hidden: true, _id: staff.accountId, role: 'admin' }
    const answer = await send('POST /api/admin/product/:productId/stock', extra, staff, { productId })
    expect(answer.json().data).toMatchObject({
      _id: productId,
      price: 900,
      reserved: 0,
      onHand: 7,
      hidden: false,
    })
    const body = { name: 'Mercy', role: 'admin', email: 'x@example.com', banned_at: null, token_version: 9 }
    await send('POST /api/user/update', body, staff)
    const account = await market.db
      .selectFrom('accounts')
      .select(['role', 'email'])
      .where('id', '=', staff.accountId)
      .executeTakeFirst()
    expect(account).toEqual({ role: 'staff', email: staff.email })
  })
})

test('no export holds a formula, whoever typed it and however', async () => {
  const customer = await market.signUp()
  const formulas = ['=1+1', '+1', '-1', '@SUM(1)', '＝1+1', '＋1', '|calc']
  for (const [at, formula] of formulas.entries()) {
    const customerInfo = {
      firstName: formula,
      lastName: formula,
      email: 'w@example.com',
      phone: `07123456${70 + at}`,
    }
    const stay = { startDate: soon(3 + at * 4), endDate: soon(4 + at * 4), customerInfo }
    if (at % 3 === 0) Object.assign(customer, await market.signUp())
    await bookCar(market, customer, await addCar(market.db, { name: `${formula} car` }), stay)
  }
  for (const file of ['bookings', 'payments']) {
    const headers = { token: staff.token }
    const { body } = await market.app.inject({ url: `/api/admin/${file}.csv?queue=all`, headers })
    const cells = body.split(/\r\n/).flatMap((line) => line.split(',').map((cell) => cell.replace(/^"/, '')))
    expect(cells.filter((cell) => /^\s*[=+\-@＝＋－＠|]/.test(cell))).toEqual([])
  }
})

test('the table of every other room holds what its list holds, and a name as text', async () => {
  const person = await market.signUp({ name: '=1+1' })
  const address = { ...deliveryAddress(), lastName: '=1+1' }
  const { data: order } = await placeOrder(market, person, await addProduct(market), { address })
  await settleOrder(market, order)
  await market.call('POST /api/order/cancel', { body: { orderId: order._id } }, person)
  const car = await createListing(market, person)
  const { accountId, email } = person
  const rowsOf = async (file: string, query: Record<string, string>) => {
    const url = `/api/admin/${file}.csv?${new URLSearchParams(query)}`
    const { statusCode, body } = await market.app.inject({ url, headers: { token: admin.token } })
    expect([file, statusCode]).toEqual([file, 200])
    const lines = body.split('\r\n').slice(1, -1)
    // The total follows an empty line.
    return lines.includes('') ? lines.slice(0, lines.indexOf('')) : lines
  }
  const today = soon(0)
  const code = car.payment.code
  expect(await rowsOf('orders', { search: order.number })).toEqual([
    expect.stringMatching(
      `^${order.number},${today},Cancelled,Refunding,M-Pesa,Wanjiku,'=1\\+1,.*,1600,0,0,1600,0,0,1,${today},SHOP`,
    ),
  ])
  expect(await rowsOf('orders', { accountId, queue: 'pack' })).toEqual([])
  expect(await rowsOf('listings', { accountId })).toEqual([
    expect.stringMatching(`^CAR\\d+,${today},Pending Payment,.*,'=1\\+1,.*,${email},.*,2000,0,${code},`),
  ])
  expect(await rowsOf('listings', { accountId, queue: 'suspended' })).toEqual([])
  const phone = showPhone(address.phone)
  expect(await rowsOf('refunds', { search: email })).toEqual([
    expect.stringMatching(
      `^${today},Order,${order.number},'=1\\+1,${phone},${phone},,SHOP\\d+,1600,${email},1600,`,
    ),
  ])
  expect(await rowsOf('refunds', { search: email, queue: 'sent' })).toEqual([])
  expect(await rowsOf('people', { search: email })).toEqual([`'=1+1,,${email},Customer,${today},,0,1,1`])
  expect(await rowsOf('people', { search: email, state: 'banned' })).toEqual([])
})

test('an address that was kept before hidden letters were left out hides no list from staff', async () => {
  const person = await market.signUp()
  const { orderId } = await placeOrder(market, person, await addProduct(market))
  const address = JSON.stringify({ ...deliveryAddress(), lastName: '\u200b', street: 'x'.repeat(300) })
  await market.db.updateTable('orders').set({ address }).where('id', '=', orderId).execute()
  const { data } = await market.call('GET /api/admin/orders', { query: { queue: 'all' } }, staff)
  expect(data.map(({ _id }) => _id)).toContain(orderId)
})

function shapeOf({ body }: RouteSpec): object {
  const def = body && 'def' in body ? body.def : undefined
  return def && typeof def === 'object' && 'shape' in def && def.shape ? Object(def.shape) : {}
}

function send(name: RouteKey, body: object, as: Person, params: Record<string, string> = {}) {
  const [method = 'POST', path = ''] = name.split(' ')
  const nobody = '0190d3b4-0000-7000-8000-000000000000'
  const url = path.replace(/:(\w+)/g, (_, part: string) => params[part] ?? nobody)
  const headers = { token: as.token, 'content-type': 'application/json' }
  return market.app.inject({ method: method as 'POST', url, headers, payload: JSON.stringify(body) })
}
