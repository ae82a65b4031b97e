import { nairobiInstant } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scheduledTasks } from '../../jobs/scheduled-tasks.ts'
import { addApprovedDriver, DRIVER_ROW } from '../../testing/driving.ts'
import { addCar } from '../../testing/fleet.ts'
import { paidWith } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING, bookCar, moveBookingOn } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { remindCustomers } from './remind-customers.ts'

let market: TestMarket
let customer: Person
let staff: Person

beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
beforeEach(async () => {
  market.clock.set(BOOKING_MORNING)
  customer = await market.signUp()
})
afterAll(() => market.close())

const at = (day: string, time: string) => nairobiInstant(`2026-04-${day}`, time)

async function rental(as: 'confirmed' | 'active') {
  const carId = await addCar(market.db)
  const times = { pickupTime: '10:00', dropoffTime: '10:00' }
  const { _id } = await bookCar(market, customer, carId, times)
  await moveBookingOn(market, staff, _id, as)
  return _id
}

const remindAt = async (day: string, time: string) => {
  market.clock.set(at(day, time))
  await remindCustomers(market.deps)
}

const KINDS = ['booking_pickup_reminder', 'booking_return_reminder', 'booking_overdue']
const PAPERS = ['booking_papers_missing']

const reminders = async (kinds = KINDS) =>
  (
    await market.db
      .selectFrom('notifications')
      .select('kind')
      .where('account_id', '=', customer.accountId)
      .where('kind', 'in', kinds)
      .orderBy('created_at')
      .execute()
  ).map(({ kind }) => kind)

describe('a customer is reminded', () => {
  test('of the pickup a day and two hours before', async () => {
    await rental('confirmed')
    await remindAt('09', '09:55')
    expect(await reminders()).toEqual([])
    await remindAt('09', '10:05')
    await remindAt('09', '18:00')
    expect(await reminders()).toEqual(['booking_pickup_reminder'])
    await remindAt('10', '08:05')
    await remindAt('10', '09:59')
    expect(await reminders()).toEqual(['booking_pickup_reminder', 'booking_pickup_reminder'])
    await remindAt('10', '10:05')
    expect(await reminders()).toHaveLength(2)
  })

  test('of the return, and of a car that did not come back', async () => {
    await rental('active')
    await remindAt('12', '10:05')
    await remindAt('13', '08:05')
    expect(await reminders()).toEqual(['booking_return_reminder', 'booking_return_reminder'])
    await remindAt('13', '10:30')
    expect(await reminders()).toHaveLength(2)
    await remindAt('13', '11:05')
    await remindAt('13', '16:05')
    expect((await reminders()).slice(2)).toEqual(['booking_overdue', 'booking_overdue'])
  })

  test('of the new return after the rental was extended', async () => {
    const bookingId = await rental('active')
    await remindAt('12', '10:05')
    const { updated_at } = await market.db
      .selectFrom('bookings')
      .select('updated_at')
      .where('id', '=', bookingId)
      .executeTakeFirstOrThrow()
    const body = { endDate: '2026-04-14', dropoffTime: '10:00', ...paidWith() }
    await market.call(
      'POST /api/admin/booking/:bookingId/extend',
      { params: { bookingId }, body: { ...body, updatedAt: updated_at.toISOString() } },
      staff,
    )
    await remindAt('13', '08:05')
    expect(await reminders()).toEqual(['booking_return_reminder'])
    await remindAt('13', '10:05')
    expect(await reminders()).toEqual(['booking_return_reminder', 'booking_return_reminder'])
  })

  test('of missing papers two days and a day before the pickup, until they are sent', async () => {
    const bookingId = await rental('confirmed')
    await remindAt('08', '09:55')
    expect(await reminders(PAPERS)).toEqual([])
    await remindAt('08', '10:05')
    await remindAt('08', '20:00')
    expect(await reminders(PAPERS)).toHaveLength(1)
    await remindAt('09', '10:05')
    await remindAt('10', '09:00')
    expect(await reminders(PAPERS)).toHaveLength(2)

    market.clock.set(BOOKING_MORNING)
    const other = await rental('confirmed')
    const row = { ...DRIVER_ROW, account_id: null, booking_id: other, status: 'submitted' }
    const now = market.clock.now()
    const id = crypto.randomUUID()
    await market.db
      .insertInto('drivers')
      .values({ ...row, id, created_at: now, updated_at: now })
      .execute()
    await remindAt('08', '10:05')
    expect(await reminders(PAPERS)).toHaveLength(2)
    const refused = { status: 'refused', refusal_reason: 'unreadable' }
    await market.db.updateTable('drivers').set(refused).where('id', '=', id).execute()
    await remindAt('08', '11:05')
    expect(await reminders(PAPERS)).toHaveLength(3)
    await addApprovedDriver(market, other)
    await addApprovedDriver(market, bookingId)
    await remindAt('09', '10:05')
    expect(await reminders(PAPERS)).toHaveLength(3)
  })

  test('of nothing once the booking is cancelled, nor of topics that were switched off but for a late car', async () => {
    const bookingId = await rental('confirmed')
    await market.call(
      'PUT /api/booking/:bookingId/cancel',
      { params: { bookingId }, body: { cancellationReason: '' } },
      customer,
    )
    await remindAt('09', '10:05')
    expect(await reminders()).toEqual([])

    market.clock.set(BOOKING_MORNING)
    await rental('active')
    await market.db
      .updateTable('accounts')
      .set({ muted: ['bookings'] })
      .where('id', '=', customer.accountId)
      .execute()
    await remindAt('12', '10:05')
    await remindAt('13', '11:05')
    expect(await reminders()).toEqual(['booking_overdue'])
  })
})

test('a booking whose customer cannot be reached keeps no other customer from being reminded', async () => {
  const unreachable = await market.signUp()
  const [first, second] = [unreachable, customer]
  customer = first
  const bookingId = await rental('confirmed')
  customer = second
  await rental('confirmed')
  const { customer_info } = await market.db
    .selectFrom('bookings')
    .select('customer_info')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  await market.db
    .updateTable('bookings')
    .set({
      customer_info: JSON.stringify({ ...Object(customer_info), email: 'one@example.com, two@example.com' }),
    })
    .where('id', '=', bookingId)
    .execute()
  await market.db
    .updateTable('accounts')
    .set({ email: 'one@example.com, two@example.com' })
    .where('id', '=', unreachable.accountId)
    .execute()
  await remindAt('09', '10:05')
  expect(await reminders()).toEqual(['booking_pickup_reminder'])
  expect(market.logged.join(' ')).toContain('a customer was not reminded')
})

test('each reminder leaves once, whatever the clock does and however many processes look', async () => {
  const bookings = [await rental('confirmed'), await rental('active'), await rental('active')]
  const minutes = (from: Date, count: number) => new Date(from.getTime() + count * 60_000)
  for (let jump = 0; jump < 150; jump += 1) {
    // Across five days, forwards and backwards.
    market.clock.set(minutes(at('09', '00:00'), (jump * 1_013) % (5 * 24 * 60)))
    await Promise.all([1, 2, 3, 4].map(() => remindCustomers(market.deps)))
  }
  const rows = await market.db
    .selectFrom('notifications')
    .select(['dedupe_key', 'channel', 'created_at'])
    .where('account_id', '=', customer.accountId)
    .where('kind', 'in', [...KINDS, ...PAPERS])
    .execute()
  const sent = rows.filter(({ dedupe_key }) => bookings.some((id) => dedupe_key.includes(`${id} 2026`)))
  const keys = sent.map(({ dedupe_key, channel }) => `${dedupe_key} ${channel}`)
  expect(new Set(keys).size).toBe(keys.length)
  // A pickup has two, and two for its papers; a return two before it and two after it.
  expect(keys.sort().map((key) => key.split(' ')[0]?.split(':')[0])).toEqual(
    [
      ...Array(4).fill('booking_overdue'),
      ...Array(2).fill('booking_papers_missing'),
      ...Array(2).fill('booking_pickup_reminder'),
      ...Array(4).fill('booking_return_reminder'),
    ].sort(),
  )
  for (const { created_at } of sent) {
    const hour = Number(created_at.toISOString().slice(11, 13)) + 3
    expect(hour).toBeGreaterThanOrEqual(7)
    expect(hour).toBeLessThan(21)
  }
})

test('the scheduler looks every five minutes', () => {
  const task = scheduledTasks(market.deps).find(({ name }) => name === 'remind customers of rentals')
  expect(task).toMatchObject({ everySeconds: 300 })
})
