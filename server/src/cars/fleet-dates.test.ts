import { addDays } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blockCar } from '../bookings/block-car.ts'
import { addCar } from '../testing/fleet.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { similarFreeCars } from './read-cars.ts'

const TODAY = '2026-04-01'
const day = (offset: number) => addDays(TODAY, offset)
let market: TestMarket
let axio = ''
let premio = ''

beforeAll(async () => {
  market = await openTestMarket({ now: new Date(`${TODAY}T09:00:00+03:00`) })
  axio = await addCar(market.db, { name: 'Toyota Axio', pricePerDay: 4_500 })
  premio = await addCar(market.db, { name: 'Toyota Premio', pricePerDay: 5_500 })
  await addCar(market.db, { name: 'Honda Fit', category: 'Hatchback', pricePerDay: 4_000 })
  await addCar(market.db, {
    name: 'Nissan Note',
    category: 'Hatchback',
    pricePerDay: 3_500,
    available: false,
  })
  await book(axio, 10, 13)
})
afterAll(() => market.close())

async function book(carId: string, from: number, to: number) {
  const body = {
    carId,
    startDate: day(from),
    endDate: day(to),
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
    customerInfo: { firstName: 'Faith', lastName: 'Mutua', email: 'faith@example.com', phone: '0712345678' },
    paymentMethod: 'whatsapp' as const,
  }
  await market.call('POST /api/booking/create', { body }, await market.signUp())
}

const free = async (query: object) => {
  const { data } = await market.call('GET /api/car/list', { query: { sort: 'price-low', ...query } })
  return data.map((car) => car.name)
}

describe('with dates', () => {
  test('each car carries what the stay costs', async () => {
    const query = { startDate: day(20), endDate: day(23), search: 'Axio' }
    const { data } = await market.call('GET /api/car/list', { query })
    expect(data[0]?.stay).toEqual({ days: 3, total: 13_500, free: true })
  })

  test('taken and unavailable cars are left out', async () => {
    expect(await free({ startDate: day(12), endDate: day(14) })).toEqual(['Honda Fit', 'Toyota Premio'])
  })

  test('taken and unavailable cars are shown, marked, to whoever wants all', async () => {
    const query = { startDate: day(12), endDate: day(14), show: 'all' as const }
    const { data, pagination } = await market.call('GET /api/car/list', { query })
    expect(pagination?.total).toBe(4)
    const marks = Object.fromEntries(data.map((car) => [car.name, car.stay?.free]))
    expect(marks).toEqual({
      'Toyota Axio': false,
      'Toyota Premio': true,
      'Honda Fit': true,
      'Nissan Note': false,
    })
  })

  test('a car is free again two hours after it came back, not earlier', async () => {
    const after = { startDate: day(13), endDate: day(14) }
    expect(await free({ ...after, pickupTime: '11:00' })).not.toContain('Toyota Axio')
    expect(await free({ ...after, pickupTime: '12:00' })).toContain('Toyota Axio')
  })

  test('a car is free until two hours before it leaves, not longer', async () => {
    const before = { startDate: day(9), endDate: day(10) }
    expect(await free({ ...before, dropoffTime: '08:00' })).toContain('Toyota Axio')
    expect(await free({ ...before, dropoffTime: '09:00' })).not.toContain('Toyota Axio')
  })

  test('a car in the workshop is not free', async () => {
    const from = new Date(`${day(40)}T08:00:00+03:00`)
    const until = new Date(`${day(41)}T18:00:00+03:00`)
    await blockCar(market.deps, { carId: premio, from, until, reason: 'Service', accountId: null })
    expect(await free({ startDate: day(39), endDate: day(42) })).toEqual(['Honda Fit', 'Toyota Axio'])
  })

  test.each([
    { startDate: day(-1), endDate: day(2) },
    { startDate: day(5), endDate: day(5) },
    { startDate: day(5), endDate: day(4) },
    { startDate: day(366), endDate: day(368) },
    { startDate: day(1), endDate: day(92) },
    { startDate: day(1) },
    { endDate: day(1) },
  ])('%j is refused', async (query) => {
    const refusal = await market.call('GET /api/car/list', { query }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ApiError)
    expect(refusal).toMatchObject({ status: 400, code: 'rental_dates_invalid' })
  })

  test.each([
    { startDate: '2026-02-30' },
    { startDate: 'soon' },
    { page: 0 },
    { limit: 101 },
    { maxPrice: -1 },
  ])('%j is refused as not valid', async (query) => {
    const answer = await market.app.inject({
      url: '/api/car/list',
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ success: false, code: 'invalid' })
  })

  test('an instant means its day in Nairobi', async () => {
    const query = { startDate: '2026-04-13T21:30:00Z', endDate: '2026-04-15', pickupTime: '12:00' }
    expect(await free(query)).toContain('Toyota Axio')
  })
})

describe('a hold that ran out', () => {
  test('takes its car from nobody, also before anything has swept it away', async () => {
    await book(premio, 60, 62)
    const stay = { startDate: day(60), endDate: day(61) }
    const busy = async () => {
      const answer = await market.call('GET /api/car/availability/:carId', {
        params: { carId: premio },
        query: stayDays,
      })
      return answer.data.busy.length
    }
    const stayDays = { from: day(59), to: day(63) }
    expect(await free(stay)).not.toContain('Toyota Premio')
    expect(await busy()).toBe(1)
    market.clock.advance(2 * 3_600_000 + 1000)
    expect(await free(stay)).toContain('Toyota Premio')
    expect(await busy()).toBe(0)
  })
})

describe('the calendar of a car', () => {
  test('tells when it is taken, turnaround included, over the year to come', async () => {
    const camry = await addCar(market.db, { name: 'Toyota Camry' })
    await book(camry, 10, 13)
    const { data } = await market.call('GET /api/car/availability/:carId', { params: { carId: camry } })
    expect(data.busy).toEqual([{ from: `${day(10)}T07:00:00.000Z`, until: `${day(13)}T09:00:00.000Z` }])
  })

  test('leaves out what is outside the days asked for', async () => {
    const query = { from: day(14), to: day(30) }
    const answer = await market.call('GET /api/car/availability/:carId', { params: { carId: axio }, query })
    expect(answer.data.busy).toEqual([])
  })

  test('is refused for days that run backwards and for a car that is not there', async () => {
    const backwards = { params: { carId: axio }, query: { from: day(5), to: day(5) } }
    await expect(market.call('GET /api/car/availability/:carId', backwards)).rejects.toMatchObject({
      code: 'rental_dates_invalid',
    })
    const nobody = { params: { carId: '018f0000-0000-7000-8000-000000000000' } }
    await expect(market.call('GET /api/car/availability/:carId', nobody)).rejects.toMatchObject({
      status: 404,
    })
  })
})

test('similar free cars are of the same kind first, and of a like price', async () => {
  const { data } = await market.call('GET /api/car/get/:carId', { params: { carId: axio } })
  const period = { startDate: day(80), endDate: day(82), pickupTime: '10:00', dropoffTime: '10:00' }
  const asked = { now: market.clock.now(), limit: 3, publicUrl: market.deps.config.publicUrl }
  const similar = await similarFreeCars(market.db, data, period, asked)
  expect(similar.map(({ name }) => name)).toEqual(['Toyota Camry', 'Toyota Premio', 'Honda Fit'])
})
