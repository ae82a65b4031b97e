import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../db/transaction.ts'
import { scheduledTasks } from '../../../jobs/scheduled-tasks.ts'
import { openPayingMarket } from '../../../testing/paying-market.ts'
import { bookByMpesa, sendC2bPayment } from '../../../testing/payments.ts'
import type { Person } from '../../../testing/people.ts'
import { drawCode } from '../../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../../testing/test-app.ts'
import { pollPendingPayments } from '../../collections/poll-pending-payments.ts'
import { settlePayment } from '../../collections/settle-payment.ts'
import { findBalance, lockReceipt } from '../../ledger/ledger-store.ts'
import { postReportedTransaction } from '../../ledger/post-payment.ts'
import { findPaymentByReceipt, insertPayment, takeForRequest } from '../../payment-store.ts'
import { insertProviderTransaction } from '../../provider-transaction-store.ts'
import { registerC2b } from './mpesa-provider.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const now = () => market.clock.now()
const POLLED: Parameters<typeof settlePayment>[2] = { kind: 'paid', receipt: null, amountReceived: null }
const HIDDEN = ''

// Each test has a price of its own, since amounts are compared.
let days = 0
const price = () => ({ pricePerDay: 3_000 + ++days })

describe('money paid to a till, which M-Pesa reports without a reference', () => {
  test('is that of the request to the same phone, whichever way it is told first', async () => {
    for (const reportedFirst of [true, false]) {
      const { booking, paymentId, report } = await requested()
      // As late as M-Pesa may report it.
      market.clock.advance(3_600_000)
      if (reportedFirst) await report()
      await settlePayment(market.deps, paymentId, POLLED)
      if (!reportedFirst) await report()
      expect(await row(paymentId)).toMatchObject({ status: 'paid', receipt: expect.any(String) })
      await expectPaidOnce(booking)
    }
  })

  test('is not sent back when staff matched it before the result of the request named no receipt', async () => {
    for (const [phone, outcome] of [
      [undefined, 'receipt_reused'],
      [HIDDEN, 'possibly_reported'],
    ] as const) {
      const { booking, paymentId, report } = await requested()
      await match(await report({ phone }), booking.bookingId)
      await settlePayment(market.deps, paymentId, POLLED)
      expect(await row(paymentId)).toMatchObject({ status: 'review', outcome, amount_received: null })
      expect(await refundsOf(booking._id)).toEqual([])
      await decide(paymentId, 'dismiss')
      await expectPaidOnce(booking)
    }
  })

  test('waits for staff where its phone is hidden, and is not given back while it may be that of a request', async () => {
    const { booking, paymentId, report } = await requested()
    const receipt = await report({ phone: HIDDEN })
    await expect(match(receipt, booking.bookingId, true)).rejects.toMatchObject({
      code: 'payment_wrong_state',
    })
    await settlePayment(market.deps, paymentId, POLLED)
    expect(await row(paymentId)).toMatchObject({ status: 'review', outcome: 'possibly_reported' })
    await expect(match(receipt, booking.bookingId, true)).rejects.toMatchObject({
      code: 'payment_wrong_state',
    })
    await match(receipt, booking.bookingId)
    expect(await row(paymentId)).toMatchObject({ status: 'paid', outcome: 'paid', receipt })
    await expectPaidOnce(booking)
  })

  test('is added to a request that was paid already, once staff says so', async () => {
    const { booking, paymentId, report } = await requested()
    await settlePayment(market.deps, paymentId, POLLED)
    const receipt = await report({ phone: HIDDEN })
    await expect(match(receipt, booking.bookingId, true)).rejects.toMatchObject({
      code: 'payment_wrong_state',
    })
    await match(receipt, booking.bookingId)
    expect(await row(paymentId)).toMatchObject({ status: 'paid', receipt })
    await expectPaidOnce(booking)
  })

  test('of a request in doubt is decided by the callback that names its receipt', async () => {
    const { booking, paymentId, report } = await requested()
    const other = await report({ phone: HIDDEN })
    await settlePayment(market.deps, paymentId, POLLED)
    const receipt = drawCode(now())
    await settlePayment(market.deps, paymentId, {
      kind: 'paid',
      receipt,
      amountReceived: booking.finalAmount,
    })
    expect(await row(paymentId)).toMatchObject({ status: 'paid', outcome: 'paid', receipt })
    await match(other, booking.bookingId, true)
    expect(await refundsOf(booking._id)).toMatchObject([
      { amount: booking.finalAmount, reason: 'given_back' },
    ])
  })

  test('from another phone, long after, or of another request is that of nobody else', async () => {
    const { booking, paymentId, report } = await requested()
    const stranger = await report({ phone: '2547 ***** 999' })
    const late = await report({ phone: HIDDEN, paidAt: new Date(now().getTime() + 20 * 60_000) })
    const neighbour = await requested({ pricePerDay: booking.pricePerDay })
    const theirs = await neighbour.report({ phone: HIDDEN })
    await settlePayment(market.deps, neighbour.paymentId, {
      kind: 'paid',
      receipt: theirs,
      amountReceived: booking.finalAmount,
    })
    await settlePayment(market.deps, paymentId, POLLED)
    expect(await row(paymentId)).toMatchObject({ status: 'paid', outcome: 'paid', receipt: null })
    for (const receipt of [stranger, late]) await match(receipt, booking.bookingId, true)
    expect(await refundsOf(booking._id)).toHaveLength(2)
  })

  test('counts once in a shop with a till, when the callback never comes', async () => {
    const till = await openPayingMarket({ till: true })
    await registerC2b(till.deps)
    const customer = await till.signUp()
    await till.phoneBehaves({ resultCode: '0', never: true })
    const { booking, payment } = await till.book(customer, '0712666123')
    const reports = () => till.db.selectFrom('provider_transactions').selectAll().execute()
    await expect.poll(reports).toMatchObject([{ payer_reference: '' }])
    till.clock.advance(31_000)
    await pollPendingPayments(till.deps)
    const [reported] = await reports()
    expect(await till.row(payment._id)).toMatchObject({ status: 'paid', receipt: reported?.receipt })
    expect(await findBalance(till.db, { type: 'booking', id: booking._id })).toMatchObject({
      money: booking.finalAmount,
      price: booking.finalAmount,
    })
    await till.close()
  })
})

test('a report under the reference that was sent is that of the request, also after its booking has another one', async () => {
  const { booking, paymentId, report } = await requested()
  await market.db
    .updateTable('bookings')
    .set({ reference: 'BK98765' })
    .where('id', '=', booking._id)
    .execute()
  await settlePayment(market.deps, paymentId, POLLED)
  const receipt = await report({ reference: booking.bookingId, phone: HIDDEN })
  expect(await row(paymentId)).toMatchObject({ status: 'paid', receipt })
})

test('money under the reference of an open request is not given back, and pays it when the request ends', async () => {
  const { booking, paymentId, report } = await requested()
  const receipt = await report({ reference: booking.bookingId })
  await expect(match(receipt, booking.bookingId, true)).rejects.toMatchObject({ code: 'payment_wrong_state' })
  await settlePayment(market.deps, paymentId, { kind: 'not_paid', failure: 'cancelled' })
  await expect(match(receipt, booking.bookingId, true)).rejects.toMatchObject({ code: 'payment_wrong_state' })
  expect(await row(paymentId)).toMatchObject({ status: 'paid', receipt })
  await expectPaidOnce(booking)
})

test('a report whose request was not found before the process ended is added by the scheduled task', async () => {
  const { booking, paymentId } = await requested()
  await settlePayment(market.deps, paymentId, POLLED)
  const receipt = drawCode(now())
  await inTransaction(market.db, (tx) => addReport(tx, { receipt, booking }))
  expect(await row(paymentId)).toMatchObject({ receipt: null })
  for (const { name, run } of scheduledTasks(market.deps)) if (name === 'add reported receipts') await run()
  expect(await row(paymentId)).toMatchObject({ status: 'paid', receipt })
  await expectPaidOnce(booking)
})

describe('a request that fails although its money was reported', () => {
  const FAILED = { kind: 'not_paid', failure: 'unreachable' } as const

  test('is paid by the report, whichever way it is told first', async () => {
    for (const result of [FAILED, { kind: 'no_answer' } as const, { kind: 'answer_lost' } as const])
      for (const reportedFirst of [true, false]) {
        const { booking, paymentId, report } = await requested()
        const money = () => report({ reference: booking.bookingId, phone: HIDDEN })
        if (reportedFirst) await money()
        await settlePayment(market.deps, paymentId, result)
        if (!reportedFirst) await money()
        expect(await row(paymentId)).toMatchObject({ status: 'paid', receipt: expect.any(String) })
        await expectPaidOnce(booking)
      }
  })

  test('is paid by the report of a till that names its phone, if it was paid while the phone could ring', async () => {
    const { paymentId, report } = await requested()
    await settlePayment(market.deps, paymentId, FAILED)
    await report({ paidAt: new Date(now().getTime() + 16 * 60_000) })
    expect(await row(paymentId)).toMatchObject({ status: 'failed' })
    const receipt = await report()
    expect(await row(paymentId)).toMatchObject({ status: 'paid', receipt })
  })

  test('stays failed after less money, that of a stranger, and that of another booking', async () => {
    const { booking, paymentId, report } = await requested()
    const other = await requested({ pricePerDay: booking.pricePerDay })
    await sendC2bPayment(market, {
      amount: booking.finalAmount - 1,
      reference: booking.bookingId,
      paidAt: now(),
    })
    await report({ phone: '2547 ***** 999' })
    await report({ reference: other.booking.bookingId, phone: HIDDEN })
    await settlePayment(market.deps, paymentId, FAILED)
    expect(await row(paymentId)).toMatchObject({ status: 'failed', receipt: null })
  })

  test('does not take money that may be that of a later request, which takes it when it fails as well', async () => {
    const { booking, paymentId, report } = await requested()
    await settlePayment(market.deps, paymentId, FAILED)
    const first = await row(paymentId)
    market.clock.advance(120_000)
    const later = await insertPayment(market.db, {
      payableType: 'booking',
      payableId: booking._id,
      account_id: first.account_id,
      method: first.method,
      amount: first.amount,
      phone: first.phone,
      webhook_secret: `later ${first.webhook_secret}`.slice(0, 40),
      status: 'processing',
      created_at: now(),
    })
    await takeForRequest(market.db, later.id, { now: now(), nextCheckAt: now() })
    await report({ reference: booking.bookingId, phone: HIDDEN })
    expect(await row(paymentId)).toMatchObject({ status: 'failed' })
    await settlePayment(market.deps, later.id, FAILED)
    expect(await row(later.id)).toMatchObject({ status: 'paid' })
    expect(await row(paymentId)).toMatchObject({ status: 'failed' })
    await expectPaidOnce(booking)
  })
})

test('a customer whose callback was lost, and whose query says that the phone was not reached, is told that they paid', async () => {
  const paying = await openPayingMarket()
  const customer = await paying.signUp()
  await paying.phoneBehaves({ resultCode: '1037', never: true })
  const { booking, payment } = await paying.book(customer, '0712666123')
  await expect.poll(async () => (await paying.row(payment._id)).requested_at).not.toBe(null)
  const { finalAmount: amount, bookingId: reference } = booking
  await sendC2bPayment(paying, { amount, reference, paidAt: paying.clock.now() })
  paying.clock.advance(31_000)
  await pollPendingPayments(paying.deps)
  expect(await paying.payment(customer, payment._id)).toMatchObject({ status: 'paid' })
  expect(await paying.booking(customer, booking._id)).toMatchObject({ status: 'confirmed' })
  await paying.close()
})

describe('a code that staff types while M-Pesa reports it', () => {
  test('is matched with that report', async () => {
    const { booking } = await bookByMpesa(market, price())
    const receipt = drawCode(now())
    const { ended } = await whileReporting({ receipt, booking }, () => confirm(booking._id, receipt))
    await ended
    const payment = await findPaymentByReceipt(market.db, receipt)
    const { payment_id } = await transaction(receipt)
    expect({ payment_id }).toEqual({ payment_id: payment?.id })
    await expectPaidOnce(booking)
  })

  test('is refused where less is reported', async () => {
    const { booking } = await bookByMpesa(market, price())
    const receipt = drawCode(now())
    const report = { receipt, booking, amount: booking.finalAmount - 1 }
    const { ended } = await whileReporting(report, () => confirm(booking._id, receipt))
    await expect(ended).rejects.toMatchObject({ code: 'amount_too_small' })
  })
})

/** A booking whose phone was asked; `report` posts what M-Pesa reports of the money. */
async function requested(at = price()) {
  const made = await bookByMpesa(market, at)
  const request = await takeForRequest(market.db, made.paymentId, { now: now(), nextCheckAt: now() })
  const phone = `${request?.phone.slice(0, 4)} ***** ${request?.phone.slice(-3)}`
  const amount = made.booking.finalAmount
  const report = (more: { phone?: string | undefined; reference?: string; paidAt?: Date } = {}) =>
    sendC2bPayment(market, { amount, paidAt: now(), ...more, phone: more.phone ?? phone })
  return { ...made, report }
}

type Report = { receipt: string; booking: { bookingId: string; finalAmount: number }; amount?: number }

/** What receiving a report commits first. */
async function addReport(
  tx: Parameters<typeof insertProviderTransaction>[0],
  { receipt, booking, amount = booking.finalAmount }: Report,
) {
  await lockReceipt(tx, receipt)
  await insertProviderTransaction(tx, {
    receipt,
    method: 'c2b',
    amount,
    recipient: '174379',
    payer_reference: booking.bookingId,
    body: '{}',
    received_at: now(),
  })
  const reported = { account: 'mpesa', receipt, amount, day: nairobiDay(now()), at: now() } as const
  await postReportedTransaction(tx, await findPaymentByReceipt(tx, receipt), reported)
}

/** Starts `work` while a report is added and not committed, and commits the report once `work` waits for it. */
async function whileReporting<T>(report: Report, work: () => Promise<T>): Promise<{ ended: Promise<T> }> {
  let ended: Promise<T> | undefined
  await market.db.transaction().execute(async (tx) => {
    await addReport(tx, report)
    ended = work()
    ended.catch(() => undefined)
    await expect.poll(waiting).toBeGreaterThan(0)
  })
  if (!ended) throw new Error('it was not started')
  return { ended }
}

async function waiting() {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_locks
    where not granted and locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.execute(market.db)
  return rows[0]?.waiting ?? 0
}

function confirm(bookingId: string, code: string) {
  const body = { note: 'Showed the message', paidBy: 'mpesa', code } as const
  return market.call('POST /api/admin/booking/:bookingId/confirm', { params: { bookingId }, body }, staff)
}

function match(receipt: string, reference: string, giveBack = false) {
  const body = { reference, giveBack, reason: 'Looked it up' }
  return market.call('POST /api/admin/receipt/:receipt/match', { params: { receipt }, body }, staff)
}

function decide(paymentId: string, decision: 'accept' | 'dismiss') {
  const body = { decision, reason: 'Looked it up' }
  return market.call('POST /api/admin/payment/:paymentId/decide', { params: { paymentId }, body }, staff)
}

/** The price stands once in the ledger, under the account of M-Pesa too. */
async function expectPaidOnce({ _id: id, finalAmount }: { _id: string; finalAmount: number }) {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(amount), 0)::int as total from ledger_entries
    where account = 'mpesa' and transaction_id in (
      select transaction_id from ledger_entries where abs(amount) = ${finalAmount}::int
    )`.execute(market.db)
  expect(rows).toEqual([{ total: finalAmount }])
  expect(await findBalance(market.db, { type: 'booking', id })).toMatchObject({
    money: finalAmount,
    price: finalAmount,
  })
}

function row(paymentId: string) {
  return market.db.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow()
}

function transaction(receipt: string) {
  return market.db
    .selectFrom('provider_transactions')
    .select('payment_id')
    .where('receipt', '=', receipt)
    .executeTakeFirstOrThrow()
}

function refundsOf(bookingId: string) {
  return market.db.selectFrom('refunds').selectAll().where('booking_id', '=', bookingId).execute()
}
