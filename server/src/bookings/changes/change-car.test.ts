import type { Booking } from '@twende/contract/bookings/booking.ts'
import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBalance } from '../../payments/ledger/ledger-store.ts'
import { addCarPaper } from '../../testing/car-papers.ts'
import { handOver, reportOf } from '../../testing/condition-reports.ts'
import { addExtra } from '../../testing/extras.ts'
import { addCar, type CarFacts } from '../../testing/fleet.ts'
import { expectBalanced } from '../../testing/ledger-invariants.ts'
import { onceAvailable } from '../../testing/once-available.ts'
import { receivePayment, sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { addPriceRule } from '../../testing/price-rules.ts'
import { BOOKING_MORNING, bookCar, historyOf, moveBookingOn, payBooking } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'

let market: TestMarket
let staff: Person
let admin: Person
let customer: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
  customer = await market.signUp()
})
afterAll(() => market.close())

const START = '2026-04-10'
let phones = 0
const nextPhone = () => `07124${String(++phones).padStart(5, '0')}`

const period = (from = 0, to = 3) => ({
  startDate: addDays(START, from),
  endDate: addDays(START, to),
  pickupTime: '10:00',
  dropoffTime: '10:00',
})
type Period = ReturnType<typeof period>

const car = (facts: CarFacts = {}) => addCar(market.db, { pricePerDay: 1_000, ...facts })

/** A booking of three days for 3,000, confirmed and paid. */
async function booked({ carId, by = customer }: { carId?: string; by?: Person } = {}) {
  const booking = await bookCar(market, by, carId ?? (await car()), period())
  await moveBookingOn(market, staff, booking._id, 'confirmed')
  return booking
}

const preview = async ({ _id: bookingId }: Booking, to: Period & { carId?: string }, by = customer) =>
  (await market.call('GET /api/booking/:bookingId/change', { params: { bookingId }, query: to }, by)).data

/** Agrees to what is shown of a change. */
async function change(booking: Booking, to: Period & { carId?: string }, by = customer) {
  const { finalAmount, deposit, updatedAt } = await preview(booking, to, by)
  const body = { ...to, finalAmount, deposit, updatedAt, phone: nextPhone() }
  return market.call('POST /api/booking/:bookingId/change', { params: { bookingId: booking._id }, body }, by)
}

const rowOf = ({ _id }: Booking) =>
  market.db.selectFrom('bookings').selectAll().where('id', '=', _id).executeTakeFirstOrThrow()
const seen = async ({ _id: bookingId }: Booking, by = customer) =>
  (await market.call('GET /api/booking/:bookingId', { params: { bookingId } }, by)).data
const depositOf = async ({ _id: bookingId }: Booking, by = customer) =>
  (await market.call('GET /api/booking/:bookingId/deposit', { params: { bookingId } }, by)).data.deposit
const refundsOf = async (payableId: string) =>
  market.db
    .selectFrom('refunds')
    .select(['amount', 'reason'])
    .where('payable_id', '=', payableId)
    .orderBy('id')
    .execute()
const calendarOf = async (carId: string) =>
  (await market.db.selectFrom('car_calendar').select('booking_id').where('car_id', '=', carId).execute()).map(
    ({ booking_id }) => booking_id,
  )

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error.code
  throw error ?? new Error('nothing was refused')
}

describe('another car', () => {
  test('that costs less is given at once, with its terms, and the rest goes back in full', async () => {
    const booking = await booked()
    const carId = await car({ name: 'Mazda Demio', pricePerDay: 700, kmPerDay: 150, seats: 4 })
    const to = { ...period(), carId }
    expect(await preview(booking, to)).toMatchObject({
      carName: 'Mazda Demio',
      finalAmount: 2_100,
      due: 0,
      refund: 900,
      kmPerDay: 150,
      bookedKmPerDay: 200,
    })
    expect(await calendarOf(carId)).toEqual([])
    const { data, payment } = await change(booking, to)
    expect(payment).toBeNull()
    expect(data).toMatchObject({
      carId,
      carName: 'Mazda Demio',
      carSpecs: { seats: 4 },
      pricePerDay: 700,
      finalAmount: 2_100,
      paymentStatus: 'paid',
    })
    expect((await rowOf(booking)).rental_terms).toMatchObject({
      kmPerDay: 150,
      extraKmRate: expect.anything(),
    })
    expect(await calendarOf(booking.carId)).toEqual([])
    expect(await calendarOf(carId)).toEqual([booking._id])
    expect(await refundsOf(booking._id)).toEqual([{ amount: 900, reason: 'booking_changed' }])
    expect(await findBalance(market.db, { type: 'booking', id: booking._id })).toMatchObject({
      price: 2_100,
      receivable: 0,
      unapplied: 0,
      refundsPayable: 900,
    })
    const last = (await historyOf(market, booking._id)).at(-1)
    expect(last?.note).toMatch(/^From Toyota Axio, .* to Mazda Demio, /)
    await expectBalanced(market)
  })

  test('that costs more is given once the difference is paid, on other dates too', async () => {
    const booking = await booked()
    const carId = await car({ name: 'Toyota Prado', pricePerDay: 5_000 })
    const { payment } = await change(booking, { ...period(1, 3), carId })
    expect(payment).toMatchObject({ amount: 7_000, status: 'processing' })
    expect(await seen(booking)).toMatchObject({ carId: booking.carId, finalAmount: 3_000 })
    // What the car costs and has meanwhile is not what was agreed.
    await market.db
      .updateTable('cars')
      .set({ price_per_day: 9_000, deposit: 4_000, km_per_day: 90 })
      .where('id', '=', carId)
      .execute()
    await payBooking(market, booking._id)
    expect(await seen(booking)).toMatchObject({
      carId,
      carName: 'Toyota Prado',
      startDate: addDays(START, 1),
      totalDays: 2,
      pricePerDay: 5_000,
      finalAmount: 10_000,
      paymentStatus: 'paid',
    })
    expect((await rowOf(booking)).rental_terms).toMatchObject({ kmPerDay: 200 })
    expect(await depositOf(booking)).toBeNull()
    expect(await calendarOf(booking.carId)).toEqual([])
    const { kind, params } = await market.db
      .selectFrom('notifications')
      .select(['kind', 'params'])
      .where('dedupe_key', 'like', `booking_changed:${booking._id}%`)
      .executeTakeFirstOrThrow()
    expect({ kind, params }).toMatchObject({
      params: { carName: 'Toyota Prado', formerCar: 'Toyota Axio', paid: 7_000, refund: 0 },
    })
  })

  test('is priced as a new booking of it: its own rules and discount hold', async () => {
    const booking = await booked()
    const carId = await car({ pricePerDay: 2_000 })
    await addPriceRule(market, { name: 'Three days', kind: 'length_discount', value: 10, fromDays: 3, carId })
    expect(await preview(booking, { ...period(), carId })).toMatchObject({
      discountPercent: 10,
      finalAmount: 5_400,
      due: 2_400,
    })
    await addPriceRule(market, { kind: 'minimum_days', value: 5, carId })
    expect(await refusal(preview(booking, { ...period(), carId }))).toBe('rental_too_short')
  })

  test.each(['taken', 'withdrawn', 'changed meanwhile'])(
    'that is %s when the money comes is not given, and the money goes back',
    async (what) => {
      const booking = await booked()
      const carId = await car({ pricePerDay: 2_000 })
      await change(booking, { ...period(), carId })
      if (what === 'taken') await bookCar(market, await market.signUp(), carId, period(1, 2))
      if (what === 'withdrawn')
        await market.db.updateTable('cars').set({ available: false }).where('id', '=', carId).execute()
      const other = await car()
      if (what === 'changed meanwhile') await change(booking, { ...period(), carId: other })
      await payBooking(market, booking._id)
      const kept = what === 'changed meanwhile' ? other : booking.carId
      expect(await seen(booking)).toMatchObject({ carId: kept, finalAmount: 3_000, paymentStatus: 'paid' })
      expect(await refundsOf(booking._id)).toEqual([{ amount: 3_000, reason: 'paid_too_late' }])
      expect(await calendarOf(kept)).toEqual([booking._id])
      await expectBalanced(market)
    },
  )

  test('is asked for once: the same request names the payment that is open', async () => {
    const booking = await booked()
    const [one, other] = [await car({ pricePerDay: 2_000 }), await car({ pricePerDay: 2_000 })]
    const { payment } = await change(booking, { ...period(), carId: one })
    const again = await change(booking, { ...period(), carId: one }).catch((reason: unknown) => reason)
    expect(again).toMatchObject({ code: 'payment_too_soon', data: { paymentId: payment?._id } })
    const elsewhere = await change(booking, { ...period(), carId: other }).catch((reason: unknown) => reason)
    expect(elsewhere).toMatchObject({ code: 'payment_too_soon' })
    expect(elsewhere).not.toHaveProperty('data.paymentId')
  })
})

describe('the deposit of the booking', () => {
  const take = ({ _id: bookingId }: Booking) =>
    market.call(
      'POST /api/admin/booking/:bookingId/deposit/take',
      { params: { bookingId }, body: { paidBy: 'cash' } },
      staff,
    )
  const waive = ({ _id: bookingId }: Booking, by: Person) =>
    market.call(
      'POST /api/admin/booking/:bookingId/deposit/waive',
      { params: { bookingId }, body: { reason: 'A regular customer' } },
      by,
    )

  test('becomes that of the new car: what was paid above it is owed back', async () => {
    const booking = await booked({ carId: await car({ deposit: 10_000 }) })
    await take(booking)
    const to = { ...period(), carId: await car({ deposit: 4_000 }) }
    expect(await preview(booking, to)).toMatchObject({
      deposit: 4_000,
      bookedDeposit: 10_000,
      depositRefund: 6_000,
    })
    expect(await depositOf(booking)).toMatchObject({ amount: 10_000, held: 10_000 })
    await change(booking, to)
    expect(await depositOf(booking)).toMatchObject({ amount: 4_000, held: 4_000, due: 0, owedBack: 6_000 })
    await handOver(market, staff, booking._id)
    await expectBalanced(market)
  })

  test('is due for the rest where the new car has a higher one', async () => {
    const booking = await booked({ carId: await car({ deposit: 4_000 }) })
    await take(booking)
    await change(booking, { ...period(), carId: await car({ deposit: 10_000 }) })
    expect(await depositOf(booking)).toMatchObject({ amount: 10_000, held: 4_000, due: 6_000, owedBack: 0 })
    expect(await refusal(handOver(market, staff, booking._id))).toBe('deposit_due')
  })

  test('is new where there was none, and goes back whole where the new car has none', async () => {
    const booking = await booked()
    const withDeposit = await car({ deposit: 5_000 })
    await change(booking, { ...period(), carId: withDeposit })
    expect(await depositOf(booking)).toMatchObject({ amount: 5_000, due: 5_000 })
    await take(booking)
    await change(booking, { ...period(), carId: booking.carId })
    expect(await depositOf(booking)).toMatchObject({ amount: 0, due: 0, held: 0, owedBack: 5_000 })
    await handOver(market, staff, booking._id)
    await expectBalanced(market)
  })

  test('that the new car has none of is not paid by money that arrives later: it goes back', async () => {
    const booking = await booked({ carId: await car({ deposit: 5_000 }) })
    await change(booking, { ...period(), carId: await car() })
    const deposit = await depositOf(booking)
    expect(deposit).toMatchObject({ amount: 0, due: 0 })
    const receipt = await sendC2bPayment(market, { amount: 5_000, reference: 'for the deposit' })
    const body = { reference: deposit?.reference ?? '', giveBack: true, reason: 'The deposit is gone' }
    await market.call('POST /api/admin/receipt/:receipt/match', { params: { receipt }, body }, staff)
    expect(await refundsOf(deposit?._id ?? '')).toMatchObject([{ amount: 5_000 }])
    await expectBalanced(market)
  })

  test('that was waived stays so for no more than was waived', async () => {
    const booking = await booked({ carId: await car({ deposit: 15_000 }) })
    await waive(booking, staff)
    await change(booking, { ...period(), carId: await car({ deposit: 10_000 }) })
    expect(await depositOf(booking)).toMatchObject({ amount: 10_000, waived: true, due: 0 })
    await change(booking, { ...period(), carId: await car({ deposit: 25_000 }) })
    expect(await depositOf(booking)).toMatchObject({ amount: 25_000, waived: false, due: 25_000 })
    await waive(booking, admin)
    const raise = market.db.updateTable('deposits').set({ amount: 26_000 })
    const raised = raise.where('booking_id', '=', booking._id).execute()
    await expect(raised).rejects.toThrow('A deposit that is waived gets no higher.')
  })

  test('that is being paid keeps the car until the payment has ended', async () => {
    const booking = await booked({ carId: await car({ deposit: 10_000 }) })
    const to = { ...period(), carId: await car({ deposit: 4_000, pricePerDay: 2_000 }) }
    await change(booking, to)
    const deposit = await depositOf(booking)
    const body = { purpose: 'deposit', purchaseId: deposit?._id ?? '', phone: nextPhone() } as const
    await market.call('POST /api/payment/start', { body }, customer)
    expect(await refusal(preview(booking, to))).toBe('booking_wrong_state')
    await payBooking(market, booking._id)
    expect(await seen(booking)).toMatchObject({ carId: booking.carId, finalAmount: 3_000 })
    expect(await refundsOf(booking._id)).toEqual([{ amount: 3_000, reason: 'paid_too_late' }])
  })
})

describe('another car is refused', () => {
  test('where it is taken, not covered, not offered, retired or not there', async () => {
    const booking = await booked()
    const [taken, uncovered, away, retired] = [await car(), await car(), await car(), await car()]
    await bookCar(market, await market.signUp(), taken, period(2, 4))
    const today = nairobiDay(market.clock.now())
    await addCarPaper(market, uncovered, {
      kind: 'insurance',
      validFrom: today,
      validUntil: addDays(START, 1),
    })
    await market.db.updateTable('cars').set({ available: false }).where('id', '=', away).execute()
    await market.db.updateTable('cars').set({ retired_at: new Date() }).where('id', '=', retired).execute()
    const to = (carId: string) => refusal(preview(booking, { ...period(), carId }))
    expect(await to(taken)).toBe('car_taken')
    expect(await to(uncovered)).toBe('car_not_covered')
    expect(await to(away)).toBe('car_unavailable')
    expect(await to(retired)).toBe('car_unavailable')
    expect(await to('00000000-0000-7000-8000-000000000000')).toBe('car_not_found')
    expect(await to(booking.carId)).toBe('rental_dates_invalid')
  })

  test('once cancelling is no longer free, with the car out, and once its handover is begun', async () => {
    const late = await booked()
    const other = await car()
    await market.db
      .updateTable('bookings')
      .set({ created_at: new Date('2026-03-01T09:00:00Z') })
      .where('id', '=', late._id)
      .execute()
    const now = market.clock.now()
    market.clock.set(new Date(`${addDays(START, -1)}T12:00:00+03:00`))
    expect(await refusal(preview(late, { ...period(), carId: other }))).toBe('booking_wrong_state')
    expect(await refusal(preview(late, { ...period(0, 4), carId: other }))).toBe('booking_wrong_state')
    market.clock.set(now)
    const out = await booked()
    await handOver(market, staff, out._id)
    expect(await refusal(preview(out, { ...period(0, 4), carId: other }))).toBe('booking_wrong_state')
    const begun = await booked()
    await reportOf(market, begun._id, { kind: 'handover' })
    expect(await refusal(preview(begun, { ...period(), carId: other }))).toBe('booking_wrong_state')
    for (const { _id } of [out, begun]) {
      const moved = market.db.updateTable('bookings').set({ car_id: other }).where('id', '=', _id)
      await expect(moved.execute()).rejects.toThrow('does not change any more')
    }
  })

  test('to a person on the refusal list, above what M-Pesa takes, and with another deposit than was shown', async () => {
    const refused = await market.signUp()
    const booking = await booked({ by: refused })
    const dear = await car({ pricePerDay: 90_000 })
    expect(await refusal(preview(booking, { ...period(), carId: dear }, refused))).toBe('too_much_for_mpesa')
    const carId = await car({ deposit: 2_000 })
    const { finalAmount, updatedAt } = await preview(booking, { ...period(), carId }, refused)
    const body = { ...period(), carId, finalAmount, updatedAt, deposit: 1_000 }
    const params = { bookingId: booking._id }
    const send = () => market.call('POST /api/booking/:bookingId/change', { params, body }, refused)
    expect(await refusal(send())).toBe('price_changed')
    const { customerInfo } = booking
    await market.call(
      'POST /api/admin/refusal-list',
      { body: { phone: customerInfo.phone, reason: 'unpaid', note: 'BK1000', until: addDays(START, 30) } },
      staff,
    )
    expect(await refusal(preview(booking, { ...period(), carId }, refused))).toBe('hirer_refused')
  })
})

test('the cars that are offered are free, long enough and priced for the period, those most alike first', async () => {
  const booking = await booked({ carId: await car({ category: 'Vans', seats: 8 }) })
  const alike = await car({ category: 'Vans', seats: 8, pricePerDay: 1_200 })
  const [taken, long] = [await car({ category: 'Vans' }), await car({ category: 'Vans' })]
  await bookCar(market, await market.signUp(), taken, period(2, 4))
  await addPriceRule(market, { kind: 'minimum_days', value: 5, carId: long })
  const request = { params: { bookingId: booking._id }, query: period(0, 4) }
  const { data } = await market.call('GET /api/booking/:bookingId/change/cars', request, customer)
  expect(data[0]).toMatchObject({ car: { _id: alike }, finalAmount: 4_800, difference: 1_800 })
  const offered = data.map((each) => each.car._id)
  for (const carId of [booking.carId, taken, long]) expect(offered).not.toContain(carId)
  const stranger = market.call('GET /api/booking/:bookingId/change/cars', request, await market.signUp())
  expect(await refusal(stranger)).toBe('booking_not_found')
})

test('the extras of a booking stay with another car: a day more costs the car and a day of the chauffeur', async () => {
  await addExtra(market, { kind: 'chauffeur', price: 2_500 }, admin)
  await addExtra(market, { kind: 'child_seat', price: 600, stock: 4 }, admin)
  const extras = { chauffeur: true, childSeats: 2 }
  const booking = await bookCar(market, customer, await car(), { ...period(), extras })
  await moveBookingOn(market, staff, booking._id, 'confirmed')
  expect(booking.finalAmount).toBe(3 * 1_000 + 3 * 2_500 + 2 * 600)
  const carId = await car({ pricePerDay: 1_500 })
  const to = { ...period(0, 4), carId }
  const price = 4 * 1_500 + 4 * 2_500 + 2 * 600
  const cars = await market.call(
    'GET /api/booking/:bookingId/change/cars',
    { params: { bookingId: booking._id }, query: period(0, 4) },
    customer,
  )
  expect(cars.data.length).toBeGreaterThan(0)
  for (const offered of cars.data)
    expect(offered.finalAmount).toBe(4 * offered.car.price + 4 * 2_500 + 2 * 600)
  const { payment } = await change(booking, to)
  expect(payment?.amount).toBe(price - booking.finalAmount)
  await receivePayment(market, payment?._id ?? '')
  const moved = await seen(booking)
  expect(moved).toMatchObject({ carId, finalAmount: price, paymentStatus: 'paid' })
  expect(moved.extras.map(({ kind, quantity, amount }) => [kind, quantity, amount])).toEqual([
    ['chauffeur', 4, 10_000],
    ['child_seat', 2, 1_200],
  ])
  await change(moved, { ...period(), carId: booking.carId })
  expect((await refundsOf(booking._id)).map(({ amount }) => amount)).toEqual([price - booking.finalAmount])
  expect(await seen(booking)).toMatchObject({ carId: booking.carId, finalAmount: booking.finalAmount })
  await market.db.deleteFrom('extras').execute()
  await expectBalanced(market)
})

trial(
  'rivals change to the same car for overlapping days at once: one has it, and nobody loses money or their car',
  { full: 8, few: 3 },
  async ({ rounds }) => {
    const rivals = await Promise.all(Array.from({ length: 50 }, () => market.signUp()))
    // The first car makes its category and place, which cannot be made twice at the same moment.
    await car()
    for (let round = 0; round < rounds; round += 1) {
      // Half of the rivals pay a difference, half get money back.
      const cars = await Promise.all(
        rivals.map((_, place) => car({ pricePerDay: place % 2 ? 1_000 : 3_000 })),
      )
      const target = await car({ pricePerDay: 2_000 })
      // Bookings are made a few at a time: only the changes compete.
      const bookings: Booking[] = []
      for (let first = 0; first < rivals.length; first += 5) {
        const some = rivals.slice(first, first + 5).map((by, place) => ({ by, carId: cars[first + place] }))
        const made = some.map(({ by, carId }) => booked({ by, ...(carId && { carId }) }))
        bookings.push(...(await Promise.all(made)))
      }
      const days = (place: number) => ({ ...period(place % 3, 3 + (place % 3)), carId: target })
      const asked = await Promise.all(
        bookings.map(async (booking, place) => {
          const by = rivals[place]
          if (place % 2 === 0 || !by) return undefined
          return (await onceAvailable(() => change(booking, days(place), by))).payment?._id
        }),
      )
      const ends = await Promise.allSettled(
        bookings.map(async (booking, place) => {
          const [paymentId, by] = [asked[place], rivals[place]]
          if (paymentId !== undefined) return onceAvailable(() => receivePayment(market, paymentId))
          return onceAvailable(() => change(booking, days(place), by))
        }),
      )
      const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []))
      expect(new Set(refused)).toEqual(new Set(['car_taken']))
      const now = await Promise.all(bookings.map((booking) => rowOf(booking)))
      const winners = now.filter(({ car_id }) => car_id === target)
      expect(winners).toHaveLength(1)
      expect(await calendarOf(target)).toEqual(winners.map(({ id }) => id))
      for (const [place, row] of now.entries()) {
        const hasWon = row.car_id === target
        const booking = bookings[place]
        expect(row).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
        const before = booking?.finalAmount ?? 0
        const price = hasWon ? 6_000 : before
        expect({ ...row, final_amount: row.final_amount }).toMatchObject({ final_amount: price })
        if (!hasWon) expect(await calendarOf(row.car_id)).toEqual([row.id])
        const paid = before + (asked[place] === undefined ? 0 : 6_000 - before)
        expect(await findBalance(market.db, { type: 'booking', id: row.id })).toMatchObject({
          price,
          receivable: 0,
          unapplied: 0,
          suspense: 0,
          refundsPayable: paid - price,
        })
      }
    }
    await expectBalanced(market)
  },
)
