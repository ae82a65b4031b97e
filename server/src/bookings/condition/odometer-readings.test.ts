import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { handOver, takeBack } from '../../testing/condition-reports.ts'
import { addCar } from '../../testing/fleet.ts'
import { paidWith } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING, BY_MPESA, bookCar, historyOf, payBooking } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
let staff: Person
let carId: string
let bookingId: string

beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
beforeEach(async () => {
  market.clock.set(BOOKING_MORNING)
  carId = await addCar(market.db, { odometer: 76_211 })
  bookingId = await confirmed('2026-04-01')
})
afterAll(() => market.close())

async function confirmed(startDate: string): Promise<string> {
  const endDate = startDate.replace(/..$/, (day) => String(Number(day) + 2).padStart(2, '0'))
  const customer = await market.signUp()
  const { _id } = await bookCar(market, customer, carId, { startDate, endDate, ...BY_MPESA })
  await payBooking(market, _id)
  return _id
}

const odometer = async () =>
  (await market.db.selectFrom('cars').select('odometer').where('id', '=', carId).executeTakeFirstOrThrow())
    .odometer
const seen = async (id = bookingId) =>
  (await market.call('GET /api/admin/booking/:bookingId', { params: { bookingId: id } }, staff)).data
const owed = async () =>
  (await market.call('GET /api/admin/booking/:bookingId/fines', { params: { bookingId } }, staff)).data.owed
const refunds = async () =>
  market.db.selectFrom('refunds').select('amount').where('booking_id', '=', bookingId).execute()
const correct = (
  kind: 'handover' | 'return',
  km: number,
  reason = 'One digit was wrong',
  kmConfirmed = false,
) =>
  market.call(
    'POST /api/admin/booking/:bookingId/condition/:kind/reading',
    { params: { bookingId, kind }, body: { km, kmConfirmed, reason } },
    staff,
  )

describe('a reading', () => {
  test('that falls below the last one is asked about again with both numbers, and taken once it is confirmed', async () => {
    const { data } = await market.call(
      'GET /api/admin/booking/:bookingId/condition',
      { params: { bookingId } },
      staff,
    )
    expect(data.lastReading).toEqual({ km: 76_211, at: null })
    await expect(handOver(market, staff, bookingId, { km: 45_230 })).rejects.toMatchObject({
      status: 409,
      code: 'reading_unlikely',
      message: /76,211.*45,230/,
    })
    expect(await seen()).toMatchObject({ status: 'confirmed' })
    await handOver(market, staff, bookingId, { km: 45_230, kmConfirmed: true })
    expect(await odometer()).toBe(45_230)
  })

  test('with one digit too many is asked about again, and does not block the return once it is confirmed', async () => {
    await expect(handOver(market, staff, bookingId, { km: 762_110 })).rejects.toMatchObject({
      code: 'reading_unlikely',
    })
    await handOver(market, staff, bookingId, { km: 762_110, kmConfirmed: true })
    await expect(takeBack(market, staff, bookingId, { km: 76_500 })).rejects.toMatchObject({
      code: 'reading_unlikely',
      message: /762,110.*76,500/,
    })
    await takeBack(market, staff, bookingId, { km: 76_500, kmConfirmed: true })
    expect(await odometer()).toBe(76_500)
    await correct('handover', 76_211)
    expect(await seen()).toMatchObject({ handover: { km: 76_211 }, handoverReturn: { km: 76_500 } })
    expect(await odometer()).toBe(76_500)
  })

  test('that is likely is taken at once', async () => {
    await handOver(market, staff, bookingId, { km: 76_230 })
    await takeBack(market, staff, bookingId, { km: 77_000 })
    expect(await odometer()).toBe(77_000)
  })
})

describe('a correction', () => {
  const charges = [{ kind: 'kilometres' as const, amount: 764_250, quantity: 30_570 }]

  test('of the handover takes back what was charged too much, and what was paid for it', async () => {
    await handOver(market, staff, bookingId, { km: 45_230, kmConfirmed: true })
    await takeBack(market, staff, bookingId, {
      km: 76_200,
      kmConfirmed: true,
      charges,
      chargesPayment: paidWith(),
    })
    expect((await correct('handover', 75_230)).message).toBe('Kilometres corrected')
    // 970 km driven, 400 of them included: 570 at Ksh 25.
    expect(await seen()).toMatchObject({
      extraCharges: 14_250,
      handoverReturn: { charges: [{ kind: 'kilometres', amount: 14_250, quantity: 570 }] },
    })
    expect(await refunds()).toEqual([{ amount: 750_000 }])
    expect((await historyOf(market, bookingId)).at(-1)).toMatchObject({
      what: 'Kilometres corrected',
      note: 'At the handover 75,230 km instead of 45,230 km: One digit was wrong',
    })
  })

  test('of the return owes what was charged too little, and moves the odometer and the next service', async () => {
    await market.call(
      'POST /api/admin/car/:carId/service-plan',
      {
        params: { carId },
        body: { everyKm: 5_000, everyMonths: null, startKm: 72_000, startDay: '2026-03-01', updatedAt: null },
      },
      staff,
    )
    await handOver(market, staff, bookingId, { km: 76_211 })
    await takeBack(market, staff, bookingId, { km: 76_500 })
    await correct('return', 77_311)
    // 1,100 km driven, 400 of them included.
    expect(await seen()).toMatchObject({ extraCharges: 17_500, handoverReturn: { km: 77_311 } })
    expect(await owed()).toBe(17_500)
    expect(await odometer()).toBe(77_311)
    const { data } = await market.call('GET /api/admin/car/:carId/service', { params: { carId } }, staff)
    expect(data).toMatchObject({ odometer: 77_311, next: { kmLeft: -311, stage: 'due' } })
  })

  test('that does not fit the readings before and after it is asked about again with both numbers', async () => {
    await handOver(market, staff, bookingId, { km: 76_300 })
    market.clock.advance(3_600_000)
    await takeBack(market, staff, bookingId, { km: 76_600 })
    for (const [kind, km, numbers] of [
      ['return', 76_000, /76,300.*76,000/],
      ['return', 766_000, /76,300.*766,000/],
      ['handover', 76_700, /76,600.*76,700/],
      ['handover', 7_630, /76,600.*7,630/],
    ] as const)
      await expect(correct(kind, km)).rejects.toMatchObject({ code: 'reading_unlikely', message: numbers })
    expect(await seen()).toMatchObject({ handoverReturn: { km: 76_600 }, extraCharges: 0 })
    expect(await odometer()).toBe(76_600)

    market.clock.set(new Date('2026-04-04T09:00:00+03:00'))
    const next = await confirmed('2026-04-04')
    await handOver(market, staff, next, { km: 76_650 })
    await expect(correct('return', 76_700)).rejects.toMatchObject({ message: /76,650.*76,700/ })
    await correct('return', 76_700, 'The next one was misread', true)
    expect(await seen()).toMatchObject({ handoverReturn: { km: 76_700 } })
  })

  test('of an earlier rental does not change the odometer', async () => {
    await handOver(market, staff, bookingId, { km: 76_300 })
    market.clock.advance(3_600_000)
    await takeBack(market, staff, bookingId, { km: 76_900 })
    await correct('handover', 76_250)
    expect(await odometer()).toBe(76_900)
  })

  test('needs a reason, another number and a report that is made, and is kept for ever', async () => {
    await expect(correct('return', 5)).rejects.toMatchObject({ code: 'booking_wrong_state' })
    await handOver(market, staff, bookingId, { km: 76_300 })
    await expect(correct('handover', 76_300)).rejects.toMatchObject({ status: 400 })
    await expect(correct('handover', 76_301, ' ')).rejects.toMatchObject({ status: 400 })
    await correct('handover', 76_301)
    const changed = market.db.updateTable('reading_corrections').set({ reason: 'x' }).execute()
    await expect(changed).rejects.toMatchObject({ constraint: 'reading_correction_does_not_change' })
  })

  test('of kilometres that the customer disputes is refused', async () => {
    const customer = await market.signUp()
    bookingId = (
      await bookCar(market, customer, carId, { startDate: '2026-04-08', endDate: '2026-04-10', ...BY_MPESA })
    )._id
    await payBooking(market, bookingId)
    market.clock.set(new Date('2026-04-08T09:00:00+03:00'))
    await handOver(market, staff, bookingId, { km: 76_300 })
    const lines = [{ kind: 'kilometres' as const, amount: 5_000, quantity: 200 }]
    await takeBack(market, staff, bookingId, { km: 76_900, charges: lines, chargesPayment: paidWith() })
    await market.call(
      'POST /api/booking/:bookingId/dispute',
      { params: { bookingId }, body: { charge: 0, reason: 'I drove less' } },
      customer,
    )
    await expect(correct('return', 76_800)).rejects.toMatchObject({ code: 'booking_wrong_state' })
  })
})
