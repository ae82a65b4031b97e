import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar } from '../../../testing/fleet.ts'
import { openPayingMarket, type PayingMarket } from '../../../testing/paying-market.ts'
import { sendC2bPayment } from '../../../testing/payments.ts'
import type { Person } from '../../../testing/people.ts'
import { createListing, drawCode, mpesaMessage } from '../../../testing/selling.ts'
import { pollPendingPayments } from '../../collections/poll-pending-payments.ts'
import { findBalance } from '../../ledger/ledger-store.ts'
import { matchProofs } from '../../proofs/settle-proof.ts'
import { c2bSecret, registerC2b } from './mpesa-provider.ts'

let market: PayingMarket
let seller: Person

beforeAll(async () => {
  market = await openPayingMarket({ validatesC2b: true })
  seller = await market.signUp()
  await registerC2b(market.deps)
})
afterAll(() => market.close())

const register = () => market.deps.jobs.enqueue(market.db, 'register-callbacks', {})

test('money paid by hand reaches no listing whose seller told another code, and waits for staff', async () => {
  const listing = await createListing(market, seller, { paid: 4_500, mpesaPhoneNumber: '0712345611' })
  await market.payByHand({ amount: 4_500, phone: '254712345611' })
  await expect.poll(() => transactions(4_500)).toHaveLength(1)
  await matchProofs(market.deps)
  expect(await statusOf(listing._id)).toMatchObject({ listingStatus: 'pending_payment' })
  const [money] = await transactions(4_500)
  const staff = await market.signUp({ role: 'staff' })
  const { number } = await market.db
    .selectFrom('listings')
    .select('number')
    .where('id', '=', listing._id)
    .executeTakeFirstOrThrow()
  const body = { reference: `CAR${number}`, giveBack: false, reason: 'The code was mistyped' }
  const params = { receipt: money?.receipt ?? '' }
  await market.call('POST /api/admin/receipt/:receipt/match', { params, body }, staff)
  expect(await statusOf(listing._id)).toMatchObject({ listingStatus: 'active', listingMonths: 3 })
})

test('money that nobody told of waits, and counts as soon as its message is pasted', async () => {
  await market.payByHand({ amount: 8_000, phone: '254712345621', reference: '0712345621' })
  await expect.poll(() => transactions(8_000)).toHaveLength(1)
  const [money] = await transactions(8_000)
  expect(money).toMatchObject({ amount: 8_000, payer_reference: '0712345621', phone: '2547 ***** 621' })
  expect(await market.db.selectFrom('payments').selectAll().where('amount', '=', 8_000).execute()).toEqual([])
  const code = money?.receipt ?? ''
  const now = market.clock.now()
  const listing = await createListing(market, seller, {
    paid: 8_000,
    mpesaPhoneNumber: '0712345621',
    mpesaMessage: mpesaMessage({ code, amount: 8_000, now }),
  })
  expect(await statusOf(listing._id)).toMatchObject({
    listingStatus: 'active',
    listingMonths: 6,
    payment: { code },
  })
})

/** A payment that is locked is left out of a round: the report of its money may be looked at in that moment. */
async function polled(paymentId: string) {
  await pollPendingPayments(market.deps)
  return market.row(paymentId)
}

test('money of a request whose result names no receipt counts once, whichever way M-Pesa tells of it first', async () => {
  for (const { reportedFirst, amount } of [
    { reportedFirst: true, amount: 12_300 },
    { reportedFirst: false, amount: 12_600 },
  ]) {
    const customer = await market.signUp()
    await market.phoneBehaves({ resultCode: '0', never: true })
    const carId = await addCar(market.db, { pricePerDay: amount / 3 })
    const { booking, payment } = await market.book(customer, `0712666${amount / 100}`, carId)
    await expect.poll(() => transactions(amount)).toHaveLength(1)
    const [money] = await transactions(amount)
    if (!reportedFirst) await withdrawReport(money?.receipt ?? '')
    market.clock.advance(31_000)
    await expect.poll(() => polled(payment._id)).toMatchObject({ status: 'paid' })
    if (!reportedFirst)
      await sendC2bPayment(market, { ...report(booking), code: money?.receipt ?? '', amount })
    expect(await market.row(payment._id)).toMatchObject({ receipt: money?.receipt, amount_received: amount })
    expect(await transactions(amount)).toMatchObject([{ payment_id: payment._id }])
    expect(await findBalance(market.db, { type: 'booking', id: booking._id })).toMatchObject({
      money: amount,
      price: amount,
    })
    const { rows } = await sql<{ total: number }>`
      select coalesce(sum(e.amount), 0)::bigint as total
      from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
      where e.account = 'mpesa' and (t.receipt = ${money?.receipt} or t.payment_id = ${payment._id}::uuid)
    `.execute(market.db)
    expect(rows[0]?.total).toBe(amount)
  }
})

test('staff matches no money that is already that of a request', async () => {
  const customer = await market.signUp()
  await market.phoneBehaves({ resultCode: '0', never: true })
  const carId = await addCar(market.db, { pricePerDay: 4_300 })
  const { booking, payment } = await market.book(customer, '0712666999', carId)
  await expect.poll(() => transactions(12_900)).toHaveLength(1)
  const receipt = (await transactions(12_900))[0]?.receipt ?? ''
  const staff = await market.signUp({ role: 'staff' })
  // Matched before the result of the request is known: the request then brings no second money.
  await market.call(
    'POST /api/admin/receipt/:receipt/match',
    { params: { receipt }, body: { reference: booking.bookingId, giveBack: false, reason: 'Same name' } },
    staff,
  )
  market.clock.advance(31_000)
  await expect.poll(() => polled(payment._id)).toMatchObject({ status: 'review', outcome: 'receipt_reused' })
  const refunds = await market.db
    .selectFrom('refunds')
    .selectAll()
    .where('booking_id', '=', booking._id)
    .execute()
  expect(refunds).toEqual([])
  expect(await findBalance(market.db, { type: 'booking', id: booking._id })).toMatchObject({ money: 12_900 })
})

test('M-Pesa may be told the addresses again, and neither can be guessed', async () => {
  await register()
  const times = () => market.logged.filter((line) => line.includes('M-Pesa C2B URLs: registered')).length
  await expect.poll(times).toBeGreaterThanOrEqual(2)
  const secret = c2bSecret(market.deps.tokenSecret)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(market.logged.join('')).not.toContain(secret)
  const forged = {
    TransactionType: 'Pay Bill',
    TransID: drawCode(market.clock.now()),
    TransAmount: '2000.00',
    BusinessShortCode: market.simulator.credentials.shortcode,
  }
  const tellAt = (end: string) => market.tellAt(`/api/hooks/c2b/${end}`, JSON.stringify(forged))
  await tellAt('0'.repeat(64))
  expect(await transactions(2_000)).toEqual([])
  await tellAt(secret)
  expect(await transactions(2_000)).toHaveLength(1)
})

test('an M-Pesa that is out of reach is told later, and the job says so', async () => {
  const { jobs } = market.deps
  const { mpesa: gateway } = market.deps.gateways
  const reached = gateway.registerC2bUrls
  gateway.registerC2bUrls = async () => ({
    kind: 'not_registered',
    code: 'unreachable',
    message: 'ECONNREFUSED',
  })
  await jobs.enqueue(market.db, 'register-callbacks', {})
  await expect
    .poll(() => market.logged.join(''))
    .toContain('took no address for payments by hand: unreachable')
  gateway.registerC2bUrls = reached
  expect((await market.app.inject('/api/health/live')).statusCode).toBe(200)
})

async function statusOf(listingId: string) {
  const params = { userId: seller.accountId }
  const { data } = await market.call('GET /api/sell/user/:userId', { params }, seller)
  return data.find(({ _id }) => _id === listingId)
}

function transactions(amount: number) {
  return market.db.selectFrom('provider_transactions').selectAll().where('amount', '=', amount).execute()
}

/** As if M-Pesa had not reported this money yet. */
async function withdrawReport(receipt: string) {
  await market.asOwner(async (owner) => {
    await sql`delete from provider_transactions where receipt = ${receipt}`.execute(owner)
    await sql`set twende.cleaning_demo = 'yes'`.execute(owner)
    await sql`delete from ledger_entries where transaction_id in (
      select id from ledger_transactions where receipt = ${receipt}
    )`.execute(owner)
    await sql`delete from ledger_transactions where receipt = ${receipt}`.execute(owner)
  })
}

const report = ({ bookingId }: { bookingId: string }) => ({
  reference: bookingId,
  paidAt: market.clock.now(),
  phone: '2547 ***** 126',
})
