import { nairobiInstant } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { handOver, takeBack } from '../../testing/condition-reports.ts'
import { addCar, addLocation } from '../../testing/fleet.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING, bookCar, moveBookingOn } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
let staff: Person
let carId: string
let number = 100

beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  await addLocation(market.db, 'Mombasa')
})
beforeEach(async () => {
  market.clock.set(BOOKING_MORNING)
  carId = await addCar(market.db, { numberPlate: `KDA ${String(++number)}A` })
})
afterAll(() => market.close())

async function booked(startDate: string, endDate: string, dropoffLocation = 'Nairobi') {
  const choices = { startDate, endDate, dropoffLocation }
  const { _id, bookingId } = await bookCar(market, await market.signUp(), carId, choices)
  await moveBookingOn(market, staff, _id, 'confirmed')
  return { id: _id, reference: bookingId }
}

const atTheCounter = async () =>
  (await market.call('GET /api/admin/counter/cars', {}, staff)).data.find(({ _id }) => _id === carId)

describe('where a car stands', () => {
  test('is the place to which it was returned, for staff and customers', async () => {
    const { id } = await booked('2026-04-01', '2026-04-03', 'Mombasa')
    await handOver(market, staff, id)
    expect(await atTheCounter()).toMatchObject({ location: 'Nairobi' })
    await takeBack(market, staff, id)
    expect(await atTheCounter()).toMatchObject({ location: 'Mombasa' })
    const { data } = await market.call('GET /api/car/get/:carId', { params: { carId } })
    expect(data.location).toBe('Mombasa')
  })
})

describe('the cars at the counter', () => {
  test('have their plate, their place and their next booking', async () => {
    const plate = `KDA ${String(number)}A`
    expect(await atTheCounter()).toMatchObject({ plate, location: 'Nairobi', out: null, next: null })
    const { reference } = await booked('2026-04-05', '2026-04-07')
    const startsAt = nairobiInstant('2026-04-05', '10:00').toISOString()
    expect(await atTheCounter()).toMatchObject({ out: null, next: { reference, at: startsAt } })
  })

  test('say which are out and since when they are late', async () => {
    const { id, reference } = await booked('2026-04-01', '2026-04-03')
    const next = await booked('2026-04-05', '2026-04-07')
    await handOver(market, staff, id)
    const due = nairobiInstant('2026-04-03', '10:00')
    expect(await atTheCounter()).toMatchObject({
      out: { reference, at: due.toISOString(), isLost: false },
      next: { reference: next.reference },
    })
    market.clock.set(new Date(due.getTime() + 5 * 3_600_000))
    await takeBack(market, staff, id)
    expect(await atTheCounter()).toMatchObject({ out: null, next: { reference: next.reference } })
  })
})

describe('a car that is kept off the road', () => {
  const block = (startDate: string, endDate: string) => {
    const body = { startDate, startTime: '08:00', endDate, endTime: '18:00', reason: 'New brake pads' }
    return market.call('POST /api/admin/car/:carId/block', { params: { carId }, body }, staff)
  }
  const instant = (day: string, time: string) => nairobiInstant(day, time).toISOString()

  test('says until when at the counter, and when it will be', async () => {
    const { blockId } = await block('2026-04-01', '2026-04-02')
    await block('2026-04-06', '2026-04-07')
    const now = { from: instant('2026-04-01', '08:00'), until: instant('2026-04-02', '18:00') }
    expect(await atTheCounter()).toMatchObject({ out: null, next: null, blocked: now })
    await market.call('POST /api/admin/block/:blockId/remove', { params: { blockId } }, staff)
    const later = { from: instant('2026-04-06', '08:00'), until: instant('2026-04-07', '18:00') }
    expect(await atTheCounter()).toMatchObject({ blocked: later })
    market.clock.set(nairobiInstant('2026-04-08', '09:00'))
    expect(await atTheCounter()).toMatchObject({ blocked: null })
  })
})

test('the plate of a car stands in every list of staff that names the car', async () => {
  const plate = `KDA ${String(number)}A`
  const { id } = await booked('2026-04-01', '2026-04-03')
  const { data: today } = await market.call('GET /api/admin/today', {}, staff)
  expect(today.pickups.find(({ bookingId }) => bookingId === id)?.plate).toBe(plate)
  const { data: calendar } = await market.call('GET /api/admin/calendar', { query: { limit: 100 } }, staff)
  expect(calendar.find(({ _id }) => _id === carId)?.numberPlate).toBe(plate)
  const { data: bookings } = await market.call('GET /api/admin/bookings', { query: { carId } }, staff)
  expect(bookings[0]?.numberPlate).toBe(plate)
  const found = await market.call(
    'GET /api/admin/calendar',
    { query: { search: plate.replace(' ', '') } },
    staff,
  )
  expect(found.data.map(({ _id }) => _id)).toEqual([carId])
  await market.call('GET /api/admin/yard', {}, staff)
})
