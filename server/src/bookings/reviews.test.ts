import { afterAll, beforeAll, expect, test } from 'vitest'
import { handOver, takeBack } from '../testing/condition-reports.ts'
import { addCar } from '../testing/fleet.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, bookCar, moveBookingOn } from '../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let staff: Person
let customer: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING })
  staff = await market.signUp({ role: 'admin' })
  customer = await market.signUp()
})
afterAll(() => market.close())

async function reviewed() {
  const carId = await addCar(market.db)
  const { _id: bookingId } = await bookCar(market, customer, carId)
  await moveBookingOn(market, staff, bookingId, 'confirmed')
  await handOver(market, staff, bookingId)
  await takeBack(market, staff, bookingId)
  const params = { bookingId }
  await market.call(
    'POST /api/booking/:bookingId/review',
    { params, body: { rating: 1, comment: 'Rude.' } },
    customer,
  )
  return { carId, params }
}
const publicReviews = async (carId: string) =>
  (await market.call('GET /api/car/reviews/:carId', { params: { carId } })).data
const ratingOf = (carId: string) =>
  market.db
    .selectFrom('cars')
    .select(['rating_sum', 'review_count'])
    .where('id', '=', carId)
    .executeTakeFirst()

test('a review is hidden with a reason that its customer reads, counts no more, and is shown again', async () => {
  const { carId, params } = await reviewed()
  await expect.poll(() => publicReviews(carId)).toMatchObject([{ rating: 1, comment: 'Rude.', answer: '' }])
  const hide = (reason: string) =>
    market.call('POST /api/admin/booking/:bookingId/review/hide', { params, body: { reason } }, staff)
  await expect(hide('')).rejects.toMatchObject({ code: 'invalid' })
  const { data } = await hide('It insults our driver')
  expect(data.review).toMatchObject({ comment: 'Rude.', hiddenReason: 'It insults our driver' })
  await expect.poll(() => publicReviews(carId)).toEqual([])
  expect(await ratingOf(carId)).toEqual({ rating_sum: 0, review_count: 0 })
  await expect(hide('Again')).rejects.toMatchObject({ code: 'booking_wrong_state' })
  const { bookings } = await market.call('GET /api/booking/user', { query: { page: 1, limit: 10 } }, customer)
  expect(bookings[0]?.review?.hiddenReason).toBe('It insults our driver')
  await market.call('POST /api/admin/booking/:bookingId/review/show', { params }, staff)
  await expect.poll(() => publicReviews(carId)).toHaveLength(1)
  expect(await ratingOf(carId)).toEqual({ rating_sum: 1, review_count: 1 })
  const audited = market.db.selectFrom('audit_log').select('id').where('subject', '=', 'review_decisions')
  expect((await audited.execute()).length).toBeGreaterThanOrEqual(2)
})

test('everybody reads the answer to a review, which may be changed and taken away', async () => {
  const { carId, params } = await reviewed()
  const answer = (note: string) =>
    market.call('POST /api/admin/booking/:bookingId/review/answer', { params, body: { note } }, staff)
  await answer('We are sorry, and have talked to him.')
  await expect
    .poll(() => publicReviews(carId))
    .toMatchObject([{ answer: 'We are sorry, and have talked to him.' }])
  await answer('We are sorry.')
  await expect.poll(() => publicReviews(carId)).toMatchObject([{ answer: 'We are sorry.' }])
  await answer('')
  await expect.poll(() => publicReviews(carId)).toMatchObject([{ answer: '' }])
})

test('a booking without a review has nothing to hide or to answer', async () => {
  const { _id: bookingId } = await bookCar(market, customer, await addCar(market.db))
  const input = { params: { bookingId }, body: { note: 'Thanks', reason: 'None' } }
  for (const route of ['hide', 'answer'] as const)
    await expect(
      market.call(`POST /api/admin/booking/:bookingId/review/${route}`, input as never, staff),
    ).rejects.toMatchObject({ code: 'booking_wrong_state' })
})
