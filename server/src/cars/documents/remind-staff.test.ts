import { addDays, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scheduledTasks } from '../../jobs/scheduled-tasks.ts'
import { addCarPaper } from '../../testing/car-papers.ts'
import { addCar } from '../../testing/fleet.ts'
import { readMails } from '../../testing/mailbox.ts'
import type { Person } from '../../testing/people.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { setDocumentWithdrawn } from './car-document-store.ts'
import { remindStaffOfDocuments } from './remind-staff.ts'

const END = '2026-06-30'
const at = (daysBefore: number, time: string) => nairobiInstant(addDays(END, -daysBefore), time)

let market: TestMarket
let staff: Person
let admin: Person
let cars = 0
beforeEach(async () => {
  market = await openTestMarket({ now: at(60, '09:00'), env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
  await market.signUp()
  cars = 0
})
afterEach(() => market.close())

const insure = async (name: string, until = END) => {
  const carId = await addCar(market.db, { name, numberPlate: `KDA ${String(100 + ++cars)}A` })
  const days = { validFrom: addDays(until, -364), validUntil: until }
  return { carId, documentId: await addCarPaper(market, carId, { kind: 'insurance', ...days }) }
}
const remindAt = async (daysBefore: number, time: string) => {
  market.clock.set(at(daysBefore, time))
  await remindStaffOfDocuments(market.deps)
}
const reminders = (person?: Person) =>
  market.db
    .selectFrom('notifications')
    .select(['account_id', 'created_at'])
    .where('kind', '=', 'car_documents_ending')
    .$if(person !== undefined, (query) => query.where('account_id', '=', person?.accountId ?? ''))
    .execute()

test('staff is told 30, 14 and 3 days before, once each, by day, and customers are not', async () => {
  await insure('Toyota Axio')
  const told: number[] = []
  for (const [days, time] of [
    [31, '20:00'],
    [30, '06:55'],
    [30, '07:05'],
    [29, '12:00'],
    [14, '21:30'],
    [13, '07:00'],
    [3, '08:00'],
    [0, '20:00'],
    [-1, '09:00'],
  ] as const) {
    await remindAt(days, time)
    told.push((await reminders(staff)).length)
  }
  expect(told).toEqual([0, 0, 1, 1, 1, 2, 3, 3, 3])
  expect(await reminders(admin)).toHaveLength(3)
  expect(await reminders()).toHaveLength(6)
})

test('one mail names every document that is new, in the language of the person, and leads to the list', async () => {
  await insure('Toyota Axio')
  await insure('Nissan Note', addDays(END, -16))
  await market.db.updateTable('accounts').set({ locale: 'sw' }).where('id', '=', admin.accountId).execute()
  await remindAt(30, '08:00')
  const [mail] = await readMails(market.db, { recipient: staff.email, kind: 'car_documents_ending' })
  expect(mail?.subject).toBe('2 car documents end soon')
  expect(mail?.body).toContain(
    'Insurance, Nissan Note KDA 102A: valid until 14 Jun 2026\nInsurance, Toyota Axio KDA 101A: valid until 30 Jun 2026',
  )
  expect(mail?.body).toMatch(/See everything that is due:\nhttps?:\/\/[^/]+\/admin\/fleet\/due\n/)
  const [swahili] = await readMails(market.db, { recipient: admin.email, kind: 'car_documents_ending' })
  expect(swahili?.subject).toBe('Hati 2 za magari zinakaribia kuisha')
  expect(swahili?.body).not.toContain('/sw/admin')
})

test('nobody is told of what was renewed or withdrawn, of a car that left the fleet, or of a step before the entry', async () => {
  const renewed = await insure('Toyota Axio')
  await addCarPaper(market, renewed.carId, {
    kind: 'insurance',
    validFrom: addDays(END, 1),
    validUntil: addDays(END, 300),
  })
  const { documentId } = await insure('Nissan Note')
  await setDocumentWithdrawn(market.db, documentId, market.clock.now())
  const { carId } = await insure('Mazda Demio')
  await market.db
    .updateTable('cars')
    .set({ retired_at: at(60, '09:00') })
    .where('id', '=', carId)
    .execute()
  await remindAt(30, '08:00')
  market.clock.set(at(20, '12:00'))
  await insure('Honda Fit')
  await remindAt(20, '12:15')
  expect(await reminders()).toEqual([])
  await remindAt(14, '12:00')
  expect(await reminders(staff)).toHaveLength(1)
})

test('a person whose address cannot be mailed keeps no other from being told', async () => {
  await insure('Toyota Axio')
  await market.db
    .updateTable('accounts')
    .set({ email: 'one@example.com, two@example.com' })
    .where('id', '=', staff.accountId)
    .execute()
  await market.db
    .updateTable('accounts')
    .set({ banned_at: market.clock.now() })
    .where('id', '=', (await market.signUp({ role: 'staff' })).accountId)
    .execute()
  await remindAt(30, '08:00')
  expect((await reminders()).map(({ account_id }) => account_id)).toEqual([admin.accountId])
  expect(market.logged.join(' ')).toContain('staff was not reminded of documents')
})

test('each document and step reaches each person once, whatever the clock does and however many processes look', async () => {
  await insure('Toyota Axio')
  await insure('Nissan Note', addDays(END, 5))
  await insure('Mazda Demio', addDays(END, 2))
  for (let jump = 0; jump < 120; jump += 1) {
    // Across 45 days, forwards and backwards.
    market.clock.set(new Date(at(36, '00:00').getTime() + ((jump * 7_013) % (45 * 24 * 60)) * 60_000))
    await Promise.all([1, 2, 3, 4].map(() => remindStaffOfDocuments(market.deps)))
  }
  const rows = await market.db
    .selectFrom('notifications')
    .select(['account_id', 'params', 'created_at'])
    .where('kind', '=', 'car_documents_ending')
    .execute()
  const told = rows.flatMap(({ account_id, params, created_at }) => {
    const { documents: named } = params as { documents: { carName: string; day: string }[] }
    return named.map(({ carName, day }) => ({ account_id, carName, day, created_at }))
  })
  const recorded = await market.db.selectFrom('car_document_reminders').selectAll().execute()
  // Three steps of three documents for two people.
  expect(recorded).toHaveLength(18)
  expect(told).toHaveLength(18)
  for (const { created_at } of told) {
    const hour = Number(created_at.toISOString().slice(11, 13)) + 3
    expect(hour).toBeGreaterThanOrEqual(7)
    expect(hour).toBeLessThan(21)
  }
})

test('the scheduler looks every quarter of an hour', () => {
  const task = scheduledTasks(market.deps).find(({ name }) => name === 'remind staff of car documents')
  expect(task).toMatchObject({ everySeconds: 900 })
})
