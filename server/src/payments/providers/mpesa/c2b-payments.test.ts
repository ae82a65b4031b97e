import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayingMarket, type PayingMarket } from '../../../testing/paying-market.ts'

import type { Person } from '../../../testing/people.ts'
import { createListing, drawCode, mpesaMessage } from '../../../testing/selling.ts'
import { matchProofs } from '../../proofs/settle-proof.ts'
import { c2bSecret, registerC2b } from './register-c2b.ts'

let market: PayingMarket
let seller: Person

beforeAll(async () => {
  market = await openPayingMarket({ validatesC2b: true })
  seller = await market.signUp()
  await registerC2b(market.deps)
})
afterAll(() => market.close())

const soon = { timeout: 20_000 }
const register = () => market.deps.jobs.enqueue(market.db, 'register-callbacks', {})

test('money paid by hand reaches no listing whose seller told another code, and waits for staff', async () => {
  const listing = await createListing(market, seller, { paid: 4_500, mpesaPhoneNumber: '0712345611' })
  await payByHand({ amount: 4_500, phone: '254712345611' })
  await expect.poll(() => transactions(4_500), soon).toHaveLength(1)
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
  await payByHand({ amount: 8_000, phone: '254712345621', reference: '0712345621' })
  await expect.poll(() => transactions(8_000), soon).toHaveLength(1)
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

test('M-Pesa may be told the addresses again, and neither can be guessed', async () => {
  await register()
  const times = () => market.logged.filter((line) => line.includes('M-Pesa C2B URLs: registered')).length
  await expect.poll(times, soon).toBeGreaterThanOrEqual(2)
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
    .poll(() => market.logged.join(''), soon)
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

/** Somebody pays to the paybill from the menu of the phone. */
async function payByHand({
  amount,
  phone,
  reference = 'CAR1',
}: {
  amount: number
  phone: string
  reference?: string
}) {
  const { baseUrl, credentials } = market.simulator
  const key = Buffer.from(`${credentials.consumerKey}:${credentials.consumerSecret}`).toString('base64')
  const granted = await fetch(`${baseUrl}/oauth/v1/generate?grant_type=client_credentials`, {
    headers: { authorization: `Basic ${key}` },
  })
  const { access_token: token } = await granted.json()
  const paid = await fetch(`${baseUrl}/mpesa/c2b/v2/simulate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({
      ShortCode: credentials.shortcode,
      CommandID: 'CustomerPayBillOnline',
      Amount: amount,
      Msisdn: phone,
      BillRefNumber: reference,
    }),
  })
  if (!paid.ok) throw new Error(await paid.text())
}
