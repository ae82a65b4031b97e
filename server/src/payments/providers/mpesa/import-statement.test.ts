import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCar } from '../../../testing/fleet.ts'
import { expectBalanced } from '../../../testing/ledger-invariants.ts'
import { bookByMpesa, paidWith, sendC2bPayment } from '../../../testing/payments.ts'
import type { Person } from '../../../testing/people.ts'
import { bookCar } from '../../../testing/renting.ts'
import { drawCode, postForm } from '../../../testing/selling.ts'
import { type StatementLine, statementCsv, statementRows, workbook } from '../../../testing/statements.ts'
import { openTestMarket, type TestMarket } from '../../../testing/test-app.ts'
import { settlePayment } from '../../collections/settle-payment.ts'
import { takeForRequest } from '../../payment-store.ts'

let market: TestMarket
let admin: Person
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  admin = await market.signUp({ role: 'admin' })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

async function send(file: Blob, act = 'add', by = admin) {
  const answer = await postForm(market, '/api/admin/statements', { act, statement: file }, by)
  return { status: answer.statusCode, ...answer.json() }
}
const add = async (lines: StatementLine[]) => (await send(statementCsv(lines))).data
const payment = (stated: Partial<StatementLine> & { amount: number }): StatementLine => ({
  code: drawCode(market.clock.now()),
  at: new Date(market.clock.now().getTime() - 60_000),
  ...stated,
})

describe('a statement that an admin brings in', () => {
  test('shows first what it would add, and changes nothing', async () => {
    const line = payment({ amount: 7_100 })
    const { data, message } = await send(statementCsv([line]), 'read')
    expect(data).toMatchObject({ isAdded: false, named: 1, known: 0, freshAmount: 7_100, leftOut: 0 })
    expect(data.fresh).toMatchObject([
      { code: line.code, amount: 7_100, payerName: 'JANE WANJIRU', payment: null },
    ])
    expect(message).toContain('Nothing is added yet')
    expect(await transactionsOf(line.code)).toEqual([])
  })

  test('adds each payment once, however often and in whichever form it comes', async () => {
    const reported = payment({ amount: 3_300 })
    await sendC2bPayment(market, { amount: 3_300, code: reported.code })
    const line = payment({ amount: 4_400 })
    expect(await add([reported, line, line])).toMatchObject({ isAdded: true, named: 3, known: 2 })
    const again = await send(new Blob([new Uint8Array(workbook(statementRows([reported, line])))]))
    expect(again.data).toMatchObject({ isAdded: false, named: 2, known: 2, fresh: [] })
    expect(again.message).toBe('Every payment of this file is known.')
    expect(await transactionsOf(line.code)).toMatchObject([{ amount: 4_400, payment_id: null }])
    const { data } = await market.call('GET /api/admin/statements', {}, admin)
    expect(data[0]).toMatchObject({ named: 3, added: 1 })
    await expectBalanced(market)
  })

  test('pays the booking that its account number names', async () => {
    const { customer, booking } = await booked()
    const line = payment({
      amount: booking.finalAmount,
      reference: booking.bookingId,
      at: market.clock.now(),
    })
    const { fresh } = await add([line])
    expect(fresh).toMatchObject([{ payment: { reference: booking.bookingId } }])
    expect(await paymentStatusOf(customer, booking)).toBe('paid')
  })

  test('finds the money of a phone that was asked and whose answer was lost', async () => {
    const { customer, booking, paymentId } = await bookByMpesa(market)
    const now = market.clock.now()
    await takeForRequest(market.db, paymentId, { now, nextCheckAt: now })
    await settlePayment(market.deps, paymentId, { kind: 'answer_lost' })
    const line = payment({
      amount: booking.finalAmount,
      reference: booking.bookingId,
      at: market.clock.now(),
    })
    const { fresh } = await add([line])
    expect(fresh).toMatchObject([{ payment: { reference: booking.bookingId } }])
    expect(await paymentStatusOf(customer, booking)).toBe('paid')
    await expectBalanced(market)
  })

  test('confirms the code that staff typed at the desk', async () => {
    const { booking } = await booked()
    const line = payment({ amount: booking.finalAmount })
    await market.call(
      'POST /api/admin/booking/:bookingId/confirm',
      {
        params: { bookingId: booking._id },
        body: { note: 'Paid', ...paidWith(line.code) },
      },
      staff,
    )
    const isUnreported = async () => {
      const { data } = await market.call('GET /api/admin/payments', { query: { queue: 'unreported' } }, admin)
      return data.some(({ reference }) => reference === booking.bookingId)
    }
    expect(await isUnreported()).toBe(true)
    const { data } = await send(statementCsv([line]), 'read')
    expect(data.fresh).toMatchObject([{ payment: { reference: booking.bookingId } }])
    await add([line])
    expect(await isUnreported()).toBe(false)
    await expectBalanced(market)
  })

  test('counts for nothing that was made after the money came', async () => {
    const { customer, booking } = await booked()
    const before = new Date(market.clock.now().getTime() - 3_600_000)
    const line = payment({ amount: booking.finalAmount, reference: booking.bookingId, at: before })
    expect((await add([line])).fresh).toMatchObject([{ payment: null }])
    expect(await paymentStatusOf(customer, booking)).toBe('pending')
  })

  test('names what it cannot take: another amount for a known code, and a time that is to come', async () => {
    const known = payment({ amount: 5_000 })
    await sendC2bPayment(market, { amount: 5_000, code: known.code })
    const future = payment({ amount: 900, at: new Date(market.clock.now().getTime() + 86_400_000) })
    const { unread, fresh } = await add([{ ...known, amount: 5_500 }, future])
    expect(fresh).toEqual([])
    expect(unread).toMatchObject([
      { line: 5, code: known.code, problem: 'otherAmount' },
      { line: 6, code: future.code, problem: 'future' },
    ])
  })

  test('is added once by two at the same moment', async () => {
    const line = payment({ amount: 6_600 })
    await Promise.all([add([line]), add([line])])
    expect(await transactionsOf(line.code)).toHaveLength(1)
    await expectBalanced(market)
  })

  test('is for admins alone, and stands in the audit log', async () => {
    const file = statementCsv([payment({ amount: 100 })])
    expect((await send(file, 'read', staff)).status).toBe(403)
    await send(file)
    const logged = await market.db
      .selectFrom('audit_log')
      .select(['account_id', 'action'])
      .where('subject', '=', 'payment_statements')
      .orderBy('at', 'desc')
      .executeTakeFirst()
    expect(logged).toEqual({ account_id: admin.accountId, action: 'POST /api/admin/statements' })
  })

  test('that is none is refused with what it should be', async () => {
    expect(await send(new Blob(['Dear Sir']))).toMatchObject({
      status: 400,
      message: expect.stringContaining('"Receipt No."'),
    })
    const { statusCode } = await postForm(market, '/api/admin/statements', { act: 'add' }, admin)
    expect(statusCode).toBe(400)
    const many = Array.from({ length: 2_001 }, () => payment({ amount: 1 }))
    expect(await send(statementCsv(many))).toMatchObject({
      status: 400,
      message: expect.stringContaining('2,000'),
    })
  })
})

async function booked() {
  const customer = await market.signUp()
  const startDate = addDays(nairobiDay(market.clock.now()), 20)
  const dates = { startDate, endDate: addDays(startDate, 3) }
  return { customer, booking: await bookCar(market, customer, await addCar(market.db), dates) }
}

async function paymentStatusOf(customer: Person, { _id: bookingId }: { _id: string }) {
  const { data } = await market.call('GET /api/booking/:bookingId', { params: { bookingId } }, customer)
  return data.paymentStatus
}

function transactionsOf(receipt: string) {
  return market.db.selectFrom('provider_transactions').selectAll().where('receipt', '=', receipt).execute()
}
