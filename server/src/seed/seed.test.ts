import { BOOKING_STATUSES } from '@twende/contract/bookings/booking-status.ts'
import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { LISTING_STATUSES } from '@twende/contract/listings/listing-status.ts'
import { ORDER_STATUSES } from '@twende/contract/shop/order-status.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoBookings } from '../../demo/bookings.ts'
import { orders } from '../../demo/orders.ts'
import { people as demoPeople } from '../../demo/people.ts'
import { products } from '../../demo/products.ts'
import { saleCars } from '../../demo/sale-cars.ts'
import { deleteOldPrivateFiles } from '../private-files/private-files.ts'
import { agreementOf } from '../testing/agreements.ts'
import { handOver as handOverCar } from '../testing/condition-reports.ts'
import { addCategory } from '../testing/fleet.ts'
import { paidWith } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { drawDocument } from '../testing/private-files.ts'
import { createListing, postForm } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { type CleanMode, cleanDemo, refuseWhileRunning } from './clean-demo.ts'
import { findDemoMarket } from './demo-market-store.ts'
import { seedBeforeStart } from './seed-before-start.ts'
import { demoSignIns, seedDemoMarket } from './seed-demo-market.ts'

let market: TestMarket
beforeAll(async () => {
  // The end of a leap day, from which every date of the demo is counted.
  market = await openTestMarket({ now: new Date('2028-02-29T23:55:00+03:00') })
  await seedDemoMarket(market.deps)
})
afterAll(() => market.close())

type Counted = 'bookings' | 'orders' | 'cars' | 'notifications' | 'accounts' | 'pictures' | 'calendar_feeds'
const count = async (table: Counted) => {
  const { number } = await market.db
    .selectFrom(table)
    .select(sql<number>`count(*)`.as('number'))
    .executeTakeFirstOrThrow()
  return number
}

test('the market is full: fleet, categories, places, services, banner', async () => {
  const fleet = await market.call('GET /api/car/list', {})
  expect(fleet.counts).toEqual({ total: 24, available: 22 })
  for (const car of fleet.data) {
    expect(car.pictures.length, car.name).toBeGreaterThanOrEqual(3)
    expect(car.image, car.name).toMatch(/^http.+\/media\/[0-9a-f]{64}\/1200\.jpg$/)
    expect(Object.keys(car.specs), car.name).toEqual(
      expect.arrayContaining(['engine', 'power', 'acceleration', 'topSpeed']),
    )
  }
  expect(new Set(fleet.data.map((car) => car.image)).size).toBe(24)
  const vehicles = await market.call('GET /api/category/list', { query: { kind: 'vehicle' } })
  expect(vehicles.data.map(({ name }) => name).slice(0, 9)).toEqual([
    'Sedan',
    'SUV',
    'Hatchback',
    'Coupe',
    'Convertible',
    'Pickup Truck',
    'Minivan',
    'Sports Car',
    'Luxury',
  ])
  const places = await market.call('GET /api/location/list', {})
  expect(places.data.map(({ name }) => name).slice(0, 8)).toEqual([
    'Nairobi',
    'Mombasa',
    'Kisumu',
    'Nakuru',
    'Eldoret',
    'Thika',
    'Malindi',
    'Kitale',
  ])
  expect((await market.call('GET /api/service/list', {})).data).toHaveLength(8)
  expect((await market.call('GET /api/banner/list', {})).data[0]?.imageUrl3).toMatch(/^http/)
})

test('every car has a service plan, one is to be serviced soon, and the reports have the costs', async () => {
  const staff = await market.signUp({ role: 'staff' })
  const due = await market.call('GET /api/admin/cars/due', { query: {} }, staff)
  expect(due.data.map(({ carName, kind, stage }) => `${carName} ${kind} ${stage}`)).toEqual([
    'Toyota Rush insurance 14',
    'Mazda Demio service 14',
  ])
  const { rows } = await sql<{ cars: number; plans: number; paid: number }>`
    select (select count(*) from cars) as cars, (select count(*) from service_plans) as plans,
      (select sum(amount) from car_costs) as paid`.execute(market.db)
  const [{ cars, plans, paid } = { cars: 0, plans: 1, paid: 0 }] = rows
  expect(plans).toBe(cars)
  const { total, data } = await market.call('GET /api/admin/reports', { query: { by: 'car' } }, staff)
  expect(total.costs).toBe(Number(paid))
  expect(data.reduce((sum, { costs }) => sum + costs, 0)).toBe(Number(paid))
  expect(data.every(({ costs }) => costs > 0)).toBe(true)
})

test('reviews give cars ratings of their own', async () => {
  const { data } = await market.call('GET /api/car/list', {})
  const rated = data.filter((car) => car.reviewCount > 0)
  expect(rated.length).toBeGreaterThan(15)
  expect(new Set(rated.map((car) => car.rating)).size).toBeGreaterThan(2)
  const [first] = rated
  const reviews = await market.call('GET /api/car/reviews/:carId', { params: { carId: first?._id ?? '' } })
  expect(reviews.data).toHaveLength(first?.reviewCount ?? 0)
  expect(reviews.data[0]?.name).toMatch(/^\w+ \w\.$/)
})

test('there are bookings in every state, and no two live ones share a car', async () => {
  expect(await count('bookings')).toBe(demoBookings.length)
  const rows = await market.db.selectFrom('bookings').select('status').distinct().execute()
  expect(rows.map(({ status }) => status).sort()).toEqual([...BOOKING_STATUSES].sort())
  const overlapping = await sql`
    select a.id from bookings a join bookings b on a.car_id = b.car_id and a.id < b.id
      and tstzrange(a.starts_at, a.occupied_until) && tstzrange(b.starts_at, b.occupied_until)
    where a.status in ('pending', 'confirmed', 'active') and b.status in ('pending', 'confirmed', 'active')
  `.execute(market.db)
  expect(overlapping.rows).toEqual([])
})

test('everybody whose sign-in is printed can sign in, and the customer has bookings of every kind', async () => {
  const signIns = demoSignIns(market.deps.tokenSecret)
  expect(signIns.map(({ role }) => role)).toEqual(['customer', 'seller', 'staff', 'admin'])
  const answers = await Promise.all(
    signIns.map(({ email, password }) => market.call('POST /api/user/login', { body: { email, password } })),
  )
  const [customer] = answers
  const options = { token: customer?.token }
  const { stats } = await market.call('GET /api/booking/stats', {}, options)
  expect(stats).toEqual({ total: 13, active: 1, confirmed: 1, completed: 7, pending: 1, cancelled: 3 })
  const list = await market.call('GET /api/booking/user', { query: {} }, options)
  expect(list.bookings.some((booking) => booking.paymentDetails.transactionId?.match(/^[A-Z0-9]{10}$/))).toBe(
    true,
  )
  expect(list.bookings.some((booking) => booking.status === 'completed' && !booking.review)).toBe(true)
})

test('there are cars for sale in every state, and everybody sees those that are live', async () => {
  const rows = await market.db.selectFrom('listings').select(['name', 'status', 'months', 'views']).execute()
  expect(rows).toHaveLength(saleCars.length)
  expect([...new Set(rows.map(({ status }) => status))].sort()).toEqual([...LISTING_STATUSES].sort())
  const { data, counts } = await market.call('GET /api/sell/list', {})
  expect(counts).toEqual({ verified: 36, available: 34 })
  expect(data.every(({ pictures, specs }) => pictures.length >= 3 && specs.engine)).toBe(true)
  expect(data.filter(({ price }) => price > 10_000_000)).toHaveLength(2)
  const vitzes = data.filter(({ model }) => model === 'Vitz').map(({ priceBand }) => priceBand)
  expect(vitzes.toSorted()).toEqual(['fair', 'fair', 'good', 'great', 'high'])
  const staff = await market.signUp({ role: 'staff' })
  const queues = await market.call('GET /api/admin/listings', { query: { queue: 'verification' } }, staff)
  expect(queues.counts).toEqual({ payment: 1, verification: 4, reported: 0, suspended: 1 })
  const warnings = queues.data.flatMap(({ paymentProof }) => paymentProof?.warnings ?? [])
  expect(warnings).toContain('The seller’s words speak of money to be sent.')
})

test('the shop has 24 products with a picture each, in every category, one of them sold out', async () => {
  const { data } = await market.call('GET /api/food/list', {})
  expect(data).toHaveLength(24)
  expect(new Set(data.map(({ image }) => image)).size).toBe(24)
  for (const product of data) expect(product.image, product.name).toMatch(/^http.+\/1200\.jpg$/)
  expect(data.filter(({ stock }) => stock === 0).map(({ name }) => name)).toEqual(['APC Back-UPS 650 VA'])
  const categories = await market.call('GET /api/category/list', { query: { kind: 'product' } })
  expect(new Set(data.map(({ category }) => category))).toEqual(
    new Set(categories.data.map(({ name }) => name)),
  )
  const printer = orders.filter(({ ends }) => ends === 'pending').flatMap(({ items }) => items)
  for (const { name, stock } of products) {
    const waiting = printer.find(([ordered]) => ordered === name)?.[1] ?? 0
    expect(data.find((product) => product.name === name)?.stock, name).toBe(stock - waiting)
  }
})

test('the demo customer has orders in every state, and receipts are numbered from 1', async () => {
  const signIn = demoSignIns(market.deps.tokenSecret).find(({ role }) => role === 'customer')
  const { email = '', password = '' } = signIn ?? {}
  const { token } = await market.call('POST /api/user/login', { body: { email, password } })
  const { data } = await market.call('POST /api/order/userorders', { body: {} }, { token })
  expect(new Set(data.map(({ status }) => status))).toEqual(new Set(ORDER_STATUSES))
  const rows = await market.db.selectFrom('receipts').select('number').orderBy('number').execute()
  expect(rows.length).toBeGreaterThan(6)
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, place) => place + 1))
})

test('pending bookings hold their cars, and one car is blocked for the workshop', async () => {
  const pending = await market.db
    .selectFrom('bookings')
    .select('hold_expires_at')
    .where('status', '=', 'pending')
    .execute()
  expect(pending.length).toBeGreaterThan(0)
  for (const { hold_expires_at } of pending) {
    expect(hold_expires_at?.getTime()).toBeGreaterThan(market.clock.now().getTime())
  }
  expect(await market.db.selectFrom('car_blocks').select('id').execute()).toHaveLength(1)
})

test('M-Pesa has reported every code that staff typed', async () => {
  expect(await market.db.selectFrom('unreported_payments').selectAll().execute()).toEqual([])
})

test('past events send nothing: no mail is pending, no job is queued', async () => {
  const waiting = await market.db
    .selectFrom('notifications')
    .select('id')
    .where('sent_at', 'is', null)
    .execute()
  expect(waiting).toEqual([])
  const { rows } = await sql`select 1 from pgboss.job where name = 'send-payment-request'`.execute(market.db)
  expect(rows).toEqual([])
})

test('seeding again changes nothing', async () => {
  const counts = () =>
    Promise.all((['bookings', 'orders', 'cars', 'accounts', 'pictures'] as const).map(count))
  const before = await counts()
  await seedDemoMarket(market.deps)
  expect(await counts()).toEqual(before)
})

test('a later start prints no password', async () => {
  const lines: string[] = []
  await seedBeforeStart(market.deps, (line) => void lines.push(line))
  const printed = lines.join('\n')
  expect(printed).toContain('npm run demo-sign-ins')
  for (const { password } of demoSignIns(market.deps.tokenSecret)) expect(printed).not.toContain(password)
})

test('a database that holds other data is not changed', async () => {
  const used = await openTestMarket()
  await addCategory(used.db, 'Sedan')
  expect(await seedDemoMarket(used.deps)).toBe(false)
  expect(await used.db.selectFrom('cars').select('id').execute()).toEqual([])
  await used.close()
})

describe('cleaning the demo market', () => {
  const clean = (wish: CleanMode) => market.asOwner((owner) => cleanDemo(owner, wish, market.clock.now()))
  /** Hands the car of a booking over; returns the file of the agreement. */
  const handOver = async (id: string) => {
    const staff = await market.signUp({ role: 'staff' })
    const params = { bookingId: id }
    const { data } = await market.call('GET /api/admin/booking/:bookingId/deposit', { params }, staff)
    if (data.deposit && data.deposit.due > 0) {
      const taken = { params, body: { paidBy: 'cash' as const } }
      await market.call('POST /api/admin/booking/:bookingId/deposit/take', taken, staff)
    }
    await handOverCar(market, staff, id)
    return (await agreementOf(market, id)).file_id
  }
  /** Real staff records a cost of one car of the demo, and a document of another; returns the file of its scan. */
  const recordCosts = async () => {
    const staff = await market.signUp({ role: 'staff' })
    const { data } = await market.call('GET /api/admin/cars', { query: { search: 'Nissan' } }, staff)
    const [spent, insured] = data.map(({ _id }) => _id)
    const day = nairobiDay(market.clock.now())
    const body = { kind: 'repair', amount: '4321', day, note: '' } as const
    await market.call('POST /api/admin/car/:carId/costs', { params: { carId: spent ?? '' }, body }, staff)
    const scan = new Blob([new Uint8Array(await drawDocument())], { type: 'image/jpeg' })
    const paper = { kind: 'road', number: 'RSL 1', issuer: 'NTSA', validFrom: day, validUntil: day, scan }
    const sent = await postForm(market, `/api/admin/car/${insured}/documents`, paper, staff)
    const { documents } = sent.json().data
    return documents.find((document: { number: string }) => document.number === 'RSL 1').scan._id
  }
  /** A run of the job removes a part of the files. */
  const removeFiles = async () => {
    for (let run = 0; run < 10; run += 1) await deleteOldPrivateFiles(market.deps)
  }
  const demoEmails = demoPeople.map(({ email }) => email)
  let real: Person
  let bookingId = ''

  test('a real customer books a car of the demo, orders one of its products and lists a car', async () => {
    real = await market.signUp({ name: 'Real Customer' })
    const fleet = await market.call('GET /api/car/list', { query: { available: 'true' } as never })
    const startDate = addDays(nairobiDay(market.clock.now()), 200)
    const wish = {
      carId: fleet.data.find(({ available }) => available)?._id ?? '',
      startDate,
      endDate: addDays(startDate, 3),
      pickupLocation: 'Nairobi',
      dropoffLocation: 'Nairobi',
      customerInfo: { firstName: 'Real', lastName: 'Customer', email: real.email, phone: '0712345678' },
      paymentMethod: 'whatsapp',
    }
    const booked = await market.call('POST /api/booking/create', { body: wish as never }, real)
    bookingId = booked.data._id
    const admin = await market.signUp({ role: 'admin' })
    const signIn = demoSignIns(market.deps.tokenSecret).find(({ role }) => role === 'admin')
    const asDemoAdmin = await market.call('POST /api/user/login', {
      body: { email: signIn?.email ?? '', password: signIn?.password ?? '' },
    })
    // The demo's admin signs for something real, so that account cannot simply be removed.
    const confirm = { params: { bookingId }, body: paidWith() }
    const signed = { ...admin, token: asDemoAdmin.token }
    await market.call('POST /api/admin/booking/:bookingId/confirm', confirm, signed)
    // Everybody can sign in as the demo's admin, and would go on reading the calendar.
    await market.call('POST /api/admin/calendar-feeds', { body: { name: 'Known to everybody' } }, signed)
    await createListing(market, real)
  })

  test('removes nothing while there are real customers, and says how to go on', async () => {
    const before = await count('bookings')
    await expect(clean(undefined)).rejects.toThrow('1 customer is not of the demo')
    expect(await count('bookings')).toBe(before)
  })

  test('keeps what real people made, the catalog and the settings, and removes the rest', async () => {
    const categories = await market.call('GET /api/category/list', {})
    const rented = await market.db
      .selectFrom('bookings')
      .select('id')
      .where('status', '=', 'confirmed')
      .where('id', '<>', bookingId)
      .executeTakeFirstOrThrow()
    const fileId = await handOver(rented.id)
    const scanId = await recordCosts()
    expect(await market.deps.privateFiles.files.has(scanId, 'full.enc')).toBe(true)
    const report = await clean('keep-real')
    await removeFiles()
    expect(await market.deps.privateFiles.files.has(fileId, 'full.enc')).toBe(false)
    expect(report).toMatchObject({ kind: 'kept-real', closed: { accounts: 1, cars: 2, products: 0 } })
    const costs = await market.db.selectFrom('car_costs').select('amount').execute()
    expect(costs).toEqual([{ amount: 4_321 }])
    expect(await market.deps.privateFiles.files.has(scanId, 'full.enc')).toBe(false)
    const kept = await market.db.selectFrom('bookings').select('id').execute()
    expect(kept).toEqual([{ id: bookingId }])
    const listings = await market.db.selectFrom('listings').select('account_id').execute()
    expect(listings).toEqual([{ account_id: real.accountId }])
    expect(await count('orders')).toBe(0)
    expect(await count('calendar_feeds')).toBe(0)
    expect((await market.call('GET /api/category/list', {})).data).toEqual(categories.data)
    expect((await market.call('GET /api/booking/user', {}, real)).bookings).toHaveLength(1)
  })

  test('leaves no demo account that can sign in, and nothing of the demo visible', async () => {
    const emails = await market.db.selectFrom('accounts').select('email').execute()
    for (const { email } of emails) expect(demoEmails).not.toContain(email)
    for (const { email, password } of demoSignIns(market.deps.tokenSecret)) {
      const signIn = market.call('POST /api/user/login', { body: { email, password } })
      await expect(signIn).rejects.toMatchObject({ code: 'wrong_login' })
    }
    const admins = await market.db.selectFrom('accounts').select('id').where('role', '=', 'admin').execute()
    expect(admins).toHaveLength(1)
    market.deps.changeFeed.changed('cars')
    market.deps.changeFeed.changed('shop')
    expect((await market.call('GET /api/car/list', {})).data).toEqual([])
    expect((await market.call('GET /api/product/list', {})).data).toEqual([])
    expect(await findDemoMarket(market.db)).toBeUndefined()
  })

  test('refuses while the program is running', async () => {
    await expect(market.asOwner(refuseWhileRunning)).rejects.toThrow('Twende is running on this database')
  })

  test('refuses a market that is not a demo', async () => {
    await expect(clean('everything')).rejects.toThrow('This is not a demo market')
    expect(await count('bookings')).toBe(1)
  })

  test('empties a demo market, if asked to, whoever is in it', async () => {
    await market.db.insertInto('demo_market').values({ started_at: market.clock.now() }).execute()
    const fileId = await handOver(bookingId)
    expect(await market.deps.privateFiles.files.has(fileId, 'full.enc')).toBe(true)
    expect(await clean('everything')).toEqual({ kind: 'emptied' })
    for (const table of ['accounts', 'bookings', 'cars'] as const) expect(await count(table)).toBe(0)
    await removeFiles()
    expect(await market.deps.privateFiles.files.has(fileId, 'full.enc')).toBe(false)
  })
})
