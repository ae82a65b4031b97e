import { STAFF_RIGHTS, type StaffRight } from '@twende/contract/http/route.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRefundDue, bookByMpesa, paymentInReview, sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { createListing } from '../../testing/selling.ts'
import { addProduct, placeOrder } from '../../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
let admin: Person
let clerk: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  admin = await market.signUp({ role: 'admin', name: 'Joseph Kariuki' })
  clerk = await market.signUp({ role: 'staff', name: 'Mercy Achieng', rights: [] })
})
afterAll(() => market.close())

const withRights = (...rights: StaffRight[]) => market.signUp({ role: 'staff', rights })
const makeStaff = ({ accountId }: Person, rights?: StaffRight[]) =>
  market.call(
    'POST /api/admin/person/:accountId/role',
    { params: { accountId }, body: { role: 'staff', ...(rights && { rights }) } },
    admin,
  )
const setRights = (
  { accountId }: Person,
  { rights, was }: { rights: StaffRight[]; was: StaffRight[] },
  by = admin,
) =>
  market.call(
    'POST /api/admin/person/:accountId/rights',
    { params: { accountId }, body: { rights, was, reason: 'Keeps the books now' } },
    by,
  )
const REFUSED = { status: 403, code: 'right_needed' }

describe('a clerk without the right', () => {
  test('reads no payments, no reports and no people', async () => {
    await expect(market.call('GET /api/admin/payments', {}, clerk)).rejects.toMatchObject(REFUSED)
    await expect(market.call('GET /api/admin/reports', {}, clerk)).rejects.toMatchObject(REFUSED)
    await expect(market.call('GET /api/admin/people', {}, clerk)).rejects.toMatchObject(REFUSED)
    expect((await market.call('GET /api/admin/bookings', {}, clerk)).success).toBe(true)
  })

  test('takes no file with all customers, which whoever may read people does', async () => {
    const names = ['bookings', 'orders', 'listings'] as const
    const files = names.map((name) => `GET /api/admin/${name}.csv` as const)
    const reader = await withRights('people')
    for (const file of files) {
      await expect(market.call(file, { query: {} }, clerk), file).rejects.toMatchObject(REFUSED)
      const url = file.slice('GET '.length)
      expect((await market.app.inject({ url, headers: { token: reader.token } })).statusCode, file).toBe(200)
    }
  })

  test('finds bookings, but no payment, refund, reported money or person, with the search', async () => {
    const { customer, booking, receipt } = await refundedBooking()
    const code = await sendC2bPayment(market, { amount: 777, name: 'KIPTOO' })
    const kinds = async (query: string, who: Person) => {
      const { data } = await market.call('GET /api/admin/search', { query: { query } }, who)
      return [...new Set(data.map(({ kind }) => kind))].sort()
    }
    const all = await withRights('payments', 'people')
    expect(await kinds(receipt, all)).toEqual(['payment'])
    expect(await kinds(code, all)).toEqual(['transaction'])
    expect(await kinds(customer.email, all)).toContain('account')
    for (const query of [receipt, code, customer.email, '0712 345'])
      expect(
        (await kinds(query, clerk)).filter((kind) => !['booking', 'order', 'listing'].includes(kind)),
        query,
      ).toEqual([])
    expect(await kinds(booking.bookingId, clerk)).toEqual(['booking'])
  })

  test('counts no money on the first page, and reads none of its sums', async () => {
    await paymentInReview(market)
    const today = async (who: Person) => (await market.call('GET /api/admin/today', {}, who)).data
    const ofMoney = [
      'paymentsToCheck',
      'paymentsUnmatched',
      'paymentsUnreported',
      'paymentsAnswerLost',
      'depositsOverdue',
      'refundsDue',
      'refundsToApprove',
      'unpaidHolds',
    ] as const
    const shown = await today(clerk)
    for (const name of ofMoney) expect(shown.counts, name).not.toHaveProperty(name)
    expect(shown.counts).toHaveProperty('pickups')
    expect(shown.days.map(({ money }) => money)).toEqual(Array(7).fill(undefined))
    expect(shown.days.at(-1)?.bookings).toBeGreaterThan(0)
    const cashier = await today(await withRights('payments'))
    for (const name of ofMoney) expect(cashier.counts, name).toHaveProperty(name)
    expect(cashier.days.at(-1)).not.toHaveProperty('money')
    expect((await today(await withRights('reports'))).days.at(-1)?.money).toHaveProperty('booking')
  })

  test('reads no payment of somebody else, and not what M-Pesa reported for a purchase', async () => {
    const { paymentId, booking, customer } = await paymentInReview(market)
    const read = (who: Person) => market.call('GET /api/payment/:paymentId', { params: { paymentId } }, who)
    const money = (who: Person) =>
      market.call('GET /api/admin/purchase/:purchaseId/money', { params: { purchaseId: booking._id } }, who)
    await expect(read(clerk)).rejects.toMatchObject({ code: 'payment_not_found' })
    await expect(money(clerk)).rejects.toMatchObject(REFUSED)
    const cashier = await withRights('payments')
    expect((await read(cashier)).data._id).toBe(paymentId)
    expect((await money(cashier)).success).toBe(true)
    expect((await read(customer)).data._id).toBe(paymentId)
    const own = await bookByMpesa(market, { customer: clerk })
    const { data } = await market.call('GET /api/payment/:paymentId', { params: own }, clerk)
    expect(data._id).toBe(own.paymentId)
  })

  test('reads an order without its payment, unless the order is their own', async () => {
    const productId = await addProduct(market, { price: 1_000, onHand: 5 })
    const read = async (customer: Person, who: Person) => {
      const { orderId } = await placeOrder(market, customer, productId)
      const answer = await market.call('GET /api/order/get/:orderId', { params: { orderId } }, who)
      return answer.payment
    }
    const customer = await market.signUp()
    expect(await read(customer, clerk)).toBeNull()
    expect(await read(customer, await withRights('payments'))).not.toBeNull()
    expect(await read(clerk, clerk)).not.toBeNull()
  })

  test('sees a person without what they paid, where only the right to people is theirs', async () => {
    const { customer } = await refundedBooking()
    const see = async (who: Person) =>
      (await market.call('GET /api/admin/person/:accountId', { params: customer }, who)).data
    const shown = await see(await withRights('people'))
    expect(shown).not.toHaveProperty('paid')
    expect(shown.latest).not.toHaveProperty('payments')
    expect(shown.latest.bookings).toHaveLength(1)
    const whole = await see(await withRights('people', 'payments'))
    expect(whole.latest.payments).toHaveLength(1)
    expect(whole.paid).toBeTypeOf('number')
  })
})

test('a listing shows its seller’s message to all staff, and what else is known of it to those who decide on it', async () => {
  const { _id: listingId } = await createListing(market, await market.signUp())
  const see = async (who: Person) =>
    (await market.call('GET /api/admin/listing/:listingId', { params: { listingId } }, who)).data
  expect(await see(clerk)).toMatchObject({ paymentProof: { waiting: true }, evidence: null })
  expect((await see(await withRights('payments'))).evidence).not.toBeNull()
})

describe('rights', () => {
  test('are those that the admin chooses with the role, none where nothing is chosen, and go with it', async () => {
    const [cashier, driver] = [await market.signUp(), await market.signUp()]
    expect((await makeStaff(cashier, ['payments'])).data.rights).toEqual(['payments'])
    expect((await makeStaff(driver)).data.rights).toEqual([])
    const params = { accountId: cashier.accountId }
    const change = (role: 'user' | 'admin') =>
      market.call('POST /api/admin/person/:accountId/role', { params, body: { role } }, admin)
    expect((await change('admin')).data.rights).toEqual([...STAFF_RIGHTS])
    expect((await change('user')).data.rights).toEqual([])
    expect((await makeStaff(cashier)).data.rights).toEqual([])
  })

  test('that an admin gives or takes count at the next request of the same session', async () => {
    const cashier = await withRights('payments')
    const payments = () => market.call('GET /api/admin/payments', {}, cashier)
    expect((await payments()).success).toBe(true)
    await setRights(cashier, { was: ['payments'], rights: ['people', 'reports'] })
    await expect(payments()).rejects.toMatchObject(REFUSED)
    expect((await market.call('GET /api/admin/people', {}, cashier)).success).toBe(true)
    const { data: own } = await market.call('GET /api/user/me', {}, cashier)
    expect(own.rights).toEqual(['reports', 'people'])
  })

  test('are changed with a line that names the old and the new ones, and by an admin alone', async () => {
    const cashier = await withRights('payments')
    const { data } = await setRights(cashier, { was: ['payments'], rights: ['reports'] })
    expect(data.notes[0]).toMatchObject({
      what: 'rights',
      by: 'Joseph Kariuki',
      note: 'Payments → Reports: Keeps the books now',
    })
    const query = { subject: 'accounts', subjectId: cashier.accountId }
    const audit = await market.call('GET /api/admin/audit', { query }, admin)
    expect(audit.data[0]).toMatchObject({
      action: 'POST /api/admin/person/:accountId/rights',
      before: { rights: ['payments'] },
      after: { rights: ['reports'] },
    })
    const colleague = await withRights(...STAFF_RIGHTS)
    await expect(
      setRights(cashier, { was: ['reports'], rights: ['payments'] }, colleague),
    ).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('are not changed where they, or the role, changed meanwhile', async () => {
    const cashier = await withRights('payments')
    await setRights(cashier, { was: ['payments'], rights: [] })
    const changed = { code: 'account_wrong_state', status: 409 }
    await expect(setRights(cashier, { was: ['payments'], rights: ['people'] })).rejects.toMatchObject(changed)
    await expect(setRights(await market.signUp(), { was: [], rights: ['people'] })).rejects.toMatchObject(
      changed,
    )
    await expect(setRights(admin, { was: [], rights: [] })).rejects.toMatchObject(changed)
  })

  test('need a fresh proof of the admin', async () => {
    const long = { provedAt: new Date(market.clock.now().getTime() - 3_600_000) }
    const stale = await market.signUp({ role: 'admin', ...long })
    const cashier = await withRights('payments')
    await expect(setRights(cashier, { was: ['payments'], rights: [] }, stale)).rejects.toMatchObject({
      code: 'fresh_proof_needed',
    })
  })

  test('of nobody but staff, unknown ones, and the same one twice are refused by the database', async () => {
    const write = (who: Person, rights: string[]) =>
      market.db.updateTable('accounts').set({ rights }).where('id', '=', who.accountId).execute()
    const refused = /account_rights_are_known_and_of_staff/
    await expect(write(clerk, ['everything'])).rejects.toThrow(refused)
    await expect(write(clerk, ['people', 'people'])).rejects.toThrow(refused)
    await expect(write(await market.signUp(), ['people'])).rejects.toThrow(refused)
    await expect(write(admin, ['people'])).rejects.toThrow(refused)
    await write(clerk, ['people', 'payments'])
    await write(clerk, [])
  })
})

async function refundedBooking() {
  const made = await addRefundDue(market)
  const { receipt } = await market.db
    .selectFrom('payments')
    .select('receipt')
    .where('id', '=', made.paymentId)
    .executeTakeFirstOrThrow()
  return { ...made, receipt: receipt ?? '' }
}
