import { addDays } from '@twende/contract/calendar-day.ts'
import type { ApiError } from '@twende/contract/http/call.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCar, addLocation } from '../testing/fleet.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, BY_MPESA, bookCar, bookingBody, historyOf } from '../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let customer: Person

beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  await addLocation(market.db, 'Mombasa')
})
afterAll(() => market.close())

const newCustomer = async () => {
  customer = await market.signUp({ name: 'Achieng Ouma' })
  return customer
}

/** Sends a body as it is, also one that no page of ours would send. */
const create = async (body: unknown, headers: Record<string, string> = {}) => {
  const response = await market.app.inject({
    method: 'POST',
    url: '/api/booking/create',
    headers: { token: customer.token, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  })
  return { status: response.statusCode, body: response.json() }
}
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: ApiError) => error,
  )
const bookingsOf = (accountId: string) =>
  market.db.selectFrom('bookings').selectAll().where('account_id', '=', accountId).execute()

describe('a booking', () => {
  test('is held, priced and described by us', async () => {
    await newCustomer()
    const carId = await addCar(market.db, {
      name: 'Toyota Prado',
      category: 'SUV',
      pricePerDay: 12_000,
      seats: 7,
    })
    const { status, body } = await create(
      bookingBody(carId, {
        pickupLocation: ' Nairobi ',
        dropoffLocation: 'Mombasa',
        specialRequests: 'A child seat, please',
      }),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      message: 'Booking submitted successfully! You will be redirected to WhatsApp to complete your booking.',
      bookingId: expect.stringMatching(/^BK\d{4}$/),
      payment: null,
    })
    expect(body.data).toMatchObject({
      bookingId: body.bookingId,
      carId,
      carName: 'Toyota Prado',
      carCategory: 'SUV',
      carSpecs: { engine: '1.5 L', power: '109 hp', seats: 7, transmission: 'automatic', fuelType: 'petrol' },
      carRating: 4.5,
      startDate: '2026-04-10',
      endDate: '2026-04-13',
      pickupTime: '10:00',
      dropoffTime: '10:00',
      pickupLocation: 'Nairobi',
      dropoffLocation: 'Mombasa',
      pricePerDay: 12_000,
      totalDays: 3,
      totalAmount: 36_000,
      finalAmount: 36_000,
      insuranceCost: 0,
      discount: 0,
      paymentMethod: 'whatsapp',
      paymentStatus: 'pending',
      status: 'pending',
      specialRequests: 'A child seat, please',
    })
    const heldFor = Date.parse(body.data.holdExpiresAt) - Date.parse(body.data.createdAt)
    // Two hours for customers who proved their address or paid before: see unpaid-holds.test.ts.
    expect(heldFor).toBe(3_600_000)
    expect(await historyOf(market, body.data._id)).toMatchObject([
      { actor: 'customer', what: 'Booked', status: 'pending' },
    ])
    const notifications = await market.db
      .selectFrom('notifications')
      .selectAll()
      .where('account_id', '=', customer.accountId)
      .execute()
    expect(notifications).toMatchObject([{ kind: 'booking_requested', recipient: customer.email }])
  })

  test('by M-Pesa has the phone asked, and holds the car for a quarter of an hour', async () => {
    await newCustomer()
    const { body } = await create(bookingBody(await addCar(market.db, { pricePerDay: 4_500 }), BY_MPESA))
    expect(body.message).toBe('Booking submitted successfully! M-Pesa payment processing will begin shortly.')
    expect(body.payment).toMatchObject({ purchaseId: body.data._id, amount: 13_500, status: 'processing' })
    expect(body.data).toMatchObject({ paymentStatus: 'processing', status: 'pending' })
    expect(Date.parse(body.data.holdExpiresAt) - Date.parse(body.data.createdAt)).toBe(15 * 60_000)
  })

  test.each([
    [{}],
    [{ paymentDetails: {} }],
    [{ paymentDetails: { mpesaNumber: '' } }],
    [{ paymentDetails: null }],
  ])('by M-Pesa without a number (%j) is refused and holds nothing', async (details) => {
    await newCustomer()
    const body = bookingBody(await addCar(market.db), { paymentMethod: 'mpesa' })
    expect(await create({ ...body, ...details })).toMatchObject({
      status: 400,
      body: { success: false, message: 'Please fill in all required fields' },
    })
    expect(await bookingsOf(customer.accountId)).toEqual([])
  })

  test('keeps its price and its car as they were, whatever the fleet does later', async () => {
    await newCustomer()
    const carId = await addCar(market.db, { name: 'Mazda Demio', pricePerDay: 3_000 })
    const { _id } = await bookCar(market, customer, carId)
    await market.db
      .updateTable('cars')
      .set({ name: 'Mazda 2', price_per_day: 9_999 })
      .where('id', '=', carId)
      .execute()
    const { data } = await market.call(
      'GET /api/booking/:bookingId',
      { params: { bookingId: _id } },
      customer,
    )
    expect(data).toMatchObject({ carName: 'Mazda Demio', pricePerDay: 3_000, finalAmount: 9_000 })
  })

  test('is made for a person who has one name, and shows it without a space behind it', async () => {
    await newCustomer()
    const carId = await addCar(market.db)
    const { lastName: _, ...oneName } = { ...bookingBody('').customerInfo, firstName: 'Ng’ang’a' }
    const made = await create({ ...bookingBody(carId), customerInfo: oneName })
    expect(made).toMatchObject({ status: 200 })
    const [booking] = await bookingsOf(customer.accountId)
    expect(booking?.customer_info).toMatchObject({ firstName: 'Ng’ang’a', lastName: '' })
  })

  test.each([
    ['a car we do not have', { carId: '01969f3c-0000-7000-8000-000000000000' }, 404, 'car_not_found'],
    ['a place we do not have', { dropoffLocation: 'Atlantis' }, 400, 'location_unknown'],
    [
      'half of a customer',
      { customerInfo: { firstName: '', lastName: 'A', email: 'a@b.ke', phone: '0712345678' } },
      400,
      'invalid',
    ],
    [
      'words instead of a phone number',
      { customerInfo: { ...bookingBody('').customerInfo, phone: 'call me' } },
      400,
      'invalid',
    ],
    ['a half hour', { pickupTime: '10:30' }, 400, 'invalid'],
    ['a way to pay we do not know', { paymentMethod: 'cash' }, 400, 'invalid'],
  ])('for %s is refused', async (_, wish, status, code) => {
    await newCustomer()
    const carId = await addCar(market.db)
    expect(await create({ ...bookingBody(carId), ...wish })).toMatchObject({ status, body: { code } })
    expect(await bookingsOf(customer.accountId)).toEqual([])
  })

  test('of a car that the operator switched off is refused', async () => {
    await newCustomer()
    const carId = await addCar(market.db, { available: false })
    expect(await create(bookingBody(carId))).toMatchObject({ status: 409, body: { code: 'car_unavailable' } })
  })

  test('of a car that left the fleet is refused', async () => {
    await newCustomer()
    const carId = await addCar(market.db)
    await market.db.updateTable('cars').set({ retired_at: new Date() }).where('id', '=', carId).execute()
    expect(await create(bookingBody(carId))).toMatchObject({ status: 404, body: { code: 'car_not_found' } })
  })

  test('needs somebody who is signed in', async () => {
    customer = { token: '', sessionId: '', accountId: '', email: '', name: '' }
    const answer = await create(bookingBody(await addCar(market.db)))
    expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  })
})

describe('the price', () => {
  const money = ['pricePerDay', 'totalDays', 'totalAmount', 'finalAmount', 'insuranceCost', 'discount']
  const lies = (truth: number): unknown[] => [truth * 0.01, 0, -truth, String(truth), 'free', 1e300, null, []]

  test.each(money)('cannot be changed by sending another %s', async (field) => {
    const carId = await addCar(market.db, { pricePerDay: 5_000 })
    const truths: Record<string, number> = {
      pricePerDay: 5_000,
      totalDays: 3,
      totalAmount: 15_000,
      finalAmount: 15_000,
      insuranceCost: 700,
      discount: 700,
    }
    for (const lie of lies(truths[field] ?? 1)) {
      await newCustomer()
      const { status, body } = await create({ ...bookingBody(carId), ...truths, [field]: lie })
      expect([200, 400, 409], `${field} ${String(lie)}: ${status}`).toContain(status)
      const kept = await bookingsOf(customer.accountId)
      expect(kept).toHaveLength(status === 200 ? 1 : 0)
      for (const row of kept) {
        expect(row).toMatchObject({
          price_per_day: 5_000,
          total_days: 3,
          total_amount: 15_000,
          final_amount: 15_000,
          insurance_cost: 0,
          discount: 0,
        })
        await market.call(
          'PUT /api/booking/:bookingId/cancel',
          { params: { bookingId: body.data._id }, body: {} },
          customer,
        )
      }
      if (field === 'finalAmount') expect(status).not.toBe(200)
    }
  })

  test('that is not the one shown is refused with the new price', async () => {
    await newCustomer()
    const carId = await addCar(market.db, { pricePerDay: 5_000 })
    const answer = await create(bookingBody(carId, { finalAmount: 13_500 }))
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'price_changed',
        data: { quote: { pricePerDay: 5_000, totalDays: 3, finalAmount: 15_000, free: true } },
      },
    })
    expect(await create(bookingBody(carId, { finalAmount: 15_000 }))).toMatchObject({ status: 200 })
  })

  test('and everything else we know ourselves is not taken from the request', async () => {
    await newCustomer()
    const carId = await addCar(market.db, { name: 'Honda Fit' })
    const { body } = await create({
      ...bookingBody(carId),
      carName: '<script>',
      carImage: 'http://127.0.0.1:9/x.png',
      carRating: 5,
      carFeatures: ['Wings'],
      carSpecs: { engine: 'V12' },
      status: 'confirmed',
      paymentStatus: 'paid',
      cancellationReason: 'No',
      accountId: '01969f3c-0000-7000-8000-000000000000',
      paymentDetails: { transactionId: 'QGH7X2', paymentAmount: 1 },
    })
    expect(body.data).toMatchObject({
      carName: 'Honda Fit',
      carImage: '',
      carRating: 4.5,
      carFeatures: ['Air conditioning'],
      status: 'pending',
      paymentStatus: 'pending',
      cancellationReason: '',
      paymentDetails: { transactionId: null, paymentAmount: null },
    })
    expect(await bookingsOf(customer.accountId)).toHaveLength(1)
  })
})

describe('what one M-Pesa payment cannot carry', () => {
  test('is refused for M-Pesa and booked by WhatsApp, which no prompt is sent for either', async () => {
    await newCustomer()
    const carId = await addCar(market.db, { pricePerDay: 25_000 })
    const eleven = { startDate: '2026-05-01', endDate: '2026-05-12' }
    const tooMuch = await create(bookingBody(carId, { ...BY_MPESA, ...eleven }))
    expect(tooMuch).toMatchObject({ status: 422, body: { code: 'too_much_for_mpesa' } })
    expect(await bookingsOf(customer.accountId)).toEqual([])
    const booking = await bookCar(market, customer, carId, eleven)
    expect(booking.finalAmount).toBe(275_000)
    const body = { purpose: 'booking' as const, purchaseId: booking._id, phone: '0712345678' }
    const asked = await refusal(market.call('POST /api/payment/start', { body }, customer))
    expect(asked).toMatchObject({ status: 422, code: 'too_much_for_mpesa' })
  })

  test('exactly the limit is carried', async () => {
    await newCustomer()
    const carId = await addCar(market.db, { pricePerDay: 25_000 })
    const ten = { startDate: '2026-05-01', endDate: '2026-05-11' }
    expect((await bookCar(market, customer, carId, { ...BY_MPESA, ...ten })).finalAmount).toBe(250_000)
  })
})

describe('the dates', () => {
  const today = '2026-04-01'
  test.each([
    ['yesterday', '2026-03-31', '2026-04-02', 'rental_dates_invalid'],
    ['reversed', '2026-04-12', '2026-04-10', 'rental_dates_invalid'],
    ['the same day', '2026-04-10', '2026-04-10', 'rental_dates_invalid'],
    ['more than a year ahead', addDays(today, 366), addDays(today, 368), 'rental_dates_invalid'],
    ['longer than we rent', '2026-04-10', addDays('2026-04-10', 366), 'rental_dates_invalid'],
    ['a day that does not exist', '2027-02-30', '2027-03-02', 'invalid'],
    ['no day', 'soon', 'later', 'invalid'],
    ['the year 9999', '9999-12-30', '9999-12-31', 'rental_dates_invalid'],
  ])('%s are refused', async (_, startDate, endDate, code) => {
    await newCustomer()
    const body = bookingBody(await addCar(market.db), { startDate, endDate })
    expect(await create(body)).toMatchObject({ status: 400, body: { code } })
    expect(await bookingsOf(customer.accountId)).toEqual([])
  })

  test('sent as instants mean their days in Nairobi', async () => {
    await newCustomer()
    const { body } = await create(
      bookingBody(await addCar(market.db), {
        startDate: '2026-04-09T21:00:00.000Z',
        endDate: '2026-04-11T20:59:59.000Z',
      }),
    )
    expect(body.data).toMatchObject({ startDate: '2026-04-10', endDate: '2026-04-11', totalDays: 1 })
    const [row] = await bookingsOf(customer.accountId)
    expect(row?.starts_at.toISOString()).toBe('2026-04-10T07:00:00.000Z')
    expect(row?.occupied_until.toISOString()).toBe('2026-04-11T09:00:00.000Z')
  })

  test('may begin today', async () => {
    await newCustomer()
    const wish = { startDate: today, endDate: '2026-04-02' }
    expect(await create(bookingBody(await addCar(market.db), wish))).toMatchObject({ status: 200 })
  })
})

describe('a car that is taken', () => {
  test('is refused with the next free days and with cars like it', async () => {
    const carId = await addCar(market.db, { name: 'Taken', category: 'Roadster', pricePerDay: 8_000 })
    const alike = await addCar(market.db, { name: 'Alike', category: 'Roadster', pricePerDay: 8_200 })
    await bookCar(market, await newCustomer(), carId, { startDate: '2026-04-10', endDate: '2026-04-13' })
    await bookCar(market, await newCustomer(), carId, { startDate: '2026-04-15', endDate: '2026-04-16' })
    await newCustomer()
    const refused = await refusal(
      bookCar(market, customer, carId, { startDate: '2026-04-12', endDate: '2026-04-14' }),
    )
    expect(refused).toMatchObject({ status: 409, code: 'car_taken' })
    expect(refused?.data).toMatchObject({
      nextFree: { startDate: '2026-04-17', endDate: '2026-04-19' },
      quote: { finalAmount: 16_000, free: false },
    })
    expect(refused).toHaveProperty('data.similar.0._id', alike)
    expect(JSON.stringify(refused?.data)).not.toContain(carId)
  })

  test('shows so in the quote before anybody tries', async () => {
    const carId = await addCar(market.db, { pricePerDay: 8_000 })
    const asked = { carId, startDate: '2026-04-12', endDate: '2026-04-14' }
    const before = await market.call('POST /api/booking/quote', { body: asked })
    expect(before.data).toMatchObject({ free: true, nextFree: null, similar: [], finalAmount: 16_000 })
    await bookCar(market, await newCustomer(), carId)
    const after = await market.call('POST /api/booking/quote', { body: asked })
    expect(after.data).toMatchObject({
      free: false,
      nextFree: { startDate: '2026-04-14', endDate: '2026-04-16' },
    })
    const prices = after.data.similar.map(({ price, stay }) => ({ price, stay }))
    expect(prices.length).toBeGreaterThan(0)
    for (const { price, stay } of prices) expect(stay).toEqual({ days: 2, total: 2 * price, free: true })
  })

  test('can follow after two hours of turnaround, and not earlier', async () => {
    const carId = await addCar(market.db)
    await bookCar(market, await newCustomer(), carId, { dropoffTime: '10:00' })
    const wish = { startDate: '2026-04-13', endDate: '2026-04-14' }
    const tooEarly = await refusal(
      bookCar(market, await newCustomer(), carId, { ...wish, pickupTime: '11:00' }),
    )
    expect(tooEarly).toMatchObject({ code: 'car_taken' })
    expect(await bookCar(market, customer, carId, { ...wish, pickupTime: '12:00' })).toMatchObject({
      status: 'pending',
    })
  })
})

describe('the same request', () => {
  test('with other words about the same stay is not taken for a second press', async () => {
    await newCustomer()
    const body = bookingBody(await addCar(market.db))
    const first = await create(body)
    const other = { ...body, customerInfo: { ...body.customerInfo, firstName: 'Another' } }
    expect(await create(other)).toMatchObject({
      status: 409,
      body: { code: 'already_held', data: { bookingId: first.body.data._id } },
    })
    expect(await bookingsOf(customer.accountId)).toHaveLength(1)
  })

  test('with another price is not taken for a second press', async () => {
    await newCustomer()
    const body = bookingBody(await addCar(market.db))
    const first = await create(body)
    const { finalAmount } = first.body.data
    expect((await create({ ...body, finalAmount })).body.data._id).toBe(first.body.data._id)
    expect(await create({ ...body, finalAmount: finalAmount - 500 })).toMatchObject({
      status: 409,
      body: { code: 'already_held', data: { bookingId: first.body.data._id } },
    })
  })

  test('with the same key answers the same booking', async () => {
    await newCustomer()
    const body = bookingBody(await addCar(market.db), BY_MPESA)
    const first = await create(body, { 'idempotency-key': 'a-key-of-mine' })
    const reordered = Object.fromEntries(Object.entries(body).reverse())
    const second = await create(reordered, { 'idempotency-key': 'a-key-of-mine' })
    expect(second.body).toEqual(first.body)
    expect(await bookingsOf(customer.accountId)).toHaveLength(1)
  })

  test('answers so long after, when the booking has moved on', async () => {
    await newCustomer()
    const body = bookingBody(await addCar(market.db))
    const first = await create(body, { 'idempotency-key': 'a-key-of-old' })
    market.clock.advance(20 * 86_400_000)
    const second = await create(body, { 'idempotency-key': 'a-key-of-old' })
    market.clock.advance(-20 * 86_400_000)
    expect(second).toMatchObject({ status: 200, body: { bookingId: first.body.bookingId } })
    expect(second.body.data).toMatchObject({ _id: first.body.data._id, status: 'cancelled' })
  })

  test('with the same key and other wishes is refused', async () => {
    await newCustomer()
    const carId = await addCar(market.db)
    const headers = { 'idempotency-key': 'one-key-two-wishes' }
    await create(bookingBody(carId), headers)
    expect(await create(bookingBody(carId, { endDate: '2026-04-14' }), headers)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict' },
    })
  })

  test('of somebody else with the same key is another request', async () => {
    const headers = { 'idempotency-key': 'everybodys-key' }
    await newCustomer()
    await create(bookingBody(await addCar(market.db)), headers)
    await newCustomer()
    expect(await create(bookingBody(await addCar(market.db)), headers)).toMatchObject({ status: 200 })
    expect(await bookingsOf(customer.accountId)).toHaveLength(1)
  })

  test('pressed twice answers the first booking, for two minutes', async () => {
    await newCustomer()
    const body = bookingBody(await addCar(market.db))
    const first = await create(body)
    market.clock.advance(100_000)
    expect((await create(body)).body).toEqual(first.body)
    market.clock.advance(30_000)
    expect(await create(body)).toMatchObject({ status: 409, body: { code: 'car_taken' } })
  })

  test('fifty times at once with one key makes one booking', async () => {
    await newCustomer()
    const body = bookingBody(await addCar(market.db), BY_MPESA)
    const key = { 'idempotency-key': 'fifty-at-once' }
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(body, key)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1)
    expect(await bookingsOf(customer.accountId)).toHaveLength(1)
    const payments = await market.db
      .selectFrom('payments')
      .select('id')
      .where('account_id', '=', customer.accountId)
      .execute()
    expect(payments).toHaveLength(1)
  })
})

describe('unpaid holds', () => {
  test('are at most three at a time', async () => {
    await newCustomer()
    for (let holds = 1; holds <= 3; holds += 1) {
      expect((await create(bookingBody(await addCar(market.db)))).status).toBe(200)
    }
    const fourth = bookingBody(await addCar(market.db))
    expect(await create(fourth)).toMatchObject({ status: 409, body: { code: 'too_many_holds' } })
    market.clock.advance(2 * 3_600_000 + 1_000)
    // Three that ended unpaid: WhatsApp pauses, and M-Pesa does not.
    expect(await create(fourth)).toMatchObject({ status: 409, body: { code: 'holds_paused' } })
    expect(await create({ ...fourth, ...BY_MPESA })).toMatchObject({ status: 200 })
    market.clock.advance(24 * 3_600_000)
    expect(await create(fourth)).toMatchObject({ status: 200 })
  })

  test('are at most three also when ten cars are asked for at once', async () => {
    await newCustomer()
    const cars = await Promise.all(Array.from({ length: 10 }, () => addCar(market.db)))
    const answers = await Promise.all(cars.map((carId) => create(bookingBody(carId))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ body }) => body.code === 'too_many_holds')).toHaveLength(7)
  })
})

test('a reference is never told to two live bookings, and grows when the short ones run out', async () => {
  const quiet = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  quiet.deps.random = () => 0.5
  const person = await quiet.signUp()
  const carId = await addCar(quiet.db)
  const told: string[] = []
  for (const startDate of ['2026-05-01', '2026-05-04', '2026-05-07']) {
    const wish = { startDate, endDate: addDays(startDate, 1) }
    told.push((await bookCar(quiet, person, carId, wish)).bookingId)
  }
  await quiet.close()
  expect(told).toEqual(['BK5500', 'BK55000', 'BK550000'])
})
