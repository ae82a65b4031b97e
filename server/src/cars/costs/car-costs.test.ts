import { addDays } from '@twende/contract/calendar-day.ts'
import type { CallOptions } from '@twende/contract/http/call.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCar } from '../../testing/fleet.ts'
import type { Person } from '../../testing/people.ts'
import { drawDocument } from '../../testing/private-files.ts'
import { BOOKING_MORNING } from '../../testing/renting.ts'
import { postForm } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

const TODAY = '2026-04-01'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const fuel = { kind: 'fuel', amount: '4500', day: TODAY, note: 'Full tank' } as const
const add = (
  carId: string,
  stated: Partial<Record<keyof typeof fuel, string>> = {},
  by: CallOptions = staff,
) =>
  market.call(
    'POST /api/admin/car/:carId/costs',
    { params: { carId }, body: { ...fuel, ...stated } as typeof fuel },
    by,
  )
const costsOf = (carId: string, query: { page?: number; limit?: number } = {}) =>
  market.call('GET /api/admin/car/:carId/costs', { params: { carId }, query }, staff)
const withdraw = (costId: string, reason = 'Entered twice') =>
  market.call('POST /api/admin/car-cost/:costId/withdraw', { params: { costId }, body: { reason } }, staff)

describe('a cost of a car', () => {
  test('is listed by its day with who recorded it, and counts until it is withdrawn with a reason', async () => {
    const carId = await addCar(market.db)
    await add(carId)
    await add(carId, { kind: 'tyres', amount: '38000', day: addDays(TODAY, -40), note: '' })
    const { data, sum } = await costsOf(carId)
    expect(data).toMatchObject([
      { kind: 'fuel', amount: 4_500, day: TODAY, note: 'Full tank', scan: null, createdBy: staff.name },
      { kind: 'tyres', amount: 38_000, day: addDays(TODAY, -40), withdrawnAt: null },
    ])
    expect(sum).toBe(42_500)
    const [first] = data
    await expect(withdraw(first?._id ?? '', ' ')).rejects.toMatchObject({ code: 'invalid' })
    await withdraw(first?._id ?? '')
    const after = await costsOf(carId)
    expect(after.sum).toBe(38_000)
    expect(after.data[0]).toMatchObject({
      withdrawnAt: expect.any(String),
      withdrawnBy: staff.name,
      withdrawnReason: 'Entered twice',
    })
    expect(after.data[1]).toMatchObject({ withdrawnBy: null, withdrawnReason: '' })
    await expect(withdraw(first?._id ?? '')).rejects.toMatchObject({ code: 'car_cost_not_found' })
    const entry = await market.db
      .selectFrom('audit_log')
      .select(['action', 'reason'])
      .where('subject', '=', 'car_costs')
      .where('subject_id', '=', first?._id ?? '')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({ action: 'POST /api/admin/car-cost/:costId/withdraw', reason: 'Entered twice' })
    const second = await costsOf(carId, { page: 2, limit: 1 })
    expect(second.data.map(({ kind }) => kind)).toEqual(['tyres'])
    expect(second.pagination).toMatchObject({ total: 2, pages: 2 })
  })

  test('is refused without a kind, an amount or a day up to today, and for an unknown car', async () => {
    const carId = await addCar(market.db)
    for (const stated of [
      { kind: 'bribe' },
      { amount: '0' },
      { amount: '10000001' },
      { amount: '45.50' },
      { amount: '-5' },
      { day: '1999-12-31' },
      { day: addDays(TODAY, 1) },
    ])
      await expect(add(carId, stated)).rejects.toMatchObject({ status: 400, code: 'invalid' })
    await expect(add('0190a5b0-0000-7000-8000-000000000000')).rejects.toMatchObject({ code: 'car_not_found' })
    expect((await costsOf(carId)).data).toEqual([])
  })

  test('that is sent twice, or by several at the same time with one key, is recorded once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const carId = await addCar(market.db)
      const once = { ...staff, idempotencyKey: `fuel-of-today-${round}` }
      await Promise.all([1, 2, 3].map(() => add(carId, {}, once)))
      await add(carId, {}, once)
      expect((await costsOf(carId)).data).toHaveLength(1)
    }
  })

  test('may have a scan of its receipt', async () => {
    const carId = await addCar(market.db)
    const scan = new Blob([new Uint8Array(await drawDocument())], { type: 'image/jpeg' })
    const sent = await postForm(market, `/api/admin/car/${carId}/costs`, { ...fuel, scan }, staff)
    expect(sent.statusCode).toBe(200)
    const [cost] = (await costsOf(carId)).data
    const opened = await market.app.inject({
      url: cost?.scan?.link ?? '',
      headers: { token: staff.token },
    })
    expect(opened.statusCode).toBe(200)
    expect(opened.headers['content-type']).toBe('image/webp')
  })

  test('is changed by no statement, nor is its withdrawal taken back', async () => {
    const carId = await addCar(market.db)
    await add(carId)
    const { id } = await market.db
      .selectFrom('car_costs')
      .select('id')
      .where('car_id', '=', carId)
      .executeTakeFirstOrThrow()
    const set = (change: object) =>
      market.db.updateTable('car_costs').set(change).where('id', '=', id).execute()
    for (const change of [{ amount: 1 }, { kind: 'other' }, { day: '2026-01-01' }, { note: '' }])
      await expect(set(change)).rejects.toMatchObject({ constraint: 'car_cost_does_not_change' })
    await withdraw(id)
    for (const change of [{ withdrawn_at: null }, { withdrawn_at: new Date(0) }])
      await expect(set(change)).rejects.toMatchObject({ constraint: 'car_cost_does_not_change' })
    await expect(sql`delete from cars where id = ${carId}`.execute(market.db)).rejects.toMatchObject({
      code: '23001',
    })
  })
})
