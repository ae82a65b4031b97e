import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import type { TodayCounts } from '@twende/contract/today/today-routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoBookings } from '../../demo/bookings.ts'
import { expectExportsAreBooks } from '../testing/export-figures.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { seedBeforeStart } from './seed-before-start.ts'
import { demoSignIns, seedDemoMarket } from './seed-demo-market.ts'

let market: TestMarket

beforeAll(async () => {
  // The last day of a year; it is continued in the next one.
  market = await openTestMarket({ now: new Date('2026-12-31T00:05:00+03:00') })
})
afterAll(() => market.close())

test('an interrupted demo market is continued by the next start, which prints the sign-ins', async () => {
  const booking = { ...market.deps.payables.booking, onPaid: fail, onPaymentStatus: fail }
  const failing = { ...market.deps, payables: { ...market.deps.payables, booking } }
  await expect(seedDemoMarket(failing)).rejects.toThrow('the power went out')
  market.clock.advance(26 * 3_600_000)
  const lines: string[] = []
  await seedBeforeStart(market.deps, (line) => void lines.push(line))
  const printed = lines.join('\n')
  expect(printed).toContain('Demo sign-ins')
  for (const { password } of demoSignIns(market.deps.tokenSecret)) expect(printed).toContain(password)
  const { rows } = await sql<{ cars: number; bookings: number }>`
    select (select count(*) from cars) as cars, (select count(*) from bookings) as bookings
  `.execute(market.db)
  expect(rows).toEqual([{ cars: 24, bookings: demoBookings.length }])
})

async function fail(): Promise<never> {
  throw new Error('the power went out')
}

test('the money of each day on the first page is what the reconciliation of that day says came in', async () => {
  const admin = await market.signUp({ role: 'admin' })
  const { days } = (await market.call('GET /api/admin/today', {}, admin)).data
  const sums: [string, Record<string, number>][] = []
  for (const { day } of days) {
    const { data } = await market.call('GET /api/admin/reconciliation', { query: { day } }, admin)
    const money: Record<string, number> = {
      booking: 0,
      deposit: 0,
      listing_period: 0,
      order: 0,
      unmatched: 0,
    }
    for (const { purpose, amount } of data.cameIn) money[purpose] = (money[purpose] ?? 0) + amount
    sums.push([day, money])
  }
  expect(days.map(({ day, money }) => [day, money])).toEqual(sums)
  expect(days.length).toBe(7)
  expect(days.some(({ money }) => (money?.deposit ?? 0) > 0)).toBe(true)
})

test('each table that staff takes home, and the report, is what the lists and the ledger say', async () => {
  await expectExportsAreBooks(market, await market.signUp({ role: 'admin' }))
})

/** The list that a tile of the first page counts, by the search of the address to which the tile leads. */
const listOfTile = {
  overdue: ['GET /api/admin/bookings', { queue: 'overdue' }],
  notHandedOver: ['GET /api/admin/bookings', { queue: 'notHandedOver' }],
  pickups: ['GET /api/admin/bookings', { queue: 'pickups' }],
  returns: ['GET /api/admin/bookings', { queue: 'returns' }],
  bookingsToConfirm: ['GET /api/admin/bookings', { queue: 'toConfirm' }],
  chargesDisputed: ['GET /api/admin/bookings', { queue: 'disputed' }],
  owed: ['GET /api/admin/bookings', { queue: 'owed' }],
  driversToCheck: ['GET /api/admin/drivers', { status: 'submitted' }],
  carsDue: ['GET /api/admin/cars/due', {}],
  depositsOverdue: ['GET /api/admin/deposits', { queue: 'overdue' }],
  paymentsToCheck: ['GET /api/admin/payments', { queue: 'review' }],
  paymentsUnmatched: ['GET /api/admin/payments', { queue: 'unmatched' }],
  paymentsUnreported: ['GET /api/admin/payments', { queue: 'unreported' }],
  paymentsAnswerLost: ['GET /api/admin/payments', { queue: 'answerLost' }],
  refundsDue: ['GET /api/admin/refunds', { queue: 'due' }],
  refundsToApprove: ['GET /api/admin/refunds', { queue: 'waiting' }],
  listingsToVerify: ['GET /api/admin/listings', { queue: 'verification' }],
  listingsReported: ['GET /api/admin/listings', { queue: 'reported' }],
  ordersToPack: ['GET /api/admin/orders', { queue: 'pack' }],
  ordersToSend: ['GET /api/admin/orders', { queue: 'send' }],
  ordersUnpaid: ['GET /api/admin/orders', { queue: 'unpaid' }],
  productsLow: ['GET /api/admin/products', { show: 'low' }],
  messagesOpen: ['GET /api/admin/messages', { state: 'open' }],
  notificationsFailed: ['GET /api/admin/notifications', { state: 'failed' }],
} as const satisfies Record<Exclude<keyof TodayCounts, 'unpaidHolds'>, readonly [string, object]>

/** The lists whose tabs show how long they are, with the name of the filter that is the tab. */
const tabsOfList = {
  'GET /api/admin/bookings': 'queue',
  'GET /api/admin/deposits': 'queue',
  'GET /api/admin/payments': 'queue',
  'GET /api/admin/refunds': 'queue',
  'GET /api/admin/listings': 'queue',
  'GET /api/admin/orders': 'queue',
  'GET /api/admin/drivers': 'status',
  'GET /api/admin/messages': 'state',
  'GET /api/admin/notifications': 'state',
  'GET /api/admin/cars/due': 'stage',
  'GET /api/admin/cars': 'show',
  'GET /api/admin/fines': 'tab',
} as const

test.each([
  ['today', 0],
  ['a week later, with cars that are late', 7],
])(
  'each tile of the first page, and each number at a tab, is the length of its list: %s',
  async (_, days) => {
    market.clock.advance(days * 86_400_000)
    const admin = await market.signUp({ role: 'admin' })
    const list = async (route: string, query: object) => {
      const reply: unknown = await market.call(route as never, { query } as never, admin)
      return reply as { data: unknown[]; pagination: { total: number }; counts?: Record<string, number> }
    }
    const { counts } = (await market.call('GET /api/admin/today', {}, admin)).data
    const tiles: Record<string, number> = {}
    for (const [tile, [route, query]] of Object.entries(listOfTile))
      tiles[tile] = (await list(route, query)).pagination.total
    const { unpaidHolds, ...shown } = counts
    expect(tiles).toEqual(shown)
    expect(Object.keys(tiles).length).toBe(24)
    expect(Object.values(tiles).filter((length) => length > 0).length).toBeGreaterThan(9)
    const holds = (await market.call('GET /api/admin/holds', {}, admin)).data
    expect(unpaidHolds).toBe(holds.holds.length)

    const numbers: Record<string, number> = {}
    const lengths: Record<string, number> = {}
    for (const [route, tab] of Object.entries(tabsOfList))
      for (const [name, number] of Object.entries((await list(route, {})).counts ?? {})) {
        numbers[`${route} ${name}`] = number
        lengths[`${route} ${name}`] = (
          await list(route, name === 'all' ? { [tab]: undefined } : { [tab]: name })
        ).pagination.total
      }
    expect(Object.keys(numbers).length).toBeGreaterThan(30)
    expect(lengths).toEqual(numbers)
  },
)

test('a client that knows only the specification books between any two places for days × price', async () => {
  const fleet = await market.call('GET /api/car/list', {})
  const startDate = addDays(nairobiDay(market.clock.now()), 200)
  const endDate = addDays(startDate, 3)
  const { data: places } = await market.call('GET /api/location/list', {})
  const car = fleet.data.find(({ available }) => available)
  if (!car) throw new Error('no car is offered')
  const plain = { carId: car._id, startDate, endDate }
  const priced: number[] = []
  for (const pickup of places)
    for (const dropoff of places) {
      const body = { ...plain, pickupLocation: pickup.name, dropoffLocation: dropoff.name }
      priced.push((await market.call('POST /api/booking/quote', { body })).data.finalAmount)
    }
  expect(priced.length).toBeGreaterThan(60)
  expect(new Set(priced)).toEqual(new Set([3 * car.price]))
  const specified = {
    ...plain,
    carName: car.name,
    pickupTime: '10:00',
    dropoffTime: '10:00',
    pickupLocation: 'Kisumu',
    dropoffLocation: 'Nakuru',
    pricePerDay: car.price,
    totalDays: 3,
    totalAmount: 3 * car.price,
    finalAmount: 3 * car.price,
    insuranceCost: 0,
    discount: 0,
    customerInfo: {
      firstName: 'Wanjiku',
      lastName: 'Kamau',
      email: 'wanjiku@example.com',
      phone: '0712345678',
      licenseNumber: '',
      address: '',
    },
    paymentMethod: 'whatsapp' as const,
    paymentDetails: { mpesaNumber: '' },
    specialRequests: '',
    driverNotes: '',
    cancellationReason: '',
  }
  const booked = await market.call('POST /api/booking/create', { body: specified }, await market.signUp())
  expect(booked.data.finalAmount).toBe(3 * car.price)
})
