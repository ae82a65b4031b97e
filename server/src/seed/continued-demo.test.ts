import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoBookings } from '../../demo/bookings.ts'
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

test('a client that knows only the specification books between any two places for days × price', async () => {
  const fleet = await market.call('GET /api/car/list', {})
  const startDate = addDays(nairobiDay(market.clock.now()), 200)
  const endDate = addDays(startDate, 3)
  const { data: places } = await market.call('GET /api/location/list', {})
  const car = fleet.data.find(({ available }) => available)
  if (!car) throw new Error('no car is offered')
  const plain = { carId: car._id, startDate, endDate }
  const priced = await Promise.all(
    places.flatMap((pickup) =>
      places.map(async (dropoff) => {
        const body = { ...plain, pickupLocation: pickup.name, dropoffLocation: dropoff.name }
        const { data } = await market.call('POST /api/booking/quote', { body })
        return data.finalAmount
      }),
    ),
  )
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
