import { m } from '@twende/messages'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectBalancesAreBooks } from '../../testing/balance-figures.ts'
import { handOver, takeBack } from '../../testing/condition-reports.ts'
import { carBackWithDeposit, postKeptPart } from '../../testing/deposits.ts'
import { addCar } from '../../testing/fleet.ts'
import { receivePayment, sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { exported, sumOf } from '../../testing/read-export.ts'
import { BOOKING_MORNING, bookCar, moveBookingOn } from '../../testing/renting.ts'
import { drawCode } from '../../testing/selling.ts'
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

const DEPOSIT = 5_000

describe('what is held of a deposit is one figure on pages, list, CSV, tile and balances', () => {
  test('where less came than staff recorded', async () => {
    const rental = await confirmed()
    const code = drawCode(market.clock.now())
    await take(rental, { paidBy: 'mpesa', code })
    await sendC2bPayment(market, { code, amount: 4_950 })
    await expectHeld(rental, 4_950)
  })

  test('where a part came', async () => {
    const rental = await confirmed()
    await receivePayment(market, await ask(rental), 2_000)
    await expectHeld(rental, 2_000)
  })

  test('where more came, before and after staff decides', async () => {
    const rental = await confirmed()
    const paymentId = await ask(rental)
    await receivePayment(market, paymentId, 5_500)
    await expectHeld(rental, 0)
    await decide(paymentId, 'accept')
    await expectHeld(rental, 5_000, 500)
  })

  test('where a part was kept, and some of it released', async () => {
    const rental = await carBackWithDeposit(market, staff)
    await postKeptPart(market, staff, rental, { photoIds: rental.photoId, amount: '2000' })
    await postKeptPart(market, staff, rental, { photoIds: rental.photoId, amount: '500' })
    await expectHeld(rental, 7_500)
    const { kept } = await depositOf(rental)
    const params = { bookingId: rental.bookingId, partId: kept[0]?._id ?? '' }
    const body = { reason: 'It was there before' }
    const route = 'POST /api/admin/booking/:bookingId/deposit/keep/:partId/release'
    await market.call(route, { params, body }, staff)
    await expectHeld(rental, 9_500)
  })

  test('where it goes back, and its money is moved to another booking', async () => {
    const rental = await carBackWithDeposit(market, staff)
    const params = { bookingId: rental.bookingId }
    await market.call('POST /api/admin/booking/:bookingId/deposit/settle', { params, body: {} }, staff)
    await expectHeld(rental, 0, 10_000)
    const other = await bookCar(market, rental.customer, await addCar(market.db))
    const { id: refundId } = await market.db
      .selectFrom('refunds')
      .select('id')
      .where('payable_id', '=', (await depositOf(rental))._id)
      .executeTakeFirstOrThrow()
    const move = { params: { refundId }, body: { reference: other.bookingId, reason: 'As agreed' } }
    await market.call('POST /api/admin/refund/:refundId/move', move, staff)
    await expectHeld(rental, 0)
  })

  test('where it was waived, and its car is back', async () => {
    const rental = await confirmed()
    const params = { bookingId: rental.bookingId }
    const waiver = { params, body: { reason: 'A known firm' } }
    await market.call('POST /api/admin/booking/:bookingId/deposit/waive', waiver, staff)
    await handOver(market, staff, rental.bookingId)
    await takeBack(market, staff, rental.bookingId)
    await expectHeld(rental, 0)
  })

  test('whose payment was recorded by mistake', async () => {
    const rental = await confirmed()
    await take(rental, { paidBy: 'mpesa', code: drawCode(market.clock.now()) })
    const { _id } = await depositOf(rental)
    const { id } = await market.db
      .selectFrom('payments')
      .select('id')
      .where('payable_id', '=', _id)
      .executeTakeFirstOrThrow()
    await expectHeld(rental, DEPOSIT)
    await decide(id, 'dismiss')
    await expectHeld(rental, 0)
  })
})

type Rental = { bookingId: string; customer: Person }

async function confirmed(): Promise<Rental> {
  const customer = await market.signUp()
  const { _id: bookingId } = await bookCar(market, customer, await addCar(market.db, { deposit: DEPOSIT }))
  await moveBookingOn(market, staff, bookingId, 'confirmed')
  return { bookingId, customer }
}

let phones = 0
async function ask({ bookingId }: Rental): Promise<string> {
  const body = { phone: `07228${String(++phones).padStart(5, '0')}` }
  const route = 'POST /api/admin/booking/:bookingId/deposit/request'
  return (await market.call(route, { params: { bookingId }, body }, staff)).data._id
}

function take({ bookingId }: Rental, body: { paidBy: 'mpesa'; code: string }) {
  return market.call(
    'POST /api/admin/booking/:bookingId/deposit/take',
    { params: { bookingId }, body },
    staff,
  )
}

function decide(paymentId: string, decision: 'accept' | 'dismiss') {
  const body = { decision, reason: 'Looked it up' }
  return market.call('POST /api/admin/payment/:paymentId/decide', { params: { paymentId }, body }, admin)
}

async function depositOf({ bookingId }: Rental) {
  const params = { bookingId }
  const { data } = await market.call('GET /api/admin/booking/:bookingId/deposit', { params }, staff)
  if (!data.deposit) throw new Error('no deposit')
  return data.deposit
}

/** What is held of a deposit, and of all of them, is one figure wherever it stands. */
async function expectHeld(rental: Rental, held: number, owedBack = 0): Promise<void> {
  const desk = await depositOf(rental)
  const params = { bookingId: rental.bookingId }
  const own = await market.call('GET /api/booking/:bookingId/deposit', { params }, rental.customer)
  const all = await market.call('GET /api/admin/deposits', { query: { queue: 'all', limit: 100 } }, admin)
  const row = all.data.find(({ _id }) => _id === desk._id)
  const file = await exported(market, admin, 'deposits.csv?queue=all')
  const line = file.find((cells) => cells[m.csv_reference()] === desk.reference)
  const balance = await market.call(
    'GET /api/admin/balance-items',
    { query: { balance: 'deposits', limit: 100 } },
    admin,
  )
  const item = balance.data.find(({ reference }) => reference === desk.reference)
  expect({
    desk: [desk.held, desk.owedBack],
    own: [own.data.deposit?.held, own.data.deposit?.owedBack],
    list: [row?.held, row?.owedBack],
    file: [Number(line?.[m.csv_held_ksh()]), Number(line?.[m.csv_to_give_back_ksh()])],
    balance: item?.amount ?? 0,
  }).toEqual({
    desk: [held, owedBack],
    own: [held, owedBack],
    list: [held, owedBack],
    file: [held, owedBack],
    balance: held,
  })
  // Nothing goes back on a day of which nothing is held.
  if (held + owedBack === 0) expect([row?.returnBy, line?.[m.csv_give_back_by()]]).toEqual([null, ''])
  const { data, ...listed } = await market.call('GET /api/admin/deposits', { query: { limit: 100 } }, admin)
  expect(listed.held).toBe(data.reduce((sum, deposit) => sum + deposit.held, 0))
  expect(sumOf(await exported(market, admin, 'deposits.csv?queue=held'), m.csv_held_ksh)).toBe(listed.held)
  await expectBalancesAreBooks(market, admin)
  market.clock.advance(60 * 24 * 3_600_000)
  const overdue = await market.call('GET /api/admin/deposits', { query: { queue: 'overdue' } }, admin)
  const today = await market.call('GET /api/admin/today', {}, admin)
  expect(today.data.counts.depositsOverdue).toBe(overdue.pagination.total)
  market.clock.advance(-60 * 24 * 3_600_000)
}
