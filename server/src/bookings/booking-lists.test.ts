import { addDays, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handOver } from '../testing/condition-reports.ts'
import { addCar, addLocation } from '../testing/fleet.ts'
import type { Person } from '../testing/people.ts'
import { bookCar, moveBookingOn } from '../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

const TODAY = '2026-04-10'

let market: TestMarket
let customer: Person
let staff: Person

beforeAll(async () => {
  market = await openTestMarket({
    now: nairobiInstant(addDays(TODAY, -5), '09:00'),
    env: { RATE_LIMIT: 'off' },
  })
  staff = await market.signUp({ role: 'staff' })
  customer = await market.signUp()
  await addLocation(market.db, 'Mombasa')
})
afterAll(() => market.close())

/** A confirmed booking of a car of its own, starting so many days from today. */
async function bookAhead(
  person: Person,
  days: number,
  wishes: Parameters<typeof bookCar>[3] = {},
  name?: string,
) {
  const carId = await addCar(market.db, name === undefined ? {} : { name })
  const startDate = addDays(TODAY, days)
  const booking = await bookCar(market, person, carId, {
    startDate,
    endDate: addDays(startDate, 1),
    ...wishes,
  })
  await moveBookingOn(market, staff, booking._id, 'confirmed')
  return booking
}

const list = (
  query: NonNullable<Parameters<typeof market.call<'GET /api/booking/user'>>[1]['query']>,
  person = customer,
) => market.call('GET /api/booking/user', { query }, person)

describe('ranges of days', () => {
  const ahead = [-5, -1, 0, 1, 7, 8, 30, 31]
  let traveller: Person
  const starts = async (range: 'upcoming' | 'past' | 'thisWeek' | 'thisMonth') => {
    const { bookings } = await list({ range }, traveller)
    return bookings.map(({ startDate }) => ahead.find((days) => addDays(TODAY, days) === startDate)).reverse()
  }

  beforeAll(async () => {
    traveller = await market.signUp()
    for (const days of ahead) await bookAhead(traveller, days)
  })

  test.each([
    ['half past midnight, when London still has yesterday', '2026-04-09T21:30:00Z'],
    ['one minute before midnight, when London has the same day', '2026-04-10T20:59:00Z'],
  ])('are counted from the day in Nairobi, at %s', async (_, now) => {
    market.clock.set(new Date(now))
    expect(await starts('past')).toEqual([-5, -1])
    expect(await starts('upcoming')).toEqual([0, 1, 7, 8, 30, 31])
    expect(await starts('thisWeek')).toEqual([0, 1, 7])
    expect(await starts('thisMonth')).toEqual([0, 1, 7, 8, 30])
  })

  test('move on as midnight passes in Nairobi', async () => {
    market.clock.set(new Date('2026-04-10T21:00:00Z'))
    expect(await starts('past')).toEqual([-5, -1, 0])
    expect((await starts('upcoming')).at(0)).toBe(1)
  })
})

describe('the list', () => {
  beforeAll(() => market.clock.set(nairobiInstant(TODAY, '09:00')))

  test('is the caller’s own, newest first, ten a page', async () => {
    const person = await market.signUp()
    const made: string[] = []
    for (let days = 1; days <= 12; days += 1) {
      made.unshift((await bookAhead(person, days))._id)
      market.clock.advance(1_000)
    }
    const first = await list({}, person)
    expect(first.pagination).toEqual({ page: 1, limit: 10, total: 12, pages: 2 })
    expect(first.bookings.map(({ _id }) => _id)).toEqual(made.slice(0, 10))
    const second = await list({ page: 2 }, person)
    expect(second.bookings.map(({ _id }) => _id)).toEqual(made.slice(10))
    expect((await list({ page: 3 }, person)).bookings).toEqual([])
  })

  test.each([
    ['prado', ['Toyota Prado']],
    ['MOMBASA', ['Honda Fit']],
    // Longer than the digits of a reference, which are drawn.
    ['1000000%', ['Axio 1000000% New']],
    ['a_io', []],
    ['\\', []],
    ["'; drop table bookings; --", []],
  ])('searched for %s finds %j', async (search, names) => {
    const person = await market.signUp()
    await bookAhead(person, 1, {}, 'Toyota Prado')
    await bookAhead(person, 1, { dropoffLocation: 'Mombasa' }, 'Honda Fit')
    await bookAhead(person, 1, {}, 'Axio 1000000% New')
    const { bookings, pagination } = await list({ search }, person)
    expect(bookings.map(({ carName }) => carName)).toEqual(names)
    expect(pagination.total).toBe(names.length)
  })

  test('searched for a reference finds that booking', async () => {
    const person = await market.signUp()
    const { bookingId, _id } = await bookAhead(person, 1)
    const found = await list({ search: bookingId.toLowerCase() }, person)
    expect(found.bookings.map((booking) => booking._id)).toContain(_id)
  })

  test('can be cut to a status, and the counts agree', async () => {
    const person = await market.signUp()
    const completed = await bookAhead(person, 1)
    await handOver(market, staff, completed._id)
    await bookAhead(person, 2)
    const pending = await bookCar(market, person, await addCar(market.db), {
      startDate: addDays(TODAY, 3),
      endDate: addDays(TODAY, 4),
    })
    const { bookings } = await list({ status: 'pending' }, person)
    expect(bookings.map(({ _id }) => _id)).toEqual([pending._id])
    expect((await list({ status: 'all' }, person)).bookings).toHaveLength(3)
    const { stats } = await market.call('GET /api/booking/stats', {}, person)
    expect(stats).toEqual({ total: 3, active: 1, confirmed: 1, completed: 0, pending: 1, cancelled: 0 })
  })

  test.each(['?limit=1000000000', '?limit=0', '?page=-1', '?status=paid', '?range=ever', '?page=1&page=2'])(
    'asked with %s is refused and gives nothing away',
    async (query) => {
      const response = await market.app.inject({
        url: `/api/booking/user${query}`,
        headers: { token: customer.token },
      })
      expect(response.statusCode).toBe(400)
    },
  )

  test('of somebody else cannot be asked for', async () => {
    const person = await market.signUp()
    await bookAhead(person, 1)
    const response = await market.app.inject({
      url: `/api/booking/user?userId=${person.accountId}&accountId=${person.accountId}`,
      headers: { token: (await market.signUp()).token },
    })
    expect(response.json().bookings).toEqual([])
  })
})
