import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar } from '../../../testing/fleet.ts'
import { openPayingMarket, type PayingMarket } from '../../../testing/paying-market.ts'
import { pollPendingPayments } from '../../collections/poll-pending-payments.ts'
import { addReportedReceipts } from '../../collections/settle-payment.ts'
import { findBalance } from '../../ledger/ledger-store.ts'
import { registerCallbacks } from '../registry.ts'
import { pullMissedPayments } from './pull-missed-payments.ts'
import type { PulledPayment, PullResult } from './read-pull-answer.ts'

let market: PayingMarket
beforeAll(async () => {
  market = await openPayingMarket({ env: { MPESA_PULL_NUMBER: '254712345678' } })
})
afterAll(() => market.close())

/** Safaricom knows that we ask, and where it reports payments; no report arrives there. */
async function registerButMissReports() {
  await registerCallbacks(market.deps)
  const { mpesa } = market.deps.gateways
  const answer = await mpesa.registerC2bUrls({
    confirmationUrl: 'http://127.0.0.1:9/nowhere',
    validationUrl: 'http://127.0.0.1:9/nowhere',
  })
  expect(answer).toEqual({ kind: 'registered' })
  expect(
    await mpesa.registerPull({ nominatedNumber: '254712345678', callbackUrl: 'http://127.0.0.1:9/' }),
  ).toEqual({
    kind: 'already_registered',
  })
}

const balanceOf = (id: string) => findBalance(market.db, { type: 'booking', id })
const paidIn = (amount: number) => market.simulator.transactions().filter((one) => one.amount === amount)
const reported = (amount: number) =>
  market.db.selectFrom('provider_transactions').selectAll().where('amount', '=', amount).execute()

test('nothing is asked for where Safaricom has not enabled it', async () => {
  const { mpesa } = market.deps.gateways
  const deps = { ...market.deps, gateways: { mpesa: { ...mpesa, pullNumber: undefined } } }
  expect(await pullMissedPayments(deps)).toBe(0)
})

test('money paid by hand whose report never came pays what its number names, once', async () => {
  await registerButMissReports()
  const customer = await market.signUp()
  await market.phoneBehaves({ resultCode: '1032', actsAfterMs: 0 })
  const carId = await addCar(market.db, { pricePerDay: 4_100 })
  const { booking } = await market.book(customer, '0712777001', carId)
  const amount = booking.finalAmount
  await market.payByHand({ amount, phone: '254712777002', reference: booking.bookingId })
  await expect.poll(() => paidIn(amount)).toHaveLength(1)
  expect(await reported(amount)).toEqual([])
  expect(await pullMissedPayments(market.deps)).toBe(1)
  expect(await balanceOf(booking._id)).toMatchObject({ money: amount, price: amount })
  expect(await reported(amount)).toMatchObject([
    { phone: '2547 ***** 002', payer_reference: booking.bookingId },
  ])
  expect(await pullMissedPayments(market.deps)).toBe(0)
  expect(await balanceOf(booking._id)).toMatchObject({ money: amount })
})

test('money of a request whose answer and callback were both lost is found', async () => {
  await registerButMissReports()
  const customer = await market.signUp()
  await market.phoneBehaves({ answer: 'lostAck', resultCode: '0', actsAfterMs: 0, never: true })
  const carId = await addCar(market.db, { pricePerDay: 4_200 })
  const { booking, payment } = await market.book(customer, '0712777003', carId)
  const amount = booking.finalAmount
  await expect.poll(() => paidIn(amount)).toHaveLength(1)
  expect((await market.row(payment._id)).status).not.toBe('paid')
  expect(await pullMissedPayments(market.deps)).toBe(1)
  // Its phone may ring until the request is given up.
  market.clock.advance(301_000)
  await pollPendingPayments(market.deps)
  await addReportedReceipts(market.deps)
  expect(await market.row(payment._id)).toMatchObject({ status: 'paid', amount_received: amount })
  expect(await balanceOf(booking._id)).toMatchObject({ money: amount, price: amount })
})

test('all pages are asked for, and what was paid three days ago is not listed', async () => {
  await registerButMissReports()
  await market.payByHand({ amount: 778, phone: '254712777004', reference: 'NOBODY' })
  await expect.poll(() => paidIn(778)).toHaveLength(1)
  market.clock.advance(3 * 86_400_000)
  for (let paid = 0; paid < 105; paid += 1)
    await market.payByHand({ amount: 777, phone: '254712777004', reference: 'NOBODY' })
  await expect.poll(() => paidIn(777)).toHaveLength(105)
  expect(await pullMissedPayments(market.deps)).toBe(105)
  expect(await reported(777)).toHaveLength(105)
  expect(await reported(778)).toEqual([])
})

test('a line that does not answer adds nothing and is asked again later', async () => {
  const { mpesa } = market.deps.gateways
  const pull = async () => ({ kind: 'unreachable', why: '429' }) as const
  expect(await pullMissedPayments({ ...market.deps, gateways: { mpesa: { ...mpesa, pull } } })).toBe(0)
})

test('a payment that cannot be added keeps no other waiting, and one of another time is left out', async () => {
  const { mpesa } = market.deps.gateways
  const listed = (receipt: string, paidAt: Date | null, payerName = ''): PulledPayment => ({
    ...{ receipt, amount: 321, billReference: 'NOBODY', phone: '', text: '{}' },
    ...{ paidAt, payerName },
  })
  const payments = [
    listed('PULLBROKEN1', null, '\0'),
    listed('PULLWHOLE01', market.clock.now()),
    listed('PULLOLD0001', new Date('1996-01-01T00:00:00Z')),
    listed('PULLAHEAD01', new Date(8.64e15)),
    listed('PULLNOTIME1', null),
  ]
  const pull = async ({ offset }: { offset: number }): Promise<PullResult> => {
    const page = offset === 0 ? payments : []
    return { kind: 'listed', rows: page.length, payments: page, unread: 0 }
  }
  expect(await pullMissedPayments({ ...market.deps, gateways: { mpesa: { ...mpesa, pull } } })).toBe(2)
  expect((await reported(321)).map(({ receipt }) => receipt).sort()).toEqual(['PULLNOTIME1', 'PULLWHOLE01'])
})
