import { handoverDocument } from '@twende/contract/bookings/admin-booking.ts'
import type { BookedExtraChoices } from '@twende/contract/bookings/booked-extras.ts'
import type { BookingQuote } from '@twende/contract/bookings/booking-routes.ts'
import { kilometresIncluded } from '@twende/contract/bookings/rental-terms.ts'
import { addDays } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import type { ExtraInput } from '@twende/contract/prices/extra.ts'
import { m } from '@twende/messages'
import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { takeBack } from '../../testing/condition-reports.ts'
import { addExtra } from '../../testing/extras.ts'
import { addCar, addLocation } from '../../testing/fleet.ts'
import { paidWith } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { addPriceRule } from '../../testing/price-rules.ts'
import {
  BOOKING_MORNING,
  BY_MPESA,
  bookCar,
  bookingBody,
  moveBookingOn,
  payBooking,
} from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'
import { agreementPaper } from '../agreements/agreement-paper.ts'
import { collectContent } from '../agreements/request-agreement.ts'
import { lacksDriver } from '../booking-read-store.ts'
import { personalBookings } from '../read-bookings.ts'

let market: TestMarket
let admin: Person
let customer: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  admin = await market.signUp({ role: 'admin' })
  for (const [place, town] of [['Nairobi'], ['Mombasa'], ['JKIA, Nairobi', 'Nairobi']] as const)
    await addLocation(market.db, place, town)
})
afterAll(() => market.close())
beforeEach(async () => {
  await market.db.deleteFrom('extras').execute()
  await endRentals()
  customer = await market.signUp()
})

/** Frees the cars and child seats of the test before. */
async function endRentals() {
  await market.db
    .updateTable('bookings')
    .set({ status: 'cancelled', cancelled_at: market.clock.now(), cancelled_by: 'staff' })
    .where('status', 'in', ['pending', 'confirmed', 'active'])
    .execute()
}

const add = (fields: Partial<ExtraInput>) => addExtra(market, fields, admin)

async function offerAll() {
  await add({ kind: 'chauffeur', price: 2_500 })
  await add({ kind: 'additional_driver', price: 1_000 })
  await add({ kind: 'child_seat', price: 500, stock: 3 })
  await add({ kind: 'delivery', price: 2_000, place: 'Nairobi', atAddress: true })
  await add({ kind: 'delivery', price: 1_500, place: 'JKIA, Nairobi' })
  await add({ kind: 'collection', price: 1_800, place: 'Mombasa' })
  await add({ kind: 'one_way', price: 9_000 })
  await add({ kind: 'extra_km', price: 3_000, km: 200 })
}

async function refusal(attempt: Promise<unknown>): Promise<ApiError> {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw new Error('it was not refused')
  return error
}

async function stored(bookingId: string) {
  const { data } = await market.call('GET /api/booking/:bookingId', { params: { bookingId } }, customer)
  return data
}

const everything = {
  chauffeur: true,
  additionalDrivers: 1,
  childSeats: 2,
  deliveryToAddress: true,
  deliveryAddress: 'Riverside Drive 12',
  extraKm: 200,
}

describe('a rental with extras', () => {
  test('has the same lines and total when it is quoted, booked and shown, and keeps them when the price list changes', async () => {
    await offerAll()
    const carId = await addCar(market.db, { pricePerDay: 4_500 })
    const places = { pickupLocation: 'Nairobi', dropoffLocation: 'Mombasa' }
    const body = { carId, startDate: '2026-04-10', endDate: '2026-04-13', ...places, extras: everything }
    const { data: quote } = await market.call('POST /api/booking/quote', { body })
    expect(quote.extras.map(({ kind, quantity, amount }) => [kind, quantity, amount])).toEqual([
      ['chauffeur', 3, 7_500],
      ['additional_driver', 1, 1_000],
      ['child_seat', 2, 1_000],
      ['delivery', 1, 2_000],
      ['collection', 1, 1_800],
      ['one_way', 1, 9_000],
      ['extra_km', 1, 3_000],
    ])
    expect(quote).toMatchObject({ totalAmount: 13_500, finalAmount: 38_800, childSeatsFree: 3 })
    const booking = await bookCar(market, customer, carId, {
      ...places,
      extras: everything,
      finalAmount: 38_800,
    })
    const asBooked = {
      totalAmount: 13_500,
      finalAmount: 38_800,
      extras: quote.extras,
      deliveryAddress: 'Riverside Drive 12',
      collectionAddress: '',
    }
    expect(booking).toMatchObject(asBooked)
    await market.db.updateTable('extras').set({ price: 77 }).execute()
    expect(await stored(booking._id)).toMatchObject(asBooked)
    await market.db.deleteFrom('extras').execute()
    expect(await stored(booking._id)).toMatchObject(asBooked)
  })

  test('has none where none are offered or chosen, and is stored and priced as ever', async () => {
    const carId = await addCar(market.db, { pricePerDay: 4_500 })
    const booking = await bookCar(market, customer, carId, { dropoffLocation: 'Mombasa' })
    expect(booking).toMatchObject({ finalAmount: 13_500, extras: [], deliveryAddress: '' })
    const row = await market.db
      .selectFrom('bookings')
      .select('extras')
      .where('id', '=', booking._id)
      .executeTakeFirstOrThrow()
    expect(row.extras).toBeNull()
  })

  test('is refused with a sentence where it asks for what is not offered, for too much, or for an address without one', async () => {
    const carId = await addCar(market.db)
    const ask = (extras: Partial<BookedExtraChoices>) => refusal(bookCar(market, customer, carId, { extras }))
    expect(await ask({ chauffeur: true })).toMatchObject({
      code: 'extra_not_offered',
      message: 'Chauffeur: we do not offer this for your rental. Please choose again.',
    })
    await offerAll()
    expect((await ask({ extraKm: 300 })).code).toBe('extra_not_offered')
    expect((await ask({ collectionFromAddress: true, collectionAddress: 'Nyali' })).code).toBe(
      'extra_not_offered',
    )
    expect((await ask({ deliveryToAddress: true })).message).toBe(m.validation_extra_address())
    for (const childSeats of [5, -1, 1.5])
      expect((await ask({ childSeats })).message).toBe(m.validation_between({ least: 0, most: 4 }))
    expect(await ask({ childSeats: 4 })).toMatchObject({ code: 'child_seats_taken', status: 409 })
  })

  test('is refused with the new price when the price list changed meanwhile', async () => {
    await add({ kind: 'child_seat', price: 500, stock: 3 })
    const carId = await addCar(market.db, { pricePerDay: 4_500 })
    const extras = { childSeats: 1 }
    const body = bookingBody(carId, { extras, finalAmount: 13_900 })
    expect(await refusal(market.call('POST /api/booking/create', { body }, customer))).toMatchObject({
      code: 'price_changed',
      data: { quote: { finalAmount: 14_000 } },
    })
  })

  test('that its customer makes a day longer costs a day of the chauffeur more; the rest of its extras stays', async () => {
    await offerAll()
    const carId = await addCar(market.db, { pricePerDay: 4_500 })
    const extras = { chauffeur: true, childSeats: 2, extraKm: 200 }
    const booking = await bookCar(market, customer, carId, { ...BY_MPESA, extras })
    await payBooking(market, booking._id)
    await market.db.updateTable('extras').set({ price: 77 }).execute()
    const params = { bookingId: booking._id }
    const period = {
      startDate: '2026-04-10',
      endDate: '2026-04-14',
      pickupTime: '10:00',
      dropoffTime: '10:00',
    }
    const { data: preview } = await market.call(
      'GET /api/booking/:bookingId/change',
      { params, query: period },
      customer,
    )
    expect(preview).toMatchObject({ bookedAmount: 25_000, finalAmount: 32_000, due: 7_000 })
    const body = { ...period, finalAmount: 32_000, updatedAt: preview.updatedAt, phone: '0712000001' }
    await market.call('POST /api/booking/:bookingId/change', { params, body }, customer)
    await payBooking(market, booking._id)
    const changed = await stored(booking._id)
    expect(changed).toMatchObject({ totalDays: 4, finalAmount: 32_000, extras: preview.extras })
    expect(changed.extras.map(({ amount }) => amount)).toEqual([10_000, 1_000, 3_000])
  })

  test('that is cancelled late keeps a day of the rent back, and nothing of the extras', async () => {
    await offerAll()
    const carId = await addCar(market.db, { pricePerDay: 4_500 })
    const start = {
      startDate: '2026-04-01',
      endDate: '2026-04-04',
      pickupTime: '20:00',
      dropoffTime: '10:00',
    }
    const booking = await bookCar(market, customer, carId, { ...BY_MPESA, ...start, extras: everything })
    await payBooking(market, booking._id)
    market.clock.advance(2 * 3_600_000)
    const params = { bookingId: booking._id }
    const { data } = await market.call('GET /api/booking/:bookingId/refund', { params }, customer)
    const back = booking.finalAmount - 4_500
    expect(data).toMatchObject({
      paid: booking.finalAmount,
      kept: 4_500,
      refund: back,
    })
    await market.call('PUT /api/booking/:bookingId/cancel', { params, body: {} }, customer)
    const refunds = await market.db
      .selectFrom('refunds')
      .select('amount')
      .where('booking_id', '=', booking._id)
      .execute()
    expect(refunds).toEqual([{ amount: back }])
    market.clock.advance(-2 * 3_600_000)
  })

  test('with a chauffeur is handed over without a driver of the customer, who may then drive the kilometres bought ahead', async () => {
    await offerAll()
    const staff = await market.signUp({ role: 'staff' })
    const carId = await addCar(market.db)
    const booking = await bookCar(market, customer, carId, { extras: { chauffeur: true, extraKm: 200 } })
    await market.db.deleteFrom('drivers').execute()
    await moveBookingOn(market, staff, booking._id, 'confirmed')
    expect(await lacksDriver(market.db, booking._id)).toBe(false)
    const params = { bookingId: booking._id }
    const { terms, totalDays } = (
      await market.call('GET /api/admin/booking/:bookingId/condition', { params }, staff)
    ).data
    expect(kilometresIncluded(terms, totalDays)).toBe(800)
  })

  test('keeps its child seats and its chauffeur while its car is late, until the return is recorded', async () => {
    await add({ kind: 'child_seat', price: 500, stock: 2 })
    await add({ kind: 'chauffeur', price: 2_500, stock: 1 })
    const staff = await market.signUp({ role: 'staff' })
    const [late, other] = [await addCar(market.db), await addCar(market.db)]
    const before = market.clock.now().getTime()
    const extras = { chauffeur: true, childSeats: 2 }
    const rental = await bookCar(market, customer, late, { extras })
    await moveBookingOn(market, staff, rental._id, 'active')
    const next = { startDate: '2026-04-20', endDate: '2026-04-22' }
    const free = async () => {
      const body = { ...bookingBody(other), ...next, extras: {} }
      const { data } = await market.call('POST /api/booking/quote', { body })
      return [data.childSeatsFree, data.chauffeursFree]
    }
    expect(await free()).toEqual([2, 1])
    market.clock.advance(new Date('2026-04-15T10:00:00+03:00').getTime() - before)
    expect(await free()).toEqual([0, 0])
    const somebody = await market.signUp()
    for (const [wish, code] of [
      [{ childSeats: 1 }, 'child_seats_taken'],
      [{ chauffeur: true }, 'chauffeurs_taken'],
    ] as const)
      expect(await refusal(bookCar(market, somebody, other, { ...next, extras: wish }))).toMatchObject({
        code,
      })
    await takeBack(market, staff, rental._id)
    expect(await free()).toEqual([2, 1])
    await bookCar(market, somebody, other, { ...next, extras })
    market.clock.advance(before - market.clock.now().getTime())
  })

  test('is what staff makes ready: the yard of the day shows its extras and where the car goes', async () => {
    await offerAll()
    const staff = await market.signUp({ role: 'staff' })
    const carId = await addCar(market.db)
    const day = { startDate: '2026-05-12', endDate: '2026-05-13' }
    const { _id } = await bookCar(market, customer, carId, { ...day, extras: everything })
    const { data } = await market.call('GET /api/admin/yard', { query: { day: '2026-05-12' } }, staff)
    const move = data.find(({ bookingId }) => bookingId === _id)
    expect(move).toMatchObject({ address: 'Riverside Drive 12', missing: ['confirmation', 'payment'] })
    expect(move?.extras.map(({ kind }) => kind)).toContain('child_seat')
  })

  test('loses its addresses when its customer deletes the account, and keeps its prices', async () => {
    await offerAll()
    const carId = await addCar(market.db)
    const { _id, extras } = await bookCar(market, customer, carId, { extras: everything })
    await market.db
      .transaction()
      .execute((tx) => personalBookings.erase(tx, { accountId: customer.accountId, now: market.clock.now() }))
    expect(await stored(_id)).toMatchObject({ extras, deliveryAddress: '', collectionAddress: '' })
  })

  test('is booked at the counter too', async () => {
    await offerAll()
    const staff = await market.signUp({ role: 'staff' })
    const { paymentMethod: _, ...body } = bookingBody(await addCar(market.db, { pricePerDay: 4_500 }))
    const walkIn = {
      ...body,
      pickupTime: '10:00',
      dropoffTime: '10:00',
      extras: { childSeats: 1 },
      ...paidWith(),
    }
    const { data } = await market.call('POST /api/admin/bookings', { body: walkIn }, staff)
    expect(data).toMatchObject({ finalAmount: 14_000, extras: [{ kind: 'child_seat', amount: 500 }] })
  })
})

const place = fc.constantFrom('Nairobi', 'Mombasa', 'JKIA, Nairobi')
const price = fc.integer({ min: 1, max: 30_000 })

const anyRental = fc.record({
  pricePerDay: price,
  days: fc.integer({ min: 1, max: 20 }),
  discount: fc.integer({ min: 0, max: 40 }),
  prices: fc.array(price, { minLength: 9, maxLength: 9 }),
  // Mostly: a rental that asks for one that is not offered has no price to compare.
  offered: fc.array(
    fc.nat({ max: 11 }).map((at) => at > 0),
    { minLength: 9, maxLength: 9 },
  ),
  places: fc.tuple(place, place),
  extras: fc.record({
    chauffeur: fc.boolean(),
    additionalDrivers: fc.integer({ min: 0, max: 4 }),
    childSeats: fc.integer({ min: 0, max: 4 }),
    deliveryToAddress: fc.boolean(),
    collectionFromAddress: fc.boolean(),
    extraKm: fc.constantFrom(0, 200),
  }),
})

/** Nine extras of every kind, each at a random price or not offered at all. */
async function offerAtRandom(prices: readonly number[], offered: readonly boolean[]) {
  const towns = new Map(
    (await market.db.selectFrom('locations').select(['id', 'name']).execute()).map(({ id, name }) => [
      name,
      id,
    ]),
  )
  const at = (name: string) => ({ location_id: towns.get(name) ?? null })
  const kinds = [
    { kind: 'chauffeur', stock: 100 },
    { kind: 'additional_driver' },
    { kind: 'child_seat', stock: 4 },
    { kind: 'delivery', ...at('Nairobi'), at_address: true },
    { kind: 'delivery', ...at('JKIA, Nairobi') },
    { kind: 'collection', ...at('Mombasa'), at_address: true },
    { kind: 'collection', ...at('Mombasa') },
    { kind: 'one_way' },
    { kind: 'extra_km', km: 200 },
  ]
  const now = market.clock.now()
  const rows = kinds
    .map((kind, at) => ({ ...kind, id: uuidv7(), price: prices[at] ?? 1, created_at: now, updated_at: now }))
    .filter((_, at) => offered[at])
  await market.db.deleteFrom('extras').execute()
  if (rows.length > 0) await market.db.insertInto('extras').values(rows).execute()
}

trial(
  `random rentals at random prices cost the same in quote, booking, receipt and agreement, and are refused alike`,
  { full: 150, few: 30 },
  async ({ rounds, seed }) => {
    const seen = { booked: 0, refused: 0, lines: 0 }
    const renter = await market.signUp()
    await fc.assert(
      fc.asyncProperty(
        anyRental,
        async ({ pricePerDay, days, discount, prices, offered, places, extras }) => {
          await offerAtRandom(prices, offered)
          await market.db.deleteFrom('price_rules').execute()
          if (discount > 0)
            await addPriceRule(market, { kind: 'length_discount', value: discount, fromDays: 2 }, admin)
          const carId = await addCar(market.db, { pricePerDay })
          const rental = {
            startDate: '2026-04-10',
            endDate: addDays('2026-04-10', days),
            pickupLocation: places[0],
            dropoffLocation: places[1],
            extras: { ...extras, deliveryAddress: 'Riverside Drive 12', collectionAddress: 'Nyali Road 3' },
          }
          const asked = await market
            .call('POST /api/booking/quote', { body: { carId, ...rental } })
            .catch((error: unknown) => error)
          if (asked instanceof ApiError) {
            expect(asked.code).toBe('extra_not_offered')
            expect((await refusal(bookCar(market, renter, carId, rental))).code).toBe('extra_not_offered')
            seen.refused += 1
            return
          }
          const { data: quote } = asked as { data: BookingQuote }
          const { finalAmount } = quote
          const booking = await bookCar(market, renter, carId, { ...rental, finalAmount })
          expect(booking.extras).toEqual(quote.extras)
          expect(booking.finalAmount).toBe(finalAmount)
          const lines = booking.extras.reduce((sum, { amount }) => sum + amount, 0)
          const { totalAmount, insuranceCost, discount: less } = booking
          expect(totalAmount + insuranceCost - less + lines).toBe(finalAmount)
          await offerAtRandom(prices.toReversed(), offered)
          const { rows, sum } = await agreementPrices(booking._id)
          expect(rows.reduce((total, [, amount]) => total + shillings(amount), 0)).toBe(finalAmount)
          expect(shillings(sum?.[1])).toBe(finalAmount)
          expect(
            rows.slice(rows.length - booking.extras.length).map(([, amount]) => shillings(amount)),
          ).toEqual(booking.extras.map(({ amount }) => amount))
          await endRentals()
          seen.booked += 1
          seen.lines += booking.extras.length
        },
      ),
      { numRuns: rounds, seed },
    )
    console.info('random rentals:', seen)
    expect(seen.booked).toBeGreaterThan(rounds / 20)
    expect(seen.refused).toBeGreaterThan(rounds / 20)
    expect(seen.lines).toBeGreaterThan(seen.booked)
  },
)

/** The prices that the agreement of a booking has, as if its car were handed over now. */
async function agreementPrices(bookingId: string) {
  const handover = handoverDocument.write({
    km: 42_000,
    fuel: 8,
    note: '',
    at: market.clock.now().toISOString(),
  })
  await market.db.updateTable('bookings').set({ handover }).where('id', '=', bookingId).execute()
  const content = await collectContent(market.db, market.deps, {
    bookingId,
    kind: 'handover',
    staffId: admin.accountId,
  })
  const given = {
    number: 'AG-1',
    madeAt: market.clock.now(),
    publicUrl: '',
    places: new Map(),
    photos: new Map(),
  }
  const { sections } = agreementPaper(content, given)
  const [table] = sections.find(({ title }) => title === m.agreement_price_title())?.blocks ?? []
  if (table?.kind !== 'table') throw new Error('the prices are a table')
  return table
}

/** The shillings of `Ksh 7,500` and `−Ksh 233`. */
function shillings(text: string | undefined): number {
  const [, minus, digits = ''] = /^(−?)Ksh ([\d,]+)$/.exec(text ?? '') ?? []
  return Number(digits.replaceAll(',', '')) * (minus === '−' ? -1 : 1)
}
