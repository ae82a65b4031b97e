import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { seedDemoMarket } from './seed-demo-market.ts'

let market: TestMarket

beforeAll(async () => {
  market = await openTestMarket({ now: new Date('2026-04-01T09:00:00+03:00') })
  await seedDemoMarket(market.deps)
})
afterAll(() => market.close())

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
