import { nairobiInstant } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { handOver, takeBack } from '../testing/condition-reports.ts'
import { addCar } from '../testing/fleet.ts'
import type { Person } from '../testing/people.ts'
import {
  BOOKING_MORNING,
  BY_MPESA,
  bookCar,
  historyOf,
  moveBookingOn,
  payBooking,
} from '../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { blockCar } from './block-car.ts'
import { expireHolds } from './expire-holds.ts'

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

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const see = async (bookingId: string, person = customer) =>
  (await market.call('GET /api/booking/:bookingId', { params: { bookingId } }, person)).data
const cancel = (bookingId: string, cancellationReason = '', person = customer) =>
  market.call(
    'PUT /api/booking/:bookingId/cancel',
    { params: { bookingId }, body: { cancellationReason } },
    person,
  )
const review = (bookingId: string, body: { rating: number; comment?: string }, person = customer) =>
  market.call('POST /api/booking/:bookingId/review', { params: { bookingId }, body }, person)
const row = (bookingId: string) =>
  market.db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirstOrThrow()
const refundsOf = (bookingId: string) =>
  market.db
    .selectFrom('refunds')
    .select(['amount', 'status', 'reason', 'reason_note'])
    .where('booking_id', '=', bookingId)
    .execute()
const lettersTo = async ({ accountId }: Person) =>
  (
    await market.db
      .selectFrom('notifications')
      .select('kind')
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .execute()
  ).map(({ kind }) => kind)

describe('cancelling', () => {
  test('a rental whose days are over is refused, and nothing is given back for it', async () => {
    const booking = await bookCar(market, customer, await addCar(market.db), BY_MPESA)
    await payBooking(market, booking._id)
    market.clock.set(new Date(nairobiInstant(booking.endDate, booking.dropoffTime).getTime() + MINUTE))
    await expect(cancel(booking._id)).rejects.toMatchObject({ status: 409, code: 'booking_wrong_state' })
    const params = { bookingId: booking._id }
    const preview = market.call('GET /api/booking/:bookingId/refund', { params }, customer)
    await expect(preview).rejects.toMatchObject({ status: 409, code: 'booking_wrong_state' })
    expect((await see(booking._id)).status).toBe('confirmed')
    expect(await refundsOf(booking._id)).toEqual([])
  })

  test('an unpaid booking frees the car at once and owes nothing', async () => {
    const carId = await addCar(market.db)
    const { _id } = await bookCar(market, customer, carId)
    const answer = await cancel(_id, 'Plans changed')
    expect(answer.message).toBe('Booking cancelled successfully')
    expect(answer.data).toMatchObject({
      status: 'cancelled',
      cancellationReason: 'Plans changed',
      cancelledAt: expect.any(String),
      holdExpiresAt: null,
    })
    expect(await refundsOf(_id)).toEqual([])
    expect(await historyOf(market, _id)).toMatchObject([
      { what: 'Booked' },
      { what: 'Cancelled by customer', actor: 'customer', note: 'Plans changed' },
    ])
    expect(await bookCar(market, await market.signUp(), carId)).toMatchObject({ status: 'pending' })
    expect(await lettersTo(customer)).toEqual(['booking_requested', 'booking_cancelled'])
  })

  test('says to its customer that they did it, and to staff that the customer did', async () => {
    const { _id } = await bookCar(market, customer, await addCar(market.db))
    await cancel(_id)
    const params = { bookingId: _id }
    const own = await market.call('GET /api/booking/:bookingId', { params }, customer)
    expect(own.timeline.at(-1)?.what).toBe('You cancelled it')
    const staff = await market.signUp({ role: 'staff' })
    const desk = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
    expect(desk.timeline.at(-1)?.what).toBe('Cancelled by customer')
  })

  test('without a reason says that the customer did it', async () => {
    const { _id } = await bookCar(market, customer, await addCar(market.db))
    const { data } = await cancel(_id)
    expect(data).toMatchObject({ cancellationReason: 'Cancelled by customer', cancellationCode: 'customer' })
  })

  test('with a reason is told by that reason and by no code', async () => {
    const { _id } = await bookCar(market, customer, await addCar(market.db))
    const { data } = await cancel(_id, 'Cancelled by customer, who is ill')
    expect(data).toMatchObject({
      cancellationReason: 'Cancelled by customer, who is ill',
      cancellationCode: null,
    })
  })

  test('twice is refused the second time', async () => {
    const { _id } = await bookCar(market, customer, await addCar(market.db))
    await cancel(_id)
    await expect(cancel(_id)).rejects.toMatchObject({ status: 409, code: 'booking_wrong_state' })
  })

  test('a paid booking in time gives everything back', async () => {
    const { _id, finalAmount } = await bookCar(market, customer, await addCar(market.db), BY_MPESA)
    await payBooking(market, _id)
    expect(await see(_id)).toMatchObject({
      status: 'confirmed',
      paymentStatus: 'paid',
      paymentDetails: { paymentAmount: finalAmount, transactionId: expect.stringMatching(/^TEST\d+$/) },
    })
    expect(await cancel(_id)).toMatchObject({ data: { status: 'cancelled', paymentStatus: 'refunding' } })
    expect(await refundsOf(_id)).toMatchObject([{ amount: finalAmount, status: 'due' }])
  })

  test('a paid booking late keeps a day’s price, as the preview said', async () => {
    const { _id } = await bookCar(market, customer, await addCar(market.db, { pricePerDay: 4_000 }), BY_MPESA)
    await payBooking(market, _id)
    market.clock.set(new Date(nairobiInstant('2026-04-10', '10:00').getTime() - 23 * HOUR))
    const preview = await market.call(
      'GET /api/booking/:bookingId/refund',
      { params: { bookingId: _id } },
      customer,
    )
    expect(preview.data).toEqual({
      paid: 12_000,
      kept: 4_000,
      refund: 8_000,
      free: false,
      refundWay: 'to_payer',
    })
    await cancel(_id)
    expect(await refundsOf(_id)).toMatchObject([{ amount: 8_000 }])
  })

  test('by staff gives everything back, however late', async () => {
    const { _id } = await bookCar(market, customer, await addCar(market.db, { pricePerDay: 4_000 }), BY_MPESA)
    await payBooking(market, _id)
    market.clock.set(new Date(nairobiInstant('2026-04-10', '10:00').getTime() - HOUR))
    const body = { reason: 'The car broke down' }
    const answer = await market.call(
      'POST /api/admin/booking/:bookingId/cancel',
      { params: { bookingId: _id }, body },
      staff,
    )
    expect(answer.data).toMatchObject({ status: 'cancelled', cancellationReason: 'The car broke down' })
    const why = { reason: 'cancelled_by_staff', reason_note: 'The car broke down' }
    expect(await refundsOf(_id)).toMatchObject([{ amount: 12_000, ...why }])
  })

  test('a booking that staff confirmed as paid gives that money back', async () => {
    const { _id, finalAmount } = await bookCar(market, customer, await addCar(market.db))
    await moveBookingOn(market, staff, _id, 'confirmed')
    await cancel(_id)
    expect(await refundsOf(_id)).toMatchObject([{ amount: finalAmount }])
  })

  test.each(['active', 'completed'] as const)('an %s booking is refused', async (status) => {
    const { _id } = await bookCar(market, customer, await addCar(market.db))
    await moveBookingOn(market, staff, _id, status)
    await expect(cancel(_id)).rejects.toMatchObject({ code: 'booking_wrong_state' })
    await expect(
      market.call('GET /api/booking/:bookingId/refund', { params: { bookingId: _id } }, customer),
    ).rejects.toMatchObject({ code: 'booking_wrong_state' })
    expect((await row(_id)).status).toBe(status)
  })
})

describe('somebody else', () => {
  test('finds no booking to read, cancel, review or get money for, and nothing of it changes', async () => {
    const { _id } = await bookCar(market, customer, await addCar(market.db))
    await moveBookingOn(market, staff, _id, 'confirmed')
    const before = await row(_id)
    const stranger = await market.signUp()
    const params = { bookingId: _id }
    const attempts = [
      () => see(_id, stranger),
      () => market.call('GET /api/booking/:bookingId/refund', { params }, stranger),
      () => cancel(_id, 'Mine', stranger),
      () => review(_id, { rating: 1 }, stranger),
    ]
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toMatchObject({ status: 404, code: 'booking_not_found' })
    }
    expect(await row(_id)).toEqual(before)
    const { bookings } = await market.call('GET /api/booking/user', {}, stranger)
    expect(bookings).toEqual([])
  })

  test('is refused the moves of staff', async () => {
    const { _id } = await bookCar(market, customer, await addCar(market.db))
    await expect(moveBookingOn(market, customer, _id, 'confirmed')).rejects.toMatchObject({ status: 403 })
    expect((await row(_id)).status).toBe('pending')
  })

  test('of our staff may read it, and may not cancel it as its customer', async () => {
    const { _id } = await bookCar(market, customer, await addCar(market.db))
    expect(await see(_id, staff)).toMatchObject({ _id })
    await expect(cancel(_id, '', staff)).rejects.toMatchObject({ code: 'booking_not_found' })
  })

  test('finds nothing by the reference, which is no address', async () => {
    const { bookingId } = await bookCar(market, customer, await addCar(market.db))
    await expect(see(bookingId)).rejects.toMatchObject({ status: 400 })
    await expect(see('01969f3c-0000-7000-8000-000000000000')).rejects.toMatchObject({ status: 404 })
  })
})

describe('staff', () => {
  test('takes a booking from pending to completed, and its story tells how', async () => {
    const { _id } = await bookCar(market, customer, await addCar(market.db))
    await moveBookingOn(market, staff, _id, 'completed')
    expect(await see(_id)).toMatchObject({ status: 'completed', paymentStatus: 'paid', holdExpiresAt: null })
    const { timeline } = await market.call(
      'GET /api/booking/:bookingId',
      { params: { bookingId: _id } },
      customer,
    )
    expect(timeline.map(({ by, what, note }) => [by, what, note])).toEqual([
      ['customer', 'Booked', ''],
      ['staff', 'Confirmed by staff', 'Ksh 13,500 · Cash · Paid in cash'],
      ['staff', 'Car handed over', '42,000 km, fuel Full'],
      ['staff', 'Car returned', '42,350 km, fuel Full'],
    ])
  })

  test('cannot skip a step or make it twice', async () => {
    const { _id } = await bookCar(market, customer, await addCar(market.db))
    const wrong = { status: 409, code: 'booking_wrong_state' }
    await expect(handOver(market, staff, _id)).rejects.toMatchObject(wrong)
    await expect(takeBack(market, staff, _id)).rejects.toMatchObject(wrong)
    await moveBookingOn(market, staff, _id, 'confirmed')
    await expect(moveBookingOn(market, staff, _id, 'confirmed')).rejects.toMatchObject(wrong)
    expect(await historyOf(market, _id)).toHaveLength(2)
  })

  test('is asked again where a car comes back with fewer kilometres than it left with', async () => {
    const { _id } = await bookCar(market, customer, await addCar(market.db))
    await moveBookingOn(market, staff, _id, 'active')
    await expect(takeBack(market, staff, _id, { km: 41_999 })).rejects.toMatchObject({
      status: 409,
      code: 'reading_unlikely',
      message: /42,000 km.*41,999 km/,
    })
    expect((await row(_id)).status).toBe('active')
  })
})

describe('a hold that ran out', () => {
  test('is cancelled by the clock, with the reason and a letter', async () => {
    const { _id } = await bookCar(market, customer, await addCar(market.db))
    market.clock.advance(HOUR - MINUTE)
    await expireHolds(market.deps)
    expect((await see(_id)).status).toBe('pending')
    market.clock.advance(2 * MINUTE)
    expect(await expireHolds(market.deps)).toBeGreaterThan(0)
    expect(await see(_id)).toMatchObject({
      status: 'cancelled',
      cancellationReason: 'Payment not received in time',
      paymentStatus: 'expired',
    })
    expect(await expireHolds(market.deps)).toBe(0)
    expect(await historyOf(market, _id)).toMatchObject([
      { what: 'Booked' },
      { actor: 'clock', what: 'Payment not received in time', status: 'cancelled' },
    ])
    expect(await lettersTo(customer)).toEqual(['booking_requested', 'booking_expired'])
  })

  test('shows as cancelled, counts so and frees the car, also when no job has come by', async () => {
    const carId = await addCar(market.db)
    const { _id } = await bookCar(market, customer, carId)
    market.clock.advance(2 * HOUR + MINUTE)
    expect(await see(_id)).toMatchObject({
      status: 'cancelled',
      cancellationReason: 'Payment not received in time',
      holdExpiresAt: null,
    })
    const { stats } = await market.call('GET /api/booking/stats', {}, customer)
    expect(stats).toMatchObject({ total: 1, pending: 0, cancelled: 1 })
    const list = async (status: 'pending' | 'cancelled') =>
      (await market.call('GET /api/booking/user', { query: { status } }, customer)).bookings.length
    expect([await list('pending'), await list('cancelled')]).toEqual([0, 1])
    const wish = { carId, startDate: '2026-04-10', endDate: '2026-04-13' }
    expect((await market.call('POST /api/booking/quote', { body: wish })).data.free).toBe(true)
    expect(await bookCar(market, await market.signUp(), carId)).toMatchObject({ status: 'pending' })
    expect(await row(_id)).toMatchObject({ status: 'cancelled', cancelled_by: 'clock' })
    expect(await lettersTo(customer)).toContain('booking_expired')
  })

  test('comes back when its payment arrives late and the car is still free', async () => {
    const { _id } = await bookCar(market, customer, await addCar(market.db), BY_MPESA)
    market.clock.advance(HOUR)
    await expireHolds(market.deps)
    await payBooking(market, _id)
    expect(await see(_id)).toMatchObject({
      status: 'confirmed',
      paymentStatus: 'paid',
      cancellationReason: '',
      cancelledAt: null,
    })
    expect((await historyOf(market, _id)).at(-1)).toMatchObject({ actor: 'payment', status: 'confirmed' })
    expect(await refundsOf(_id)).toEqual([])
    expect(await lettersTo(customer)).toContain('booking_confirmed')
  })

  test('stays cancelled and is paid back when somebody else has the car', async () => {
    const carId = await addCar(market.db)
    const { _id, finalAmount } = await bookCar(market, customer, carId, BY_MPESA)
    market.clock.advance(HOUR)
    const { _id: other } = await bookCar(market, await market.signUp(), carId)
    await payBooking(market, _id)
    expect(await see(_id)).toMatchObject({ status: 'cancelled' })
    expect((await row(other)).status).toBe('pending')
    expect(await refundsOf(_id)).toMatchObject([{ amount: finalAmount }])
  })

  test('gives way to nobody’s spent hold: the later hold has run out too, so the payer gets the car', async () => {
    const carId = await addCar(market.db)
    const { _id } = await bookCar(market, customer, carId, BY_MPESA)
    market.clock.advance(HOUR)
    const { _id: other } = await bookCar(market, await market.signUp(), carId)
    market.clock.advance(3 * HOUR)
    await payBooking(market, _id)
    expect((await row(_id)).status).toBe('confirmed')
    expect(await row(other)).toMatchObject({ status: 'cancelled', cancelled_by: 'clock' })
  })

  test('gets another reference when a live booking has its own by now', async () => {
    const { _id, bookingId } = await bookCar(market, customer, await addCar(market.db), BY_MPESA)
    market.clock.advance(HOUR)
    await expireHolds(market.deps)
    const { _id: other } = await bookCar(market, await market.signUp(), await addCar(market.db))
    await market.db.updateTable('bookings').set({ reference: bookingId }).where('id', '=', other).execute()
    await payBooking(market, _id)
    const revived = await row(_id)
    expect(revived).toMatchObject({ status: 'confirmed', reference: expect.stringMatching(/^BK\d{4}$/) })
    expect(revived.reference).not.toBe(bookingId)
  })

  test('is not revived when its customer cancelled it, whatever reason they typed', async () => {
    const { _id, finalAmount } = await bookCar(market, customer, await addCar(market.db), BY_MPESA)
    await cancel(_id, 'Payment not received in time')
    await payBooking(market, _id)
    expect((await row(_id)).status).toBe('cancelled')
    expect(await refundsOf(_id)).toMatchObject([{ amount: finalAmount }])
  })

  test('is not revived when the days are over', async () => {
    const { _id, finalAmount } = await bookCar(market, customer, await addCar(market.db), BY_MPESA)
    market.clock.set(new Date('2026-04-14T10:00:00+03:00'))
    await expireHolds(market.deps)
    await payBooking(market, _id)
    expect((await row(_id)).status).toBe('cancelled')
    expect(await refundsOf(_id)).toMatchObject([{ amount: finalAmount }])
  })
})

describe('a car that is kept off the road', () => {
  const from = new Date('2026-04-11T08:00:00+03:00')
  const until = new Date('2026-04-12T18:00:00+03:00')
  const block = (carId: string) =>
    blockCar(market.deps, { carId, from, until, reason: 'Service', accountId: null })

  test('cannot be booked for those days', async () => {
    const carId = await addCar(market.db)
    await block(carId)
    await expect(bookCar(market, customer, carId)).rejects.toMatchObject({ code: 'car_taken' })
    expect(
      await bookCar(market, customer, carId, { startDate: '2026-04-13', endDate: '2026-04-14' }),
    ).toBeDefined()
  })

  test('must be free of live bookings, and unpaid holds that ran out are no obstacle', async () => {
    const carId = await addCar(market.db)
    await bookCar(market, customer, carId)
    await expect(block(carId)).rejects.toMatchObject({ code: 'car_taken' })
    market.clock.advance(3 * HOUR)
    expect(await block(carId)).toEqual(expect.any(String))
  })
})

describe('a review', () => {
  const completed = async (carId: string) => {
    const { _id } = await bookCar(market, customer, carId)
    await moveBookingOn(market, staff, _id, 'completed')
    return _id
  }

  test('of a rental that is still to come is refused with what it waits for', async () => {
    const { _id } = await bookCar(market, customer, await addCar(market.db))
    await expect(review(_id, { rating: 5 })).rejects.toMatchObject({
      code: 'booking_wrong_state',
      message: 'A rental can be reviewed once it is completed.',
    })
  })

  test('is kept once and moves the car’s rating', async () => {
    const carId = await addCar(market.db)
    const bookingId = await completed(carId)
    const answer = await review(bookingId, { rating: 2, comment: ' <b>Loud</b> ' })
    expect(answer.message).toBe('Review submitted successfully')
    expect(answer.data.review).toMatchObject({
      rating: 2,
      comment: '<b>Loud</b>',
      reviewedAt: expect.any(String),
    })
    const { data: car } = await market.call('GET /api/car/get/:carId', { params: { carId } })
    expect(car).toMatchObject({ reviewCount: 1, rating: 4.1 })
    await expect(review(bookingId, { rating: 5 })).rejects.toMatchObject({ code: 'already_reviewed' })
  })

  test('sent fifty times at once counts once', async () => {
    const carId = await addCar(market.db)
    const bookingId = await completed(carId)
    const sent = await Promise.allSettled(Array.from({ length: 50 }, () => review(bookingId, { rating: 5 })))
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of sent) {
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ status: 409, code: 'already_reviewed' })
    }
    const car = await market.db
      .selectFrom('cars')
      .selectAll()
      .where('id', '=', carId)
      .executeTakeFirstOrThrow()
    expect(car).toMatchObject({ review_count: 1, rating_sum: 5 })
  })

  test.each([0, 6, -1, 4.5])('of %d stars is refused', async (rating) => {
    const bookingId = await completed(await addCar(market.db))
    await expect(review(bookingId, { rating })).rejects.toMatchObject({
      status: 400,
      message: 'Please choose 1 to 5 stars',
    })
  })

  test.each(['pending', 'confirmed', 'active'] as const)(
    'of a booking that is %s is refused',
    async (status) => {
      const { _id } = await bookCar(market, customer, await addCar(market.db))
      if (status !== 'pending') await moveBookingOn(market, staff, _id, status)
      await expect(review(_id, { rating: 5 })).rejects.toMatchObject({ code: 'booking_wrong_state' })
    },
  )
})
