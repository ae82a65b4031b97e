import { addDays, type Day } from '@twende/contract/calendar-day.ts'
import { DOCUMENT_KINDS, documentStage } from '@twende/contract/cars/car-cover.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCarPaper } from '../../testing/car-papers.ts'
import { addCar } from '../../testing/fleet.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'
import { setDocumentWithdrawn } from '../documents/car-document-store.ts'

const TODAY = '2026-04-01'
const day = (offset: number): Day => addDays(TODAY, offset)

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const due = (query: { stage?: '0' | '3' | '14' | '30'; limit?: number } = { limit: 100 }) =>
  market.call('GET /api/admin/cars/due', { query }, staff)
const dueOf = async (carId: string) => (await due()).data.filter((item) => item.carId === carId)
const retire = (carId: string) =>
  market.db.updateTable('cars').set({ retired_at: market.clock.now() }).where('id', '=', carId).execute()

test('a document is due from 30 days before its end, by stages, and stays when it has ended', async () => {
  const carId = await addCar(market.db, { name: 'Toyota Axio', numberPlate: 'KDA 111A' })
  const add = (kind: 'insurance' | 'inspection' | 'road', end: number) =>
    addCarPaper(market, carId, { kind, validFrom: day(-300), validUntil: day(end) })
  await add('insurance', 31)
  expect(await dueOf(carId)).toEqual([])
  const ended = await add('inspection', -1)
  const road = await add('road', 14)
  const noKm = { km: null, kmLeft: null }
  const item = { carId, carName: 'Toyota Axio', numberPlate: 'KDA 111A' }
  expect(await dueOf(carId)).toEqual([
    { ...item, _id: ended, kind: 'inspection', stage: '0', day: day(-1), daysLeft: -1, ...noKm },
    { ...item, _id: road, kind: 'road', stage: '14', day: day(14), daysLeft: 14, ...noKm },
  ])
  const { data, counts, pagination } = await due({ stage: '14', limit: 1 })
  expect(data.map(({ _id }) => _id)).toEqual([road])
  expect(counts).toEqual({ all: 2, '0': 1, '3': 0, '14': 1, '30': 0 })
  expect(pagination).toMatchObject({ total: 1, pages: 1 })
  const today = await market.call('GET /api/admin/today', {}, staff)
  expect(today.data.counts.carsDue).toBe(2)
  await retire(carId)
  expect(await dueOf(carId)).toEqual([])
})

test('a renewal that follows without a gap takes the document off the list, one day later does not', async () => {
  const carId = await addCar(market.db)
  const first = await addCarPaper(market, carId, {
    kind: 'insurance',
    validFrom: day(-300),
    validUntil: day(5),
  })
  const late = await addCarPaper(market, carId, {
    kind: 'insurance',
    validFrom: day(7),
    validUntil: day(300),
  })
  expect((await dueOf(carId)).map(({ _id }) => _id)).toEqual([first])
  await setDocumentWithdrawn(market.db, late, market.clock.now())
  await addCarPaper(market, carId, { kind: 'insurance', validFrom: day(6), validUntil: day(300) })
  expect(await dueOf(carId)).toEqual([])
})

trial(
  'for random documents, the list has exactly the ends that are near or over and that nothing follows',
  { full: 80, few: 25 },
  async ({ rounds, seed }) => {
    const document = fc.record({
      kind: fc.constantFrom(...DOCUMENT_KINDS),
      from: fc.integer({ min: -60, max: 50 }),
      length: fc.integer({ min: 0, max: 45 }),
      isWithdrawn: fc.boolean(),
    })
    let listed = 0
    await fc.assert(
      fc.asyncProperty(fc.array(document, { minLength: 1, maxLength: 7 }), async (drawn) => {
        const carId = await addCar(market.db)
        for (const { kind, from, length, isWithdrawn } of drawn) {
          const id = await addCarPaper(market, carId, {
            kind,
            validFrom: day(from),
            validUntil: day(from + length),
          })
          if (isWithdrawn) await setDocumentWithdrawn(market.db, id, market.clock.now())
        }
        // Day by day: the last of covered days is an end, and one that is over counts while no later day up to today is covered.
        const expected = DOCUMENT_KINDS.flatMap((kind) => {
          const isCovered = (at: number) =>
            drawn.some(
              (each) =>
                each.kind === kind && !each.isWithdrawn && each.from <= at && at <= each.from + each.length,
            )
          const days = Array.from({ length: 200 }, (_, at) => at - 80)
          return days
            .filter((at) => isCovered(at) && !isCovered(at + 1) && at <= 30)
            .filter((at) => at >= 0 || days.every((later) => later <= at || later > 0 || !isCovered(later)))
            .map((at) => `${kind} ${day(at)} ${documentStage(at)}`)
        })
        const found = (await dueOf(carId)).map((item) => `${item.kind} ${item.day} ${item.stage}`)
        expect(found.sort()).toEqual(expected.sort())
        listed += found.length
        await retire(carId)
      }),
      { numRuns: rounds, seed },
    )
    expect(listed).toBeGreaterThan(rounds / 4)
  },
)
