import { addDays } from '@twende/contract/calendar-day.ts'
import type { CallOptions } from '@twende/contract/http/call.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handOver, takeBack } from '../../testing/condition-reports.ts'
import { addCar } from '../../testing/fleet.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING, bookCar, moveBookingOn } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

const TODAY = '2026-04-01'
const day = (offset: number) => addDays(TODAY, offset)

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

type Plan = {
  everyKm: number | null
  everyMonths: number | null
  startKm: number
  startDay: string
  updatedAt: string | null
}
const plan: Plan = {
  everyKm: 10_000,
  everyMonths: 6,
  startKm: 40_000,
  startDay: day(-30),
  updatedAt: null,
}
const setPlan = (carId: string, stated: Partial<Plan> = {}) =>
  market.call(
    'POST /api/admin/car/:carId/service-plan',
    { params: { carId }, body: { ...plan, ...stated } },
    staff,
  )
const done = { km: 50_000, day: TODAY, amount: 9_500, note: 'Oil and filters' }
const record = (
  carId: string,
  stated: Partial<Omit<typeof done, 'amount'> & { amount: number | null }> = {},
  by: CallOptions = staff,
) =>
  market.call(
    'POST /api/admin/car/:carId/service-records',
    { params: { carId }, body: { ...done, ...stated } },
    by,
  )
const withdraw = (recordId: string) =>
  market.call(
    'POST /api/admin/service-record/:recordId/withdraw',
    { params: { recordId }, body: { reason: 'Entered wrongly' } },
    staff,
  )
const serviceOf = async (carId: string) =>
  (await market.call('GET /api/admin/car/:carId/service', { params: { carId } }, staff)).data
const costsOf = (carId: string) =>
  market.call('GET /api/admin/car/:carId/costs', { params: { carId }, query: {} }, staff)
const dueOf = async (carId: string) =>
  (await market.call('GET /api/admin/cars/due', { query: { limit: 100 } }, staff)).data.filter(
    (item) => item.carId === carId,
  )

describe('a service plan', () => {
  test('counts from the last service, and what a return moves the odometer to makes the service due', async () => {
    const carId = await addCar(market.db, { name: 'Toyota Axio' })
    expect(await serviceOf(carId)).toEqual({
      odometer: null,
      plan: null,
      last: null,
      next: null,
      records: [],
    })
    await setPlan(carId, { everyKm: 9_800 })
    expect(await serviceOf(carId)).toMatchObject({
      odometer: 40_000,
      last: { km: 40_000, day: day(-30) },
      next: { km: 49_800, kmLeft: 9_800, stage: 'later' },
    })
    expect(await dueOf(carId)).toEqual([])

    const customer = await market.signUp()
    const { _id } = await bookCar(market, customer, carId, { startDate: day(1), endDate: day(3) })
    await moveBookingOn(market, staff, _id, 'confirmed')
    await handOver(market, staff, _id, { km: 49_290, kmConfirmed: true })
    expect(await dueOf(carId)).toEqual([])
    await takeBack(market, staff, _id, { km: 49_300 })
    const item = { _id: carId, carId, carName: 'Toyota Axio', kind: 'service', km: 49_800 }
    expect(await dueOf(carId)).toMatchObject([{ ...item, stage: '14', kmLeft: 500 }])
    await market.db.updateTable('cars').set({ odometer: 49_801 }).where('id', '=', carId).execute()
    expect(await dueOf(carId)).toMatchObject([{ ...item, stage: '0', kmLeft: -1 }])

    await record(carId, { km: 49_900 })
    expect(await dueOf(carId)).toEqual([])
    expect(await serviceOf(carId)).toMatchObject({
      odometer: 49_900,
      last: { km: 49_900, day: TODAY },
      next: { km: 59_700, kmLeft: 9_800, day: '2026-10-01', stage: 'later' },
    })
  })

  test('by months is due soon from 14 days before, at the shortest stage from 3, and due on its day', async () => {
    const carId = await addCar(market.db)
    // A month later is May 1, 30 days from today.
    await setPlan(carId, { everyKm: null, everyMonths: 1, startDay: TODAY })
    const stages: (string | undefined)[] = []
    for (const offset of [15, 16, 26, 27, 29, 30]) {
      market.clock.set(new Date(BOOKING_MORNING.getTime() + offset * 86_400_000))
      const later = await market.signUp({ role: 'staff' })
      const { data } = await market.call('GET /api/admin/cars/due', { query: { limit: 100 } }, later)
      stages.push(data.find((item) => item.carId === carId)?.stage)
    }
    market.clock.set(BOOKING_MORNING)
    expect(stages).toEqual([undefined, '14', '14', '3', '3', '0'])
  })

  test('is changed as it was seen, removed without an interval, and refused with numbers that no plan has', async () => {
    const carId = await addCar(market.db)
    for (const wrong of [{ everyKm: 499 }, { everyMonths: 0 }, { startKm: 2_000_001 }, { startDay: day(1) }])
      await expect(setPlan(carId, wrong)).rejects.toMatchObject({ code: 'invalid' })
    const { data } = await setPlan(carId)
    await expect(setPlan(carId)).rejects.toMatchObject({ code: 'changed_meanwhile' })
    const updatedAt = data.plan?.updatedAt ?? null
    const changed = await setPlan(carId, { everyKm: 5_000, updatedAt })
    expect(changed.data.next).toMatchObject({ km: 45_000, stage: 'later' })
    await expect(setPlan(carId, { updatedAt })).rejects.toMatchObject({ code: 'changed_meanwhile' })
    const seen = changed.data.plan?.updatedAt ?? null
    const removed = await setPlan(carId, { everyKm: null, everyMonths: null, updatedAt: seen })
    expect(removed).toMatchObject({ message: 'Plan removed', data: { plan: null, next: null } })
  })

  test('of two people who set it at the same time, one is told', async () => {
    for (let round = 0; round < 12; round += 1) {
      const carId = await addCar(market.db)
      const sent = await Promise.allSettled([setPlan(carId), setPlan(carId, { everyKm: 5_000 })])
      expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
  })
})

describe('a service that was done', () => {
  test('makes its cost, moves the odometer forward only, and is withdrawn together with the cost', async () => {
    const carId = await addCar(market.db)
    await setPlan(carId)
    await record(carId, { km: 50_000, day: day(-2) })
    const { data } = await record(carId, { km: 49_000, day: day(-1), amount: null, note: '' })
    // The newest by its day decides, not the one with the most kilometres.
    expect(data).toMatchObject({ odometer: 50_000, last: { km: 49_000, day: day(-1) } })
    expect(data.records).toMatchObject([
      { km: 49_000, cost: null, note: '' },
      { km: 50_000, cost: 9_500, note: 'Oil and filters', createdBy: staff.name },
    ])
    const costs = await costsOf(carId)
    expect(costs).toMatchObject({
      sum: 9_500,
      data: [{ kind: 'service', amount: 9_500, day: day(-2), note: 'Oil and filters' }],
    })
    const [newest, older] = data.records
    await withdraw(newest?._id ?? '')
    const after = await withdraw(older?._id ?? '')
    expect(after.data).toMatchObject({ last: { km: 40_000, day: day(-30) }, odometer: 50_000 })
    expect(after.data.records.every(({ withdrawnAt }) => withdrawnAt !== null)).toBe(true)
    expect((await costsOf(carId)).sum).toBe(0)
    await expect(withdraw(older?._id ?? '')).rejects.toMatchObject({ code: 'service_record_not_found' })
  })

  test('stays when only its cost is withdrawn', async () => {
    const carId = await addCar(market.db)
    const { data } = await record(carId)
    const [cost] = (await costsOf(carId)).data
    await market.call(
      'POST /api/admin/car-cost/:costId/withdraw',
      { params: { costId: cost?._id ?? '' }, body: { reason: 'Another amount' } },
      staff,
    )
    expect((await serviceOf(carId)).records).toMatchObject([{ km: 50_000, cost: null, withdrawnAt: null }])
    await withdraw(data.records[0]?._id ?? '')
    expect((await costsOf(carId)).data).toHaveLength(1)
  })

  test('is refused on a day ahead or without kilometres, and recorded once however often it is sent', async () => {
    for (const wrong of [{ day: day(1) }, { km: -1 }, { amount: 0 }])
      await expect(record(await addCar(market.db), wrong)).rejects.toMatchObject({ code: 'invalid' })
    for (let round = 0; round < 10; round += 1) {
      const carId = await addCar(market.db)
      const once = { ...staff, idempotencyKey: `service-of-today-${round}` }
      await Promise.all([1, 2, 3].map(() => record(carId, {}, once)))
      expect((await serviceOf(carId)).records).toHaveLength(1)
      expect((await costsOf(carId)).data).toHaveLength(1)
    }
  })

  test('does not change, and has no cost of another car', async () => {
    const carId = await addCar(market.db)
    await record(carId)
    const { id, cost_id } = await market.db
      .selectFrom('service_records')
      .select(['id', 'cost_id'])
      .where('car_id', '=', carId)
      .executeTakeFirstOrThrow()
    await expect(
      market.db.updateTable('service_records').set({ km: 1 }).where('id', '=', id).execute(),
    ).rejects.toMatchObject({ constraint: 'service_record_does_not_change' })
    const other = {
      id: crypto.randomUUID(),
      car_id: await addCar(market.db),
      km: 1,
      day: TODAY,
      created_at: BOOKING_MORNING,
    }
    await market.db.deleteFrom('service_records').where('id', '=', id).execute()
    await expect(
      market.db
        .insertInto('service_records')
        .values({ ...other, cost_id })
        .execute(),
    ).rejects.toMatchObject({ constraint: 'service_cost_is_of_the_car' })
  })
})
