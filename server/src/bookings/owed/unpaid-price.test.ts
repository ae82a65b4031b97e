import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBalance } from '../../payments/ledger/ledger-store.ts'
import { reconcileDay } from '../../payments/reconciliation/reconcile-day.ts'
import { handOver, takeBack } from '../../testing/condition-reports.ts'
import { addCar } from '../../testing/fleet.ts'
import { paidWith } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
let staff: Person
let admin: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
})
afterAll(() => market.close())

const PRICE = 13_500
const today = () => nairobiDay(market.clock.now())

async function atCounter(paidBy: 'none' | 'card', { deposit = 0, pricePerDay = 4_500 } = {}) {
  const carId = await addCar(market.db, { deposit, pricePerDay })
  const body = {
    carId,
    startDate: today(),
    endDate: addDays(today(), 3),
    pickupTime: '23:00',
    dropoffTime: '23:00',
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
    customerInfo: { firstName: 'Otieno', lastName: 'Okello', phone: '0722000111' },
    paidBy,
  }
  const { data } = await market.call('POST /api/admin/bookings', { body }, staff)
  return { id: data._id, params: { bookingId: data._id }, price: data.finalAmount }
}
type Rental = Awaited<ReturnType<typeof atCounter>>

const balanceOf = ({ id }: Rental) => findBalance(market.db, { type: 'booking', id })
const seen = ({ params }: Rental) => market.call('GET /api/admin/booking/:bookingId', { params }, staff)
const takeDeposit = ({ params }: Rental) =>
  market.call('POST /api/admin/booking/:bookingId/deposit/take', { params, body: paidWith() }, staff)
const depositOf = async ({ params }: Rental) =>
  (await market.call('GET /api/admin/booking/:bookingId/deposit', { params }, staff)).data.deposit
const allow = ({ params }: Rental, amount: number, who = staff) =>
  market.call(
    'POST /api/admin/booking/:bookingId/owed/allow',
    { params, body: { amount, reason: 'Pays by invoice' } },
    who,
  )

describe('a rental that is booked at the counter and not paid', () => {
  test('is owed, and its car leaves only once it is paid', async () => {
    const rental = await atCounter('none')
    expect(rental.price).toBe(PRICE)
    expect((await seen(rental)).money).toMatchObject({ paid: 0, owed: PRICE, dueAtHandover: PRICE })
    await expect(handOver(market, staff, rental.id)).rejects.toMatchObject({
      code: 'payment_due',
      message: expect.stringContaining('Ksh 13,500'),
    })
    const body = { amount: PRICE, paidBy: 'bank', note: 'Transfer 881' } as const
    await market.call('POST /api/admin/booking/:bookingId/owed', { params: rental.params, body }, staff)
    expect(await seen(rental)).toMatchObject({
      data: { paymentStatus: 'paid' },
      money: { paid: PRICE, owed: 0 },
    })
    await handOver(market, staff, rental.id)
    expect((await seen(rental)).data.status).toBe('active')
  })

  test('names a further day that is not paid before its car leaves', async () => {
    const rental = await atCounter('card')
    const { updatedAt } = (await seen(rental)).data
    const body = { endDate: addDays(today(), 4), dropoffTime: '23:00', updatedAt, paidBy: 'none' } as const
    await market.call('POST /api/admin/booking/:bookingId/extend', { params: rental.params, body }, staff)
    expect(await seen(rental)).toMatchObject({ money: { owed: 4_500, dueAtHandover: 4_500 } })
    await expect(handOver(market, staff, rental.id)).rejects.toMatchObject({ code: 'payment_due' })
  })

  test('leaves unpaid by the decision of a named person, of an admin where much is owed', async () => {
    const little = await atCounter('none')
    await expect(allow(little, 1)).rejects.toMatchObject({ code: 'owed_changed' })
    await allow(little, PRICE)
    expect((await seen(little)).money).toMatchObject({ owed: PRICE, dueAtHandover: 0 })
    await handOver(market, staff, little.id)
    const much = await atCounter('none', { pricePerDay: 9_000 })
    await expect(allow(much, 27_000)).rejects.toMatchObject({ code: 'unpaid_handover_needs_admin' })
    await allow(much, 27_000, admin)
    await handOver(market, staff, much.id)
    const { timeline } = await seen(much)
    expect(timeline.map(({ event }) => event)).toContain('allowUnpaidHandover')
    expect((await seen(much)).money.owed).toBe(27_000)
  })

  test('is listed with what is owed, and its deposit pays it before the rest goes back', async () => {
    const rental = await atCounter('none', { deposit: 15_000 })
    await takeDeposit(rental)
    await allow(rental, PRICE)
    await handOver(market, staff, rental.id)
    await takeBack(market, staff, rental.id)
    const query = { queue: 'owed' as const }
    const { data: listed, counts } = await market.call('GET /api/admin/bookings', { query }, staff)
    expect(listed.find(({ _id }) => _id === rental.id)?.owed).toBe(PRICE)
    expect(counts.owed).toBe(listed.length)
    expect((await depositOf(rental))?.settlement).toEqual({ owed: PRICE, keep: PRICE, back: 1_500 })
    const settle = { params: rental.params, body: { owed: 'keep' as const } }
    await market.call('POST /api/admin/booking/:bookingId/deposit/settle', settle, staff)
    expect(await seen(rental)).toMatchObject({ data: { paymentStatus: 'paid' }, money: { owed: 0 } })
  })

  test('is unpaid again where what the deposit paid of it is released, and its customer reads so', async () => {
    const rental = await atCounter('none', { deposit: 15_000 })
    await takeDeposit(rental)
    await allow(rental, PRICE)
    await handOver(market, staff, rental.id)
    await takeBack(market, staff, rental.id)
    const settle = { params: rental.params, body: { owed: 'keep' as const } }
    await market.call('POST /api/admin/booking/:bookingId/deposit/settle', settle, staff)
    expect((await seen(rental)).data.paymentStatus).toBe('paid')
    const [part] = (await depositOf(rental))?.kept ?? []
    const params = { ...rental.params, partId: part?._id ?? '' }
    const body = { reason: 'They pay by invoice' }
    await market.call(
      'POST /api/admin/booking/:bookingId/deposit/keep/:partId/release',
      { params, body },
      staff,
    )
    expect(await seen(rental)).toMatchObject({
      data: { paymentStatus: 'pending' },
      money: { paid: 0, owed: PRICE },
    })
    const [released] = (await depositOf(rental))?.kept ?? []
    expect(released).toMatchObject({ released: PRICE, disputableUntil: null })
    const query = { queue: 'owed' as const }
    const { data: listed } = await market.call('GET /api/admin/bookings', { query }, staff)
    expect(listed.find(({ _id }) => _id === rental.id)?.owed).toBe(PRICE)
    // The rest of the deposit went back before, so this part follows at once.
    expect(await depositOf(rental)).toMatchObject({ held: 0, owedBack: 15_000 })
  })

  test('is not owed any more once it is cancelled, and is owed again where that is taken back', async () => {
    const rental = await atCounter('none')
    const body = { reason: 'Called off by phone' }
    await market.call('POST /api/admin/booking/:bookingId/cancel', { params: rental.params, body }, staff)
    expect(await balanceOf(rental)).toMatchObject({ price: 0, receivable: 0, unapplied: 0 })
    market.clock.advance(60_000)
    const undo = { params: rental.params, body: { note: 'The customer comes after all' } }
    await market.call('POST /api/admin/booking/:bookingId/undo', undo, staff)
    expect(await seen(rental)).toMatchObject({ data: { status: 'confirmed' }, money: { owed: PRICE } })
  })

  test('cannot leave by any other way either: the database refuses it', async () => {
    const rental = await atCounter('none')
    await expect(
      market.db.updateTable('bookings').set({ status: 'active' }).where('id', '=', rental.id).execute(),
    ).rejects.toMatchObject({ constraint: expect.stringMatching(/before_handover$/) })
  })
})

describe('the charges of a return', () => {
  async function carOut({ deposit = 0 } = {}) {
    const rental = await atCounter('card', { deposit })
    if (deposit > 0) await takeDeposit(rental)
    await handOver(market, staff, rental.id)
    return rental
  }
  const charges = [{ what: 'Scratch', amount: 25_100 }]

  test('that are paid from the deposit are kept from it, once, and the rest of them is owed', async () => {
    const rental = await carOut({ deposit: 10_000 })
    const before = await balanceOf(rental)
    await takeBack(market, staff, rental.id, { charges, chargesPayment: { paidBy: 'deposit' } })
    // No money came in: the deposit had it already.
    expect((await balanceOf(rental)).money).toBe(before.money)
    expect(await seen(rental)).toMatchObject({ money: { owed: 15_100 } })
    expect(await depositOf(rental)).toMatchObject({ held: 0, keepable: 0, kept: [{ amount: 10_000 }] })
  })

  test('that are not paid yet are owed', async () => {
    const rental = await carOut()
    await takeBack(market, staff, rental.id, { charges, chargesPayment: { paidBy: 'none' } })
    expect((await seen(rental)).money.owed).toBe(25_100)
  })

  test.each(['cash', 'card', 'bank', 'cheque'] as const)(
    'that are paid by %s are in its account and in the day',
    async (paidBy) => {
      const received = async () => {
        const reader = { accountId: staff.accountId, role: 'staff' } as never
        const { cameIn } = await reconcileDay(market.deps, today(), reader)
        return cameIn
          .filter(({ method, purpose }) => method === paidBy && purpose === 'booking')
          .reduce((sum, { amount }) => sum + amount, 0)
      }
      const rental = await carOut()
      const before = await received()
      await takeBack(market, staff, rental.id, { charges, chargesPayment: { paidBy } })
      expect(await received()).toBe(before + 25_100)
      const entry = await market.db
        .selectFrom('ledger_entries')
        .select('amount')
        .where('payable_id', '=', rental.id)
        .where('account', '=', paidBy)
        .orderBy('transaction_id', 'desc')
        .executeTakeFirst()
      expect(Number(entry?.amount)).toBe(25_100)
    },
  )
})

test('days that staff adds and that are not paid yet are owed', async () => {
  const rental = await atCounter('card')
  const { data } = await seen(rental)
  const body = {
    endDate: addDays(data.endDate, 1),
    dropoffTime: data.dropoffTime,
    paidBy: 'none',
    updatedAt: data.updatedAt,
  } as const
  await market.call('POST /api/admin/booking/:bookingId/extend', { params: rental.params, body }, staff)
  expect(await seen(rental)).toMatchObject({
    data: { paymentStatus: 'pending' },
    money: { paid: PRICE, owed: 4_500 },
  })
})

test('the history of a payment names the act with which staff took it', async () => {
  const rental = await atCounter('none')
  const body = { amount: rental.price, paidBy: 'cash' as const }
  await market.call('POST /api/admin/booking/:bookingId/owed', { params: rental.params, body }, staff)
  const { data: booking } = await seen(rental)
  const query = { queue: 'all' as const, search: booking.bookingId }
  const { data: payments } = await market.call('GET /api/admin/payments', { query }, staff)
  const params = { paymentId: payments[0]?._id ?? '' }
  const { data } = await market.call('GET /api/admin/payment/:paymentId', { params }, staff)
  expect(data.history.map(({ what }) => what)).toEqual(['Take what the customer of a booking owes'])
})
