import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bookByMpesa, sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import {
  createListing,
  drawCode,
  type FormFields,
  listLiveCar,
  mpesaMessage,
  postForm,
  sellFields,
} from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { settlePayment } from '../collections/settle-payment.ts'
import { matchProofs } from './settle-proof.ts'

let market: TestMarket
let staff: Person
let payer: Person
let thief: Person

beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
beforeEach(async () => {
  payer = await market.signUp()
  thief = await market.signUp()
})
afterAll(() => market.close())

const PAYER = { mpesaName: 'Brian Otieno', mpesaPhoneNumber: '0712345126' }
const THIEF = { mpesaName: 'Kevin Mwangi', mpesaPhoneNumber: '0798765126' }
const TOLD = { phone: '2547 ***** 126', name: 'BRIAN' }
const now = () => market.clock.now()
const newCode = () => drawCode(now())
const tell = (told: Partial<Parameters<typeof sendC2bPayment>[1]> = {}) =>
  sendC2bPayment(market, { amount: 2_000, paidAt: now(), ...TOLD, ...told })
const prove = (person: Person, fields: Parameters<typeof createListing>[2]) =>
  createListing(market, person, fields)

describe('the payer', () => {
  test('is believed at once when M-Pesa has told the same of the code, the amount, the number and the name', async () => {
    const code = await tell()
    expect((await prove(payer, { ...PAYER, code })).payment).toMatchObject({ status: 'paid', code })
  })

  test('is believed when M-Pesa tells it afterwards', async () => {
    const code = newCode()
    const { _id } = await prove(payer, { ...PAYER, code })
    expect(await statusOf(_id)).toBe('pending_payment')
    await tell({ code })
    expect(await statusOf(_id)).toBe('active')
  })

  test.each([
    ['a hashed number alone', { phone: hashOf('254712345126'), name: '' }],
    ['the account number of the instructions, the number of the phone', { reference: '0712 345 126' }],
    ['a whole name', { name: 'OTIENO BRIAN OUMA' }],
  ])('is believed by %s', async (_, told) => {
    const code = await tell(told)
    const mpesaName = 'name' in told && told.name ? 'Brian Ouma Otieno' : PAYER.mpesaName
    expect((await prove(payer, { ...PAYER, mpesaName, code })).payment.status).toBe('paid')
  })

  test('pays by the account number of their own listing', async () => {
    const { _id } = await listLiveCar(market, payer)
    const code = newCode()
    await renew(payer, _id, code)
    await tell({ code, reference: (await numberOf(_id)).toLowerCase() })
    expect(await proofOf(_id, code)).toMatchObject({ status: 'approved' })
  })

  test('need not prove what M-Pesa told under the number of their own listing', async () => {
    const { _id } = await listLiveCar(market, payer)
    const code = await tell({ reference: (await numberOf(_id)).toLowerCase() })
    const payment = market.db.selectFrom('payments').select(['payable_id', 'status'])
    const counted = await payment.where('receipt', '=', code).executeTakeFirst()
    expect(counted).toEqual({ payable_id: _id, status: 'paid' })
    await expect(renew(payer, _id, code)).rejects.toThrow('This payment counts for this car already.')
  })
})

describe('somebody else', () => {
  test('takes no money by an invented code, the amount, the last digits and the time', async () => {
    const stolen = await prove(thief, { ...THIEF, mpesaPhoneNumber: PAYER.mpesaPhoneNumber })
    const code = await tell()
    await matchProofs(market.deps)
    expect(await statusOf(stolen._id)).toBe('pending_payment')
    expect((await prove(payer, { ...PAYER, code })).payment.status).toBe('paid')
  })

  test.each([
    ['number', { mpesaPhoneNumber: '0712345127' }, {}],
    ['hashed number', {}, { phone: hashOf('254712345127') }],
    ['name', { mpesaName: 'Kevin Brian' }, {}],
    ['names, one of which fits', { mpesaName: 'Brian Kevin John Peter Paul' }, {}],
    ['amount', { paid: 4_500 }, {}],
    ['account number', {}, { reference: 'ROSE' }],
    ['time', {}, { minutesAgo: 40 }],
    ['payer, as far as M-Pesa tells', {}, { name: '' }],
    ['moment: before the money', {}, { minutesAgo: -6 }],
  ])(
    'is not believed with a real code and another %s',
    async (_, said, { minutesAgo = 0, ...told }: Told) => {
      const code = await tell({ ...told, paidAt: new Date(now().getTime() - minutesAgo * 60_000) })
      const { _id } = await prove(thief, { ...PAYER, ...said, code })
      await matchProofs(market.deps)
      expect(await statusOf(_id)).toBe('pending_payment')
    },
  )

  test('is not believed where the account number names another purchase, which staff sees', async () => {
    const { booking } = await bookByMpesa(market)
    const code = await tell({ reference: booking.bookingId })
    const { _id } = await prove(thief, { ...PAYER, code })
    expect(await statusOf(_id)).toBe('pending_payment')
    const { evidence } = await review(_id)
    expect(evidence).toMatchObject({
      disagreements: ['other_purchase'],
      money: { amount: 2_000, payer: 'BRIAN', phone: TOLD.phone, reference: booking.bookingId },
      purchase: { purpose: 'booking', purchaseId: booking._id, reference: booking.bookingId },
    })
    // And staff may give the booking its money, whatever the message says.
    await match(code, booking.bookingId, true)
    expect((await review(_id)).evidence?.countsFor).toBe(booking.bookingId)
    await expect(approve(_id, code)).rejects.toMatchObject({ code: 'mpesa_code_used' })
  })
})
type Told = { minutesAgo?: number; phone?: string; name?: string; reference?: string }

describe('a code that a message only mentions', () => {
  test('keeps no request to a phone from being paid', async () => {
    const code = newCode()
    await prove(thief, { ...THIEF, code })
    const { paymentId, booking } = await bookByMpesa(market)
    await settleWith(paymentId, code, booking.finalAmount)
    const row = await market.db
      .selectFrom('payments')
      .select(['status', 'receipt'])
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ status: 'paid', receipt: code })
  })

  test('is accepted from its payer too; both wait, and staff sees who was first', async () => {
    const code = newCode()
    const stolen = await prove(thief, { ...PAYER, code })
    const { body, statusCode } = await send(payer, { ...PAYER, code })
    expect(statusCode, body).toBe(200)
    const own = JSON.parse(body).data
    expect(own.payment).toMatchObject({ status: 'processing' })
    await tell({ code })
    await matchProofs(market.deps)
    expect(await statusOf(stolen._id)).toBe('pending_payment')
    expect(await statusOf(own._id)).toBe('pending_payment')
    const { evidence } = await review(own._id)
    expect(evidence).toMatchObject({
      disagreements: ['submitted_twice'],
      others: [{ listingId: stolen._id, payerName: PAYER.mpesaName, first: true, status: 'waiting' }],
    })
    const body2 = { reason: 'The account number is not hers', code }
    await market.call(
      'POST /api/admin/listing/:listingId/reject-payment',
      { params: { listingId: stolen._id }, body: body2 },
      staff,
    )
    await matchProofs(market.deps)
    expect(await statusOf(own._id)).toBe('active')
  })

  test('at the same instant as the money, goes to nobody but its payer', async () => {
    const code = newCode()
    const people = await Promise.all(Array.from({ length: 4 }, () => market.signUp()))
    const [true_, ...false_] = await Promise.all([
      send(payer, { ...PAYER, code }),
      ...people.map((person) => send(person, { ...THIEF, code })),
      tell({ code }),
    ])
    expect(true_.statusCode).toBe(200)
    const lies = false_.filter((answer) => typeof answer !== 'string')
    // The code may be the payer's by then, which is the only reason to refuse it.
    for (const lie of lies) expect([200, 409]).toContain(lie.statusCode)
    await matchProofs(market.deps)
    const rows = await market.db
      .selectFrom('payment_proofs')
      .select(['account_id', 'status'])
      .where('code', '=', code)
      .where('status', '=', 'approved')
      .execute()
    expect(rows.filter(({ account_id }) => account_id !== payer.accountId)).toEqual([])
  })

  test('may be used by staff for money and for a refund', async () => {
    const { booking } = await bookByMpesa(market)
    const code = newCode()
    await prove(thief, { ...THIEF, code })
    await tell({ code, amount: booking.finalAmount })
    await match(code, booking.bookingId)
    const used = await send(await market.signUp(), { ...THIEF, code })
    expect(used.json()).toMatchObject({ code: 'mpesa_code_used' })
  })
})

describe('a person', () => {
  test('names a code once, and hears that it is being checked', async () => {
    const person = await market.signUp()
    const code = newCode()
    await prove(person, { ...PAYER, code })
    const again = await send(person, { ...PAYER, code, name: 'Nissan Note' })
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({
      code: 'listing_wrong_state',
      message: expect.stringContaining('We are checking this payment'),
    })
  })

  test('has at most ten messages that wait', async () => {
    const person = await market.signUp()
    for (let sent = 0; sent < 10; sent += 1) await prove(person, { name: `Toyota Vitz ${sent}` })
    expect((await send(person, { name: 'Toyota Vitz 11' })).json()).toMatchObject({
      code: 'listing_wrong_state',
    })
  })
})

test('staff counts what M-Pesa told of a code, whatever the message or staff say', async () => {
  const code = await tell({ amount: 2_000, name: 'AMINA' })
  const { _id } = await prove(thief, { ...THIEF, code, paid: 10_000 })
  const params = { listingId: _id }
  const body = { code, amount: 10_000 }
  await market.call('POST /api/admin/listing/:listingId/approve-payment', { params, body }, staff)
  const row = await market.db
    .selectFrom('payments')
    .select(['amount_received'])
    .where('receipt', '=', code)
    .executeTakeFirstOrThrow()
  expect(row.amount_received).toBe(2_000)
})

function hashOf(phone: string): string {
  return createHash('sha256').update(phone).digest('hex')
}

async function send(person: Person, fields: FormFields & { paid?: number; code?: string }) {
  return postForm(market, '/api/sell/add', await sellFields(now(), fields), person)
}

async function renew(person: Person, id: string, code: string): Promise<void> {
  const paymentMethod = 'message' as const
  const mpesaMessageText = mpesaMessage({ code, amount: 2_000, now: now() })
  const body = { id, amount: 2_000, ...PAYER, paymentMethod, mpesaMessage: mpesaMessageText }
  await market.call('POST /api/sell/renew', { body }, person)
}

async function review(listingId: string) {
  const params = { listingId }
  return (await market.call('GET /api/admin/listing/:listingId', { params }, staff)).data
}

function approve(listingId: string, code: string) {
  const params = { listingId }
  return market.call('POST /api/admin/listing/:listingId/approve-payment', { params, body: { code } }, staff)
}

function match(receipt: string, reference: string, giveBack = false) {
  const body = { reference, giveBack, reason: 'Its account number says so' }
  return market.call('POST /api/admin/receipt/:receipt/match', { params: { receipt }, body }, staff)
}

async function settleWith(paymentId: string, receipt: string, amountReceived: number) {
  await settlePayment(market.deps, paymentId, { kind: 'paid', receipt, amountReceived })
}

async function statusOf(listingId: string): Promise<string> {
  const row = await market.db
    .selectFrom('listings')
    .select('status')
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow()
  return row.status
}

async function numberOf(listingId: string): Promise<string> {
  const row = await market.db
    .selectFrom('listings')
    .select('number')
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow()
  return `CAR${row.number}`
}

function proofOf(listingId: string, code: string) {
  return market.db
    .selectFrom('payment_proofs')
    .select('status')
    .where('listing_id', '=', listingId)
    .where('code', '=', code)
    .executeTakeFirst()
}
