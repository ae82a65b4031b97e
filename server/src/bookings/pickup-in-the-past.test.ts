import { nairobiInstant } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCar } from '../testing/fleet.ts'
import { paidWith } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, BY_MPESA, bookCar, bookingBody, payBooking } from '../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let customer: Person
let carId: string

const TODAY = '2026-04-01'

beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
})
beforeEach(async () => {
  market.clock.set(nairobiInstant(TODAY, '17:00'))
  market.clock.advance(8 * 60_000)
  customer = await market.signUp()
  carId = await addCar(market.db)
})
afterAll(() => market.close())

const fromToday = { startDate: TODAY, endDate: '2026-04-02' }

test('a client that asks for an hour that is over gets the next full hour, and is told', async () => {
  const body = { ...bookingBody(carId, fromToday), pickupTime: '10:00', finalAmount: undefined }
  const { data, message } = await market.call('POST /api/booking/create', { body }, customer)
  expect(data).toMatchObject({ startDate: TODAY, pickupTime: '18:00', dropoffTime: '10:00', totalDays: 1 })
  expect(message).toMatch(
    /^Booking submitted successfully! .* The pickup is at 18:00, because 10:00 is over\.$/,
  )
})

test('a client that asks for an hour to come gets it, and is told nothing else', async () => {
  const body = { ...bookingBody(carId, fromToday), pickupTime: '19:00' }
  const { data, message } = await market.call('POST /api/booking/create', { body }, customer)
  expect(data.pickupTime).toBe('19:00')
  expect(message).not.toContain('is over')
})

test('a quote and a search are about the same hour', async () => {
  await bookCar(market, await market.signUp(), carId, {
    startDate: '2026-04-02',
    endDate: '2026-04-03',
    pickupTime: '21:00',
  })
  const period = { ...fromToday, pickupTime: '10:00', dropoffTime: '18:00' }
  expect((await market.call('POST /api/booking/quote', { body: { carId, ...period } })).data).toMatchObject({
    free: true,
    pickupTime: '18:00',
  })
  const found = await market.call('GET /api/car/list', { query: { ...period, ids: carId } })
  expect(found.data).toHaveLength(1)
})

test('in the last hour of a day its customers are asked to choose the next day', async () => {
  market.clock.set(nairobiInstant(TODAY, '23:00'))
  market.clock.advance(60_000)
  const asked = market.call('POST /api/booking/create', { body: bookingBody(carId, fromToday) }, customer)
  await expect(asked).rejects.toMatchObject({ status: 400, code: 'rental_dates_invalid' })
  const { startDate, endDate } = { startDate: '2026-04-02', endDate: '2026-04-03' }
  expect((await bookCar(market, customer, carId, { startDate, endDate })).startDate).toBe(startDate)
})

test('staff gives the next full hour at the counter', async () => {
  const staff = await market.signUp({ role: 'staff' })
  const body = {
    carId,
    ...fromToday,
    pickupTime: '10:00',
    dropoffTime: '18:00',
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
    customerInfo: { firstName: 'Otieno', lastName: 'Okello', phone: '0722000111' },
    ...paidWith(),
  }
  const { data, message } = await market.call('POST /api/admin/bookings', { body }, staff)
  expect(data.pickupTime).toBe('18:00')
  expect(message).toContain('18:00')
})

test('cancelling is free for an hour from booking, also after the pickup', async () => {
  market.clock.set(nairobiInstant(TODAY, '17:45'))
  const { _id, finalAmount } = await bookCar(market, customer, carId, {
    ...fromToday,
    pickupTime: '18:00',
    ...BY_MPESA,
  })
  await payBooking(market, _id)
  market.clock.set(nairobiInstant(TODAY, '18:44'))
  const params = { bookingId: _id }
  const { data } = await market.call('GET /api/booking/:bookingId/refund', { params }, customer)
  expect(data).toEqual({ paid: finalAmount, kept: 0, refund: finalAmount, free: true, refundWay: 'to_payer' })
  market.clock.set(nairobiInstant(TODAY, '18:46'))
  const later = await market.call('GET /api/booking/:bookingId/refund', { params }, customer)
  expect(later.data.free).toBe(false)
})
