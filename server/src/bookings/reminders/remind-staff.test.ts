import { nairobiInstant } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scheduledTasks } from '../../jobs/scheduled-tasks.ts'
import { composeText, letterOf } from '../../notifications/compose-text.ts'
import { takeBack } from '../../testing/condition-reports.ts'
import { addApprovedDriver, DRIVER_ROW } from '../../testing/driving.ts'
import { addCar } from '../../testing/fleet.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING, bookCar, moveBookingOn } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { remindStaff } from './remind-staff.ts'

let market: TestMarket
let staff: Person
let admin: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
})
afterAll(() => market.close())

const at = (day: string, time: string) => nairobiInstant(`2026-04-${day}`, time)

async function rental(as: 'confirmed' | 'active', days: { startDate?: string; endDate?: string } = {}) {
  market.clock.set(BOOKING_MORNING)
  const customer = await market.signUp()
  const times = { pickupTime: '10:00', dropoffTime: '10:00', ...days }
  const carId = await addCar(market.db, { numberPlate: `KDA ${100 + made++}A` })
  const booking = await bookCar(market, customer, carId, times)
  await moveBookingOn(market, staff, booking._id, as)
  return { ...booking, customer }
}
let made = 0

const remindAt = async (day: string, time: string) => {
  market.clock.set(at(day, time))
  await remindStaff(market.deps)
}

/** What a person was reminded of, oldest first. */
async function remindersOf({ accountId }: Person, like = '%') {
  const rows = await market.db
    .selectFrom('notifications')
    .select(['kind', 'params', 'locale', 'dedupe_key'])
    .where('account_id', '=', accountId)
    .where('kind', 'like', 'yard_%')
    .where('dedupe_key', 'like', like)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ kind: row.kind, letter: letterOf(composeText(row), 'https://twende.example') }))
}

async function submitPapers({ _id, customer }: Awaited<ReturnType<typeof rental>>) {
  const id = crypto.randomUUID()
  const now = market.clock.now()
  const owner = { account_id: customer.accountId, booking_id: _id }
  await market.db
    .insertInto('drivers')
    .values({ ...DRIVER_ROW, ...owner, id, status: 'submitted', created_at: now, updated_at: now })
    .execute()
  return id
}

describe('everybody who works here is reminded', () => {
  test('of the cars that go out and come back, once in the morning', async () => {
    const days = { startDate: '2026-04-20', endDate: '2026-04-21' }
    const { bookingId } = await rental('confirmed', days)
    await remindAt('20', '06:55')
    expect(await remindersOf(staff, '%2026-04-20%')).toEqual([])
    await remindAt('20', '07:05')
    await remindAt('20', '11:55')
    await rental('confirmed', days)
    await remindAt('20', '11:59')
    const [reminder, ...more] = await remindersOf(staff, 'yard_day:2026-04-20%')
    expect(more).toEqual([])
    expect(reminder?.letter).toMatch(new RegExp(`10:00 – Toyota Axio, KDA \\d+A, Nairobi \\(${bookingId}\\)`))
    expect(reminder?.letter).toContain('https://twende.example/admin/yard?day=2026-04-20')
    expect(await remindersOf(admin, 'yard_day:2026-04-20%')).toHaveLength(1)
    await remindAt('19', '08:00')
    await remindAt('21', '12:30')
    expect(await remindersOf(staff, 'yard_day:%')).toHaveLength(1)
  })

  test('of a car that is one hour late and six, then each day, not in the night and not once it is back', async () => {
    const { _id, bookingId } = await rental('active')
    await remindAt('13', '10:55')
    expect(await remindersOf(staff, `%${_id}%`)).toEqual([])
    await remindAt('13', '11:05')
    await remindAt('13', '15:00')
    const [first, ...more] = await remindersOf(staff, `%${_id}%`)
    expect(more).toEqual([])
    expect(first?.letter).toContain(`The Toyota Axio was due back on 13 Apr 2026, 10:00,`)
    expect(first?.letter).toContain(`/admin/bookings/${_id}`)
    await remindAt('13', '16:05')
    expect(await remindersOf(admin, `%${_id}%`)).toHaveLength(2)
    await remindAt('14', '10:05')
    await remindAt('14', '15:00')
    expect(await remindersOf(admin, `%${_id}%`)).toHaveLength(3)
    await remindAt('16', '10:05')
    expect(await remindersOf(admin, `%${_id}%`)).toHaveLength(4)
    const back = await rental('active')
    await takeBack(market, staff, back._id)
    await remindAt('13', '16:05')
    expect(await remindersOf(staff, `%${back._id}%`)).toEqual([])
    expect(bookingId).toMatch(/^BK/)
  })

  test('of papers that wait for a check within a day of the pickup', async () => {
    const booking = await rental('confirmed')
    const driverId = await submitPapers(booking)
    await remindAt('09', '09:55')
    expect(await remindersOf(staff, `%${driverId}%`)).toEqual([])
    await remindAt('09', '10:05')
    await remindAt('09', '20:00')
    await remindAt('10', '07:00')
    const [reminder, ...more] = await remindersOf(staff, `%${driverId}%`)
    expect(more).toEqual([])
    expect(reminder?.letter).toContain(`https://twende.example/admin/drivers/${driverId}`)
    const cleared = await rental('confirmed')
    const other = await submitPapers(cleared)
    await addApprovedDriver(market, cleared._id)
    await remindAt('09', '10:05')
    expect(await remindersOf(staff, `%${other}%`)).toEqual([])
  })

  test('in their language, and of nothing once they switched messages about bookings off', async () => {
    const swahili = await market.signUp({ role: 'staff' })
    const quiet = await market.signUp({ role: 'staff' })
    await market.db
      .updateTable('accounts')
      .set({ locale: 'sw' })
      .where('id', '=', swahili.accountId)
      .execute()
    await market.db
      .updateTable('accounts')
      .set({ muted: ['bookings'] })
      .where('id', '=', quiet.accountId)
      .execute()
    await rental('confirmed', { startDate: '2026-04-24', endDate: '2026-04-26' })
    await remindAt('24', '08:00')
    const [reminder] = await remindersOf(swahili)
    expect(reminder?.letter).toContain('Magari yanayotoka leo:')
    expect(reminder?.letter).toContain('https://twende.example/admin/yard?day=2026-04-24')
    expect(await remindersOf(quiet)).toEqual([])
  })
})

test('each reminder leaves once for each person, whatever the clock does and however many processes look', async () => {
  const bookings = [await rental('active'), await rental('active'), await rental('confirmed')]
  const papers = await submitPapers(bookings[2] ?? (await rental('confirmed')))
  const minutes = (from: Date, count: number) => new Date(from.getTime() + count * 60_000)
  for (let jump = 0; jump < 150; jump += 1) {
    market.clock.set(minutes(at('09', '00:00'), (jump * 1_013) % (5 * 24 * 60)))
    await Promise.all([1, 2, 3, 4].map(() => remindStaff(market.deps)))
  }
  for (const person of [staff, admin]) {
    expect(await remindersOf(person, `yard_late_car:${bookings[0]?._id}%`)).toHaveLength(2)
    expect(await remindersOf(person, `yard_late_car:${bookings[1]?._id}%`)).toHaveLength(2)
    expect(await remindersOf(person, `%${papers}%`)).toHaveLength(1)
    for (const day of ['10', '13'])
      expect(await remindersOf(person, `yard_day:2026-04-${day}%`)).toHaveLength(1)
  }
  const rows = await market.db
    .selectFrom('notifications')
    .select('created_at')
    .where('kind', 'like', 'yard_%')
    .execute()
  for (const { created_at } of rows) {
    const hour = new Date(created_at.getTime() + 3 * 3_600_000).getUTCHours()
    expect(hour).toBeGreaterThanOrEqual(7)
    expect(hour).toBeLessThan(21)
  }
})

test('the scheduler reminds staff', () => {
  expect(scheduledTasks(market.deps).map(({ name }) => name)).toContain('remind staff of rentals')
})
