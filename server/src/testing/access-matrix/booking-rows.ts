import { randomUUID } from 'node:crypto'
import { addDays } from '@twende/contract/calendar-day.ts'
import type { RouteKey } from '@twende/contract/routes.ts'
import { v7 as uuidv7 } from 'uuid'
import { addendumToken, agreementOf } from '../agreements.ts'
import { handOver, takeBack } from '../condition-reports.ts'
import { addApprovedDriver, DRIVER_ROW, driverForm } from '../driving.ts'
import { addExtra, extra } from '../extras.ts'
import { addCar } from '../fleet.ts'
import { paidWith } from '../payments.ts'
import { addPriceRule, priceRule } from '../price-rules.ts'
import { drawDocument } from '../private-files.ts'
import { postForm } from '../selling.ts'
import {
  type AccessRow,
  adminOnly,
  block,
  bookingRequest,
  bookingRow,
  byBooking,
  byCar,
  condition,
  everybody,
  type Fixture,
  market,
  newReport,
  ownerAndStaff,
  ownerOnly,
  type Request,
  rentalDates,
  signedIn,
  staffOnly,
  today,
} from './fixtures.ts'

/** The papers of a driver that the owner of the booking has sent; stored directly, as a session may be over by now. */
async function byDriver({ owner, bookingId }: Fixture, status = 'submitted') {
  const driverId = uuidv7()
  const at = market.clock.now()
  const row = { ...DRIVER_ROW, id: driverId, account_id: owner.accountId, booking_id: bookingId, status }
  await market.db
    .insertInto('drivers')
    .values({ ...row, created_at: at, updated_at: at })
    .execute()
  return { params: { driverId } }
}

/** The period of a booking, ten days later. */
const laterPeriod = () => {
  const { startDate, endDate } = rentalDates()
  const times = { pickupTime: '10:00', dropoffTime: '10:00' }
  return { startDate: addDays(startDate, 10), endDate: addDays(endDate, 10), ...times }
}

/** Who may call the routes of bookings, and of the blocks of cars. */
export const bookingRows = {
  'POST /api/booking/quote': {
    request: ({ carId }) => ({ body: { carId, ...rentalDates() } }),
    status: everybody,
  },
  'POST /api/booking/create': { request: ({ carId }) => ({ body: bookingRequest(carId) }), status: signedIn },
  'GET /api/booking/user': { request: () => ({}), status: signedIn },
  'GET /api/booking/:bookingId/drivers': { request: byBooking, status: ownerOnly },
  'POST /api/booking/:bookingId/driver': {
    request: async ({ bookingId }) => ({ params: { bookingId }, form: await driverForm() }),
    status: ownerOnly,
  },
  'GET /api/admin/booking/:bookingId/drivers': { request: byBooking, status: staffOnly },
  'POST /api/admin/booking/:bookingId/driver': {
    request: async ({ bookingId }) => ({ params: { bookingId }, form: await driverForm() }),
    status: staffOnly,
  },
  'POST /api/admin/booking/:bookingId/driver/waive': {
    request: (fixture) => ({
      ...byBooking(fixture),
      body: { reason: 'The papers were seen at the counter' },
    }),
    status: adminOnly,
    booking: 'confirmed',
  },
  'POST /api/admin/booking/:bookingId/driver/:driverId/remove': {
    request: async (fixture) => ({
      params: { ...byBooking(fixture).params, ...(await byDriver(fixture, 'approved')).params },
      body: { reason: 'Somebody else drives' },
    }),
    status: staffOnly,
    booking: 'confirmed',
  },
  'POST /api/admin/booking/:bookingId/driver/:driverId/restore': {
    request: async (fixture) => {
      const params = {
        ...byBooking(fixture).params,
        ...(await byDriver(fixture, 'approved')).params,
      }
      const { bookingId: booking_id, driverId: driver_id } = params
      const by = {
        taken_out_by: fixture.owner.accountId,
        taken_out_at: market.clock.now(),
        reason: 'Went home',
      }
      await market.db
        .insertInto('drivers_taken_out')
        .values({ booking_id, driver_id, ...by })
        .execute()
      return { params }
    },
    status: staffOnly,
    booking: 'confirmed',
  },
  'GET /api/admin/drivers': { request: () => ({}), status: staffOnly },
  'GET /api/admin/driver/:driverId': { request: byDriver, status: staffOnly, booking: 'pending' },
  'POST /api/admin/driver/:driverId/approve': { request: byDriver, status: staffOnly, booking: 'pending' },
  'POST /api/admin/driver/:driverId/refuse': {
    request: async (fixture) => ({ ...(await byDriver(fixture)), body: { reason: 'details_differ' } }),
    status: staffOnly,
    booking: 'pending',
  },
  'POST /api/admin/driver/:driverId/withdraw': {
    request: async (fixture) => ({
      ...(await byDriver(fixture, 'approved')),
      body: { reason: 'The licence is not genuine' },
    }),
    status: staffOnly,
    booking: 'pending',
  },
  'GET /api/booking/stats': { request: () => ({}), status: signedIn },
  'GET /api/booking/:bookingId': { request: byBooking, status: ownerAndStaff },
  'GET /api/booking/:bookingId/agreements': {
    request: byBooking,
    status: ownerAndStaff,
    booking: 'active',
  },
  // Whoever was sent the link may read and accept, also without an account.
  'GET /api/addendum/:token': {
    request: async (fixture) => ({
      params: { token: await addendumToken(market, fixture.bookingId) },
    }),
    status: everybody,
    booking: 'active',
  },
  'POST /api/addendum/:token/accept': {
    request: async (fixture) => ({
      params: { token: await addendumToken(market, fixture.bookingId) },
      body: { name: 'Achieng Ouma' },
    }),
    status: everybody,
    booking: 'active',
  },
  'GET /api/admin/booking/:bookingId/agreement': {
    request: byBooking,
    status: staffOnly,
    booking: 'confirmed',
  },
  'GET /api/agreement/:number': {
    request: async ({ bookingId }) => ({ params: { number: (await agreementOf(market, bookingId)).number } }),
    status: everybody,
    booking: 'active',
  },
  'GET /api/booking/:bookingId/refund': { request: byBooking, status: ownerOnly },
  'PUT /api/booking/:bookingId/cancel': {
    request: (fixture) => ({ ...byBooking(fixture), body: { cancellationReason: 'Cancelled by customer' } }),
    status: ownerOnly,
  },
  'GET /api/booking/:bookingId/change': {
    request: (fixture) => ({ ...byBooking(fixture), query: laterPeriod() }),
    status: ownerOnly,
    booking: 'confirmed',
  },
  'GET /api/booking/:bookingId/change/cars': {
    request: (fixture) => ({ ...byBooking(fixture), query: laterPeriod() }),
    status: ownerOnly,
    booking: 'confirmed',
  },
  'POST /api/booking/:bookingId/change': {
    request: async ({ bookingId }) => {
      const row = await bookingRow(bookingId)
      const shown = { finalAmount: row.final_amount, updatedAt: row.updated_at.toISOString() }
      return { params: { bookingId }, body: { ...laterPeriod(), ...shown } }
    },
    status: ownerOnly,
    booking: 'confirmed',
  },
  'POST /api/booking/:bookingId/review': {
    request: (fixture) => ({ ...byBooking(fixture), body: { rating: 5, comment: 'Fine' } }),
    status: ownerOnly,
    booking: 'completed',
  },
  'POST /api/admin/booking/:bookingId/review/hide': {
    request: async (fixture) => {
      await addReview(fixture.bookingId)
      return { ...byBooking(fixture), body: { reason: 'Names another customer' } }
    },
    status: staffOnly,
    booking: 'completed',
  },
  'POST /api/admin/booking/:bookingId/review/show': {
    request: async (fixture) => {
      await addReview(fixture.bookingId, true)
      return byBooking(fixture)
    },
    status: staffOnly,
    booking: 'completed',
  },
  'POST /api/admin/booking/:bookingId/review/answer': {
    request: async (fixture) => {
      await addReview(fixture.bookingId)
      return { ...byBooking(fixture), body: { note: 'Thank you.' } }
    },
    status: staffOnly,
    booking: 'completed',
  },
  'POST /api/admin/booking/:bookingId/confirm': {
    request: (fixture) => ({ ...byBooking(fixture), body: { note: 'Cash at the office', paidBy: 'cash' } }),
    status: staffOnly,
  },
  'POST /api/admin/booking/:bookingId/handover': {
    request: async (fixture) => {
      await addApprovedDriver(market, fixture.bookingId)
      return condition(fixture, 'handover')
    },
    status: staffOnly,
    booking: 'confirmed',
  },
  'POST /api/admin/booking/:bookingId/return': {
    request: (fixture) => condition(fixture, 'return'),
    status: staffOnly,
    booking: 'active',
  },
  // Photos of a car show who rented it: whoever is not that customer gets nothing.
  'GET /api/booking/:bookingId/condition': { request: byBooking, status: ownerOnly, booking: 'completed' },
  'GET /api/admin/booking/:bookingId/condition': {
    request: byBooking,
    status: staffOnly,
    booking: 'completed',
  },
  'POST /api/admin/booking/:bookingId/condition/:kind/start': {
    request: (fixture) => {
      const { params, draftId } = newReport(fixture, 'handover')
      return { params, body: { draftId } }
    },
    status: staffOnly,
    booking: 'confirmed',
  },
  'POST /api/admin/booking/:bookingId/condition/:kind/reading': {
    booking: 'active',
    request: ({ bookingId }) => ({
      params: { bookingId, kind: 'handover' },
      body: { km: 41_999, reason: 'A digit was wrong' },
    }),
    status: staffOnly,
  },
  'POST /api/admin/booking/:bookingId/condition/:kind/photo': {
    request: async (fixture) => {
      const { params, draftId } = newReport(fixture, 'handover')
      const photo = new Blob([new Uint8Array(await drawDocument())])
      return { params, form: { draftId, photoId: randomUUID(), position: 'front', photo } }
    },
    status: staffOnly,
    booking: 'confirmed',
  },
  'POST /api/admin/booking/:bookingId/cancel': {
    request: (fixture) => ({ ...byBooking(fixture), body: { reason: 'The car broke down' } }),
    status: staffOnly,
  },
  'GET /api/booking/:bookingId/deposit': { request: byBooking, status: ownerAndStaff },
  'GET /api/admin/deposits.csv': { request: () => ({}), status: staffOnly, right: 'payments' },
  'GET /api/admin/deposits': { request: () => ({}), status: staffOnly, right: 'payments' },
  'GET /api/admin/booking/:bookingId/deposit': { request: byBooking, status: staffOnly },
  'POST /api/admin/booking/:bookingId/deposit/take': {
    request: async (fixture) => ({ ...(await withDeposit(fixture)), body: { paidBy: 'cash' } }),
    status: staffOnly,
    booking: 'confirmed',
  },
  'POST /api/admin/booking/:bookingId/deposit/request': {
    request: async (fixture) => ({ ...(await withDeposit(fixture)), body: { phone: nextPhone() } }),
    status: staffOnly,
    booking: 'confirmed',
  },
  'POST /api/admin/booking/:bookingId/deposit/waive': {
    request: async (fixture) => ({ ...(await withDeposit(fixture)), body: { reason: 'A known customer' } }),
    status: staffOnly,
    booking: 'confirmed',
  },
  'POST /api/admin/booking/:bookingId/deposit/settle': {
    request: async (fixture) => ({ ...(await withHeldDeposit(fixture)), body: {} }),
    status: staffOnly,
    booking: 'confirmed',
  },
  'POST /api/admin/booking/:bookingId/deposit/keep': {
    request: async (fixture) => ({ ...(await withHeldDeposit(fixture)), form: await keepForm() }),
    status: staffOnly,
    booking: 'confirmed',
  },
  'POST /api/admin/booking/:bookingId/deposit/keep/:partId/release': {
    request: async (fixture) => ({
      params: { bookingId: fixture.bookingId, partId: await keepPart(await withHeldDeposit(fixture)) },
      body: { reason: 'It was there before' },
    }),
    status: staffOnly,
    booking: 'confirmed',
  },
  'POST /api/booking/:bookingId/dispute': {
    request: async (fixture) => ({
      ...(await withCharge(fixture)),
      body: { charge: 0, reason: 'It was there before' },
    }),
    status: ownerOnly,
    booking: 'confirmed',
  },
  'GET /api/admin/booking/:bookingId/charges': { request: byBooking, status: staffOnly },
  'POST /api/admin/booking/:bookingId/dispute/decide': {
    request: async (fixture) => ({
      ...(await withDispute(fixture)),
      body: { charge: 0, decision: 'kept', reason: 'It is on the photo' },
    }),
    status: staffOnly,
    booking: 'confirmed',
  },
  'GET /api/admin/bookings': { request: () => ({}), status: staffOnly },
  'GET /api/admin/bookings.csv': { request: () => ({}), status: staffOnly, right: 'people' },
  'GET /api/admin/booking/:bookingId': { request: byBooking, status: staffOnly },
  'GET /api/admin/calendar': { request: () => ({}), status: staffOnly },
  'GET /api/admin/yard': { request: () => ({}), status: staffOnly },
  'POST /api/admin/bookings': {
    request: async () => ({
      body: {
        ...bookingRequest(await addCar(market.db)),
        pickupTime: '10:00',
        dropoffTime: '10:00',
        ...paidWith(),
      },
    }),
    status: staffOnly,
  },
  'POST /api/admin/booking/:bookingId/owed/allow': {
    request: async () => {
      const times = { pickupTime: '10:00', dropoffTime: '10:00' }
      const body = { ...bookingRequest(await addCar(market.db)), ...times, paidBy: 'none' } as never
      const staff = await market.signUp({ role: 'staff' })
      const { data } = await market.call('POST /api/admin/bookings', { body }, staff)
      return {
        params: { bookingId: data._id },
        body: { amount: data.finalAmount, reason: 'Pays by invoice' },
      }
    },
    status: staffOnly,
  },
  'POST /api/admin/booking/:bookingId/extend': {
    booking: 'confirmed',
    request: async ({ bookingId }) => {
      const { updated_at } = await bookingRow(bookingId)
      const later = { endDate: addDays(today(), 10), dropoffTime: '10:00', ...paidWith() }
      return { params: { bookingId }, body: { ...later, updatedAt: updated_at.toISOString() } }
    },
    status: staffOnly,
  },
  'POST /api/admin/booking/:bookingId/complete': {
    booking: 'confirmed',
    request: async ({ bookingId }) => {
      const over = new Date(market.clock.now().getTime() - 3_600_000)
      const began = new Date(over.getTime() - 86_400_000)
      const set = { starts_at: began, ends_at: over }
      await market.db.updateTable('bookings').set(set).where('id', '=', bookingId).execute()
      return { params: { bookingId }, body: { note: 'All on paper' } }
    },
    status: staffOnly,
  },
  'GET /api/admin/counter/cars': { request: () => ({}), status: staffOnly },
  'GET /api/admin/booking/:bookingId/extend': {
    booking: 'confirmed',
    request: ({ bookingId }) => ({ params: { bookingId }, query: { endDate: '2030-01-01' } }),
    status: staffOnly,
  },
  'POST /api/admin/booking/:bookingId/undo': {
    booking: 'confirmed',
    request: async ({ bookingId }) => {
      const staff = await market.signUp({ role: 'staff' })
      const params = { bookingId }
      await market.call(
        'POST /api/admin/booking/:bookingId/cancel',
        { params, body: { reason: 'The wrong line' } },
        staff,
      )
      return { params, body: { note: 'The wrong line' } }
    },
    status: staffOnly,
  },
  'POST /api/admin/booking/:bookingId/lost': {
    booking: 'active',
    request: ({ bookingId }) => ({ params: { bookingId }, body: { reason: 'Stolen in Thika' } }),
    status: staffOnly,
  },
  'POST /api/admin/booking/:bookingId/lost/withdraw': {
    booking: 'active',
    request: async ({ bookingId }) => {
      const params = { bookingId }
      const asks = await market.signUp({ role: 'staff' })
      const body = { reason: 'Stolen in Thika' }
      await market.call('POST /api/admin/booking/:bookingId/lost', { params, body }, asks)
      return { params, body: { reason: 'It was another car' } }
    },
    status: staffOnly,
  },
  'POST /api/admin/booking/:bookingId/no-show': {
    booking: 'confirmed',
    request: async ({ bookingId }) => {
      const missed = new Date(market.clock.now().getTime() - 3_600_000)
      await market.db.updateTable('bookings').set({ starts_at: missed }).where('id', '=', bookingId).execute()
      return { params: { bookingId }, body: {} }
    },
    status: staffOnly,
  },
  'POST /api/admin/car/:carId/block': {
    request: async () => ({ params: { carId: await addCar(market.db) }, body: block() }),
    status: staffOnly,
  },
  'POST /api/admin/block/:blockId/remove': {
    request: async () => {
      const params = { carId: await addCar(market.db) }
      const staff = await market.signUp({ role: 'staff' })
      const { blockId } = await market.call(
        'POST /api/admin/car/:carId/block',
        { params, body: block() },
        staff,
      )
      return { params: { blockId } }
    },
    status: staffOnly,
  },
  'GET /api/admin/refusal-list': { request: () => ({}), status: staffOnly, right: 'people' },
  'POST /api/admin/refusal-list': {
    request: () => ({ body: refusal() }),
    status: staffOnly,
    right: 'people',
  },
  'POST /api/admin/refusal-list/:entryId/appeal': {
    request: async () => {
      const staff = await market.signUp({ role: 'staff' })
      const { data } = await market.call('POST /api/admin/refusal-list', { body: refusal() }, staff)
      const body = { appeal: 'It was my brother', decision: 'lifted', reason: 'He is right' }
      return { params: { entryId: data._id }, body }
    },
    status: adminOnly,
  },
  'GET /api/admin/price-rules': { request: () => ({}), status: staffOnly },
  'POST /api/admin/price-rules': { request: () => ({ body: priceRule }), status: adminOnly },
  'POST /api/admin/price-rule/:ruleId/update': {
    request: async () => {
      const { _id, updatedAt } = await addPriceRule(market)
      return { params: { ruleId: _id }, body: { rule: { ...priceRule, value: 130 }, updatedAt } }
    },
    status: adminOnly,
  },
  'POST /api/admin/price-rule/:ruleId/remove': {
    request: async () => ({ params: { ruleId: (await addPriceRule(market))._id } }),
    status: adminOnly,
  },
  'GET /api/extras': { request: () => ({}), status: everybody },
  'GET /api/admin/extras': { request: () => ({}), status: staffOnly },
  'POST /api/admin/extras': { request: () => ({ body: kilometres() }), status: adminOnly },
  'POST /api/admin/extra/:extraId/update': {
    request: async () => {
      const { _id, updatedAt } = await addExtra(market, kilometres())
      return { params: { extraId: _id }, body: { extra: kilometres(), updatedAt } }
    },
    status: adminOnly,
  },
  'POST /api/admin/extra/:extraId/remove': {
    request: async () => ({ params: { extraId: (await addExtra(market, kilometres()))._id } }),
    status: adminOnly,
  },
  'GET /api/admin/car/:carId/prices': {
    request: (fixture) => ({ ...byCar(fixture), query: { from: today() } }),
    status: staffOnly,
  },
} satisfies Partial<Record<RouteKey, AccessRow>>

/** A person who is none of those in the matrix. */
const refusal = () => ({
  licenceNumber: 'DL9999999',
  reason: 'unpaid' as const,
  note: 'Left without paying for a tyre',
  until: addDays(today(), 30),
})

let packages = 100
/** A package of kilometres that is not offered yet. */
const kilometres = () => ({ ...extra, kind: 'extra_km' as const, price: 900, stock: null, km: ++packages })

let phones = 0
const nextPhone = () => `07120${String(++phones).padStart(5, '0')}`

/** The car of the booking is back, with a charge. */
async function withCharge(fixture: Fixture): Promise<Pick<Request, 'params'>> {
  const staff = await market.signUp({ role: 'staff' })
  await handOver(market, staff, fixture.bookingId)
  const charges = [{ what: 'Scratch', amount: 900 }]
  await takeBack(market, staff, fixture.bookingId, { charges, chargesPayment: { paidBy: 'cash' as const } })
  return byBooking(fixture)
}

/** The same, and its customer disputes it; stored directly, as a session may be over by now. */
async function withDispute(fixture: Fixture): Promise<Pick<Request, 'params'>> {
  const request = await withCharge(fixture)
  const dispute = { booking_id: fixture.bookingId, charge: 0, amount: 900, reason: 'It was there before' }
  await market.db
    .insertInto('charge_disputes')
    .values({ ...dispute, id: uuidv7(), disputed_at: market.clock.now() })
    .execute()
  return request
}

/** Gives the booking a deposit, as if its car had one when it was booked. */
async function withDeposit(fixture: Fixture): Promise<Pick<Request, 'params'>> {
  const deposit = { id: uuidv7(), booking_id: fixture.bookingId, amount: 10_000 }
  await market.db.insertInto('deposits').values(deposit).execute()
  return byBooking(fixture)
}

/** The same, taken in cash, and the car is back. */
async function withHeldDeposit(fixture: Fixture): Promise<Pick<Request, 'params'>> {
  const { params = {} } = await withDeposit(fixture)
  const staff = await market.signUp({ role: 'staff' })
  const by = { params: { bookingId: fixture.bookingId } }
  await market.call(
    'POST /api/admin/booking/:bookingId/deposit/take',
    { ...by, body: { paidBy: 'cash' } },
    staff,
  )
  await handOver(market, staff, fixture.bookingId)
  await takeBack(market, staff, fixture.bookingId)
  return { params }
}

async function keepForm() {
  const photo = new Blob([new Uint8Array(await drawDocument())])
  return { amount: '2000', reason: 'damage', words: 'A scratch on the left door', photo }
}

/** A part of the held deposit is kept; the id of the part. */
async function keepPart({ params = {} }: Pick<Request, 'params'>): Promise<string> {
  const staff = await market.signUp({ role: 'staff' })
  const url = `/api/admin/booking/${params.bookingId}/deposit/keep`
  const answer = await postForm(market, url, await keepForm(), staff)
  return answer.json().data.deposit.kept[0]._id
}

/** Gives a completed booking a review, hidden where `isHidden`. */
async function addReview(bookingId: string, isHidden = false): Promise<void> {
  const now = market.clock.now()
  const { car_id, account_id } = await market.db
    .selectFrom('bookings')
    .select(['car_id', 'account_id'])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  if (account_id === null) throw new Error('the booking of the matrix has an account')
  const review = { booking_id: bookingId, car_id, account_id, rating: 2, reviewed_at: now }
  // What a review counts for its car, from which hiding takes it.
  await market.db
    .updateTable('cars')
    .set({ rating_sum: 30, review_count: 10 })
    .where('id', '=', car_id)
    .execute()
  await market.db
    .insertInto('reviews')
    .values(review)
    .onConflict((one) => one.doNothing())
    .execute()
  const hidden = isHidden
    ? { hidden_reason: 'Names a customer', hidden_by: account_id, hidden_at: now }
    : { hidden_reason: '', hidden_by: null, hidden_at: null }
  await market.db
    .insertInto('review_decisions')
    .values({ booking_id: bookingId, ...hidden })
    .onConflict((one) => one.column('booking_id').doUpdateSet(hidden))
    .execute()
}
