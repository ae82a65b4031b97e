import { nairobiInstant } from '@twende/contract/calendar-day.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { handOver, takeBack } from '../testing/condition-reports.ts'
import { postKeptPart } from '../testing/deposits.ts'
import { addCar } from '../testing/fleet.ts'
import { expectBalanced } from '../testing/ledger-invariants.ts'
import { paidWith } from '../testing/payments.ts'
import { PASSWORD, type Person } from '../testing/people.ts'
import { drawDocument } from '../testing/private-files.ts'
import { BOOKING_MORNING, BY_MPESA, bookCar, historyOf, payBooking } from '../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let staff: Person
let customer: Person
let carId: string
let bookingId: string

const HOUR = 3_600_000
const dates = { startDate: '2026-04-03', endDate: '2026-04-06' }

beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
beforeEach(async () => {
  market.clock.set(BOOKING_MORNING)
  customer = await market.signUp()
  carId = await addCar(market.db)
  bookingId = (await bookCar(market, customer, carId, { ...dates, ...BY_MPESA }))._id
  await payBooking(market, bookingId)
})
afterAll(() => market.close())

const params = () => ({ bookingId })
const cancel = () =>
  market.call(
    'POST /api/admin/booking/:bookingId/cancel',
    { params: params(), body: { reason: 'Typed in the wrong line' } },
    staff,
  )
const noShow = () =>
  market.call('POST /api/admin/booking/:bookingId/no-show', { params: params(), body: { note: '' } }, staff)
const undo = (note = 'It was another booking') =>
  market.call('POST /api/admin/booking/:bookingId/undo', { params: params(), body: { note } }, staff)
const seen = async () => market.call('GET /api/admin/booking/:bookingId', { params: params() }, staff)
const refunds = () =>
  market.db
    .selectFrom('refunds')
    .select(['id', 'amount', 'status'])
    .where('booking_id', '=', bookingId)
    .execute()

describe('a cancellation', () => {
  test('is taken back with its refund: the booking is paid and confirmed as before', async () => {
    await cancel()
    const until = Date.parse((await seen()).data.undoUntil ?? '')
    expect(until - BOOKING_MORNING.getTime()).toBeGreaterThanOrEqual(24 * HOUR)
    const { finalAmount } = (await undo()).data
    const { data, money } = await seen()
    expect(data).toMatchObject({
      status: 'confirmed',
      paymentStatus: 'paid',
      undoUntil: null,
      cancelledAt: null,
    })
    expect(money).toMatchObject({ paid: finalAmount, owedBack: 0, backIfCancelled: finalAmount })
    expect(await refunds()).toMatchObject([{ status: 'withdrawn' }])
    const { counts } = (await market.call('GET /api/admin/refunds', {}, staff)) as never as {
      counts: Record<string, number>
    }
    expect(counts.due).toBe(0)
    expect((await historyOf(market, bookingId)).at(-1)).toMatchObject({
      what: 'Cancellation taken back',
      note: 'It was another booking',
    })
    // It can be cancelled once more, and the money then goes back once.
    await cancel()
    expect((await refunds()).filter(({ status }) => status === 'due')).toMatchObject([
      { amount: finalAmount },
    ])
    await expectBalanced(market)
  })

  test('is not taken back once its refund was sent', async () => {
    await cancel()
    const [refund] = await refunds()
    await market.call(
      'POST /api/admin/refund/:refundId/sent',
      { params: { refundId: refund?.id ?? '' }, body: paidWith() },
      staff,
    )
    await expect(undo()).rejects.toMatchObject({ status: 409, message: /already sent/ })
    expect((await seen()).data.status).toBe('cancelled')
  })

  test('is not taken back when somebody else has the car', async () => {
    await cancel()
    await bookCar(market, await market.signUp(), carId, dates)
    await expect(undo()).rejects.toMatchObject({ code: 'car_taken' })
    expect(await refunds()).toMatchObject([{ status: 'due' }])
  })

  test('is not taken back after a day, nor without a word why', async () => {
    await cancel()
    await expect(undo(' ')).rejects.toMatchObject({ status: 400 })
    market.clock.advance(24 * HOUR + 1)
    await expect(undo()).rejects.toMatchObject({ code: 'booking_wrong_state' })
    expect((await seen()).data.undoUntil).toBeNull()
  })
})

test('nothing comes back for a customer who has deleted the account since', async () => {
  const dates = { startDate: '2026-04-08', endDate: '2026-04-10' }
  bookingId = (await bookCar(market, customer, carId, dates))._id
  const unpaid = { params: params(), body: { paidBy: 'none', note: 'Pays on Monday' } as const }
  await market.call('POST /api/admin/booking/:bookingId/confirm', unpaid, staff)
  await cancel()
  const first = await market.db
    .selectFrom('bookings')
    .select('id')
    .where('account_id', '=', customer.accountId)
    .where('id', '<>', bookingId)
    .executeTakeFirstOrThrow()
  const body = { reason: 'Called off by phone' }
  await market.call(
    'POST /api/admin/booking/:bookingId/cancel',
    { params: { bookingId: first.id }, body },
    staff,
  )
  const [refund] = await market.db
    .selectFrom('refunds')
    .select('id')
    .where('booking_id', '=', first.id)
    .execute()
  await market.call(
    'POST /api/admin/refund/:refundId/sent',
    { params: { refundId: refund?.id ?? '' }, body: paidWith() },
    staff,
  )
  await market.call(
    'POST /api/user/delete',
    { body: { password: PASSWORD, confirmation: 'DELETE' } },
    customer,
  )
  await expect(undo()).rejects.toMatchObject({
    code: 'booking_wrong_state',
    message: expect.stringContaining('deleted their account'),
  })
  expect((await seen()).data.status).toBe('cancelled')
  await expectBalanced(market)
})

test('a customer who came after all is no no-show', async () => {
  market.clock.set(nairobiInstant('2026-04-03', '12:00'))
  await noShow()
  expect((await undo()).data).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
  await expectBalanced(market)
})

test('a completion without a handover is taken back', async () => {
  market.clock.set(nairobiInstant('2026-04-06', '12:00'))
  await market.call(
    'POST /api/admin/booking/:bookingId/complete',
    { params: params(), body: { note: 'On paper' } },
    staff,
  )
  expect((await undo()).data).toMatchObject({ status: 'confirmed', notHandedOver: true })
  expect((await historyOf(market, bookingId)).at(-1)).toMatchObject({ what: 'Completion taken back' })
})

describe('a completion that is taken back holds the deposit again', () => {
  const deposit = async () =>
    (await market.call('GET /api/admin/booking/:bookingId/deposit', { params: params() }, staff)).data.deposit
  const settle = () =>
    market.call('POST /api/admin/booking/:bookingId/deposit/settle', { params: params(), body: {} }, staff)

  beforeEach(async () => {
    market.clock.set(BOOKING_MORNING)
    carId = await addCar(market.db, { deposit: 10_000 })
    bookingId = (await bookCar(market, customer, carId, { ...dates, ...BY_MPESA }))._id
    await payBooking(market, bookingId)
    await market.call(
      'POST /api/admin/booking/:bookingId/deposit/take',
      { params: params(), body: paidWith() },
      staff,
    )
    market.clock.set(nairobiInstant('2026-04-06', '12:00'))
    await market.call(
      'POST /api/admin/booking/:bookingId/complete',
      { params: params(), body: { note: 'On paper' } },
      staff,
    )
    market.clock.advance(60_000)
  })
  afterEach(() => expectBalanced(market))

  test('where it was to go back', async () => {
    await settle()
    expect(await deposit()).toMatchObject({ held: 0, owedBack: 10_000 })
    await undo()
    expect(await deposit()).toMatchObject({ held: 10_000, due: 0, owedBack: 0, settledBy: null })
    await handOver(market, staff, bookingId)
    await takeBack(market, staff, bookingId)
    await settle()
    expect(await deposit()).toMatchObject({ held: 0, owedBack: 10_000 })
  })

  test('where a part of it was kept, and the rest was to go back', async () => {
    const photo = new Blob([new Uint8Array(await drawDocument())], { type: 'image/jpeg' })
    const kept = await postKeptPart(market, staff, { bookingId }, { photo })
    expect(kept.statusCode).toBe(200)
    await settle()
    expect(await deposit()).toMatchObject({ held: 0, owedBack: 8_000 })
    await undo()
    expect(await deposit()).toMatchObject({ held: 10_000, due: 0, owedBack: 0 })
    await cancel()
    expect(await deposit()).toMatchObject({ held: 0, owedBack: 10_000 })
  })

  test('and is not where it was sent back', async () => {
    await settle()
    const { id: refundId } = await market.db
      .selectFrom('refunds')
      .select('id')
      .where('payable_id', '=', (await deposit())?._id ?? '')
      .where('status', '=', 'due')
      .executeTakeFirstOrThrow()
    await market.call(
      'POST /api/admin/refund/:refundId/sent',
      { params: { refundId }, body: paidWith() },
      staff,
    )
    await expect(undo()).rejects.toMatchObject({ status: 409, message: /deposit was already sent/ })
    expect((await seen()).data.status).toBe('completed')
  })
})
