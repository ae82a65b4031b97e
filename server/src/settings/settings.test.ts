import { CallRefused } from '@twende/contract/http/call.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar } from '../testing/fleet.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, bookCar } from '../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let admin: Person
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING })
  admin = await market.signUp({ role: 'admin', name: 'Joseph Kariuki' })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const current = async () => (await market.call('GET /api/admin/settings', {}, staff)).data

async function save(person: Person, changes: object, seen?: string | null) {
  const { updatedBy: _, ...settings } = await current()
  const body = { ...settings, ...(seen === undefined ? {} : { updatedAt: seen }), ...changes }
  return market.call('POST /api/admin/settings', { body }, person)
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof CallRefused ? error.code : 'failed'),
  )

test('what an admin changes holds at once: for pages, for holds, without a restart', async () => {
  expect(await current()).toMatchObject({ businessName: 'Twende', updatedAt: null, updatedBy: null })
  const carId = await addCar(market.db)
  const holdOf = async (day: number) => {
    const dates = { startDate: `2026-04-${day}`, endDate: `2026-04-${day + 1}` }
    const { holdExpiresAt } = await bookCar(market, await market.signUp(), carId, dates)
    return Math.round((Date.parse(holdExpiresAt ?? '') - market.clock.now().getTime()) / 60_000)
  }
  expect(await holdOf(10)).toBe(120)
  const answer = await save(admin, {
    businessName: 'Twende Nairobi',
    whatsappNumber: '254733000111',
    bookingHoldMinutes: { mpesa: 20, whatsapp: 240 },
  })
  expect(answer.data).toMatchObject({ businessName: 'Twende Nairobi', updatedBy: 'Joseph Kariuki' })
  expect(await holdOf(20)).toBe(240)
  expect((await market.call('GET /api/settings', {})).data).toMatchObject({
    businessName: 'Twende Nairobi',
    whatsappNumber: '254733000111',
    bookingHoldMinutes: { mpesa: 20, whatsapp: 240 },
  })
})

test('staff looks and does not touch', async () => {
  expect(await codeOf(save(staff, { businessName: 'Mine' }))).toBe('forbidden')
})

test('of two admins who change the same settings, one wins and the other is told', async () => {
  const { updatedAt } = await current()
  market.clock.advance(60_000)
  const ends = await Promise.all([
    codeOf(save(admin, { businessName: 'One' }, updatedAt)),
    codeOf(save(admin, { businessName: 'Two' }, updatedAt)),
  ])
  expect(ends.sort()).toEqual(['changed_meanwhile', 'done'])
})

test.each([
  ['a hold that M-Pesa cannot keep up with', { bookingHoldMinutes: { mpesa: 1, whatsapp: 120 } }],
  ['half a minute', { orderHoldMinutes: { mpesa: 30.5, whatsapp: 120 } }],
  ['a number that is none', { whatsappNumber: 'call me' }],
  ['no name', { businessName: '  ' }],
])('%s is refused with a sentence', async (_what, changes) => {
  expect(await codeOf(save(admin, changes))).toBe('invalid')
})
