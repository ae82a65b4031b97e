import { ApiError } from '@twende/contract/http/call.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../db/transaction.ts'
import { bookByMpesa, sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { drawCode } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { recordStaffPayment } from '../collections/record-staff-payment.ts'
import { settlePayment } from '../collections/settle-payment.ts'
import { charge } from './postings.ts'

let market: TestMarket
let staff: Person
let admin: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
})
afterAll(() => market.close())

/** Everything that moves money, or that says something of it. */
const step = fc.constantFrom(
  'callback',
  'query',
  'declined',
  'denied',
  'confirmation',
  'second payment',
  'match',
  'match and give back',
  'cash',
  'wrong code',
  'rest in cash',
  'accept',
  'give back',
  'dismiss',
  'cancel',
  'cancel by staff',
  'charge',
  'refund',
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
/** Steps that follow each other; those of one array happen at the same moment. */
const life = fc.record({
  steps: fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 7 }),
  /** How the money of the request differs from what was asked for. */
  more: fc.constantFrom(-500, 0, 0, 0, 700),
  pricePerDay: fc.constantFrom(2_000, 4_500),
})

/** What M-Pesa moved, by its code: the tests' own books. */
const moved = new Map<string, number>()
let sentBack = 0

test('the ledger holds what moved, once, whatever happens in whatever order and at the same moment', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 3 }), async (lives) => {
      const made = await Promise.all(lives.map(start))
      await Promise.all(made.map(live))
      await expectBalanced()
      await expectOwnBooks()
      const before = await countPosted()
      for (const one of made) await tellAgain(one)
      expect(await countPosted()).toEqual(before)
    }),
    { numRuns: 15 },
  )
}, 240_000)

type Life = typeof life extends fc.Arbitrary<infer T> ? T : never
type Made = Life & Awaited<ReturnType<typeof bookByMpesa>> & { code: string; second: string; told: Set<Step> }

async function start(one: Life): Promise<Made> {
  const made = await bookByMpesa(market, { pricePerDay: one.pricePerDay })
  const now = market.clock.now()
  return { ...one, ...made, code: drawCode(now), second: drawCode(now), told: new Set() }
}

async function live(made: Made): Promise<void> {
  for (const together of made.steps) await Promise.all(together.map((each) => take(made, each)))
}

async function take(made: Made, what: Step): Promise<void> {
  made.told.add(what)
  const { booking, paymentId, customer, code, second } = made
  const bookingId = booking._id
  const amount = booking.finalAmount + made.more
  const note = 'Told us so'
  const params = { bookingId }
  const match = (giveBack: boolean) =>
    market.call(
      'POST /api/admin/receipt/:receipt/match',
      { params: { receipt: second }, body: { reference: booking.bookingId, giveBack, reason: note } },
      staff,
    )
  const decide = (decision: 'accept' | 'giveBack' | 'dismiss') =>
    market.call(
      'POST /api/admin/payment/:paymentId/decide',
      { params: { paymentId }, body: { decision, reason: note } },
      staff,
    )
  const confirm = (body: { paidBy: 'cash' | 'mpesa'; code?: string }) =>
    market.call('POST /api/admin/booking/:bookingId/confirm', { params, body: { note, ...body } }, staff)
  const steps: Record<Step, () => Promise<unknown>> = {
    callback: async () => {
      moved.set(code, amount)
      await settlePayment(market.deps, paymentId, { kind: 'paid', receipt: code, amountReceived: amount })
    },
    query: () => settlePayment(market.deps, paymentId, { kind: 'paid', receipt: null, amountReceived: null }),
    declined: () => settlePayment(market.deps, paymentId, { kind: 'not_paid', failure: 'cancelled' }),
    denied: () => settlePayment(market.deps, paymentId, { kind: 'denied' }),
    confirmation: async () => {
      moved.set(code, amount)
      await sendC2bPayment(market, { amount, code })
    },
    'second payment': async () => {
      moved.set(second, booking.finalAmount)
      await sendC2bPayment(market, { amount: booking.finalAmount, code: second })
    },
    match: () => match(false),
    'match and give back': () => match(true),
    cash: () => confirm({ paidBy: 'cash' }),
    'wrong code': () => confirm({ paidBy: 'mpesa', code: drawCode(market.clock.now()) }),
    'rest in cash': () =>
      market.call('POST /api/admin/booking/:bookingId/payment', { params, body: { note } }, staff),
    accept: () => decide('accept'),
    'give back': () => decide('giveBack'),
    dismiss: () => decide('dismiss'),
    cancel: () =>
      market.call(
        'PUT /api/booking/:bookingId/cancel',
        { params, body: { cancellationReason: note } },
        customer,
      ),
    'cancel by staff': () =>
      market.call('POST /api/admin/booking/:bookingId/cancel', { params, body: { reason: note } }, staff),
    charge: () => chargeMore(bookingId, customer.accountId),
    refund: () => sendRefunds(bookingId),
  }
  await orRefused(steps[what]())
}

/** As the return of a car does, whose dates are far away here. */
async function chargeMore(bookingId: string, accountId: string): Promise<void> {
  const now = market.clock.now()
  const key = `test charge ${Math.random()}`
  await inTransaction(market.db, async (tx) => {
    await charge(tx, { payable: { type: 'booking', id: bookingId }, amount: 900, key, at: now })
    const payment = { payableType: 'booking', payableId: bookingId, accountId, note: 'Damage' } as const
    await recordStaffPayment(tx, { ...payment, amount: 900, takenBy: staff.accountId }, now)
  })
}

async function sendRefunds(bookingId: string): Promise<void> {
  const due = await market.db
    .selectFrom('refunds')
    .select(['id', 'amount'])
    .where('booking_id', '=', bookingId)
    .where('status', '=', 'due')
    .execute()
  for (const { id: refundId, amount } of due) {
    const params = { refundId }
    await orRefused(market.call('POST /api/admin/refund/:refundId/approve', { params, body: {} }, admin))
    const body = { code: drawCode(market.clock.now()) }
    if (await orRefused(market.call('POST /api/admin/refund/:refundId/sent', { params, body }, staff)))
      sentBack += amount
  }
}

/** Whether it was done; a refusal is an answer as well, anything else is a bug. */
async function orRefused(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false
    throw error
  }
}

/** Every message of M-Pesa arrives once more. An answer to our own query is no message: it is asked for anew. */
async function tellAgain(made: Made): Promise<void> {
  for (const what of ['callback', 'confirmation', 'second payment', 'declined'] as const)
    if (made.told.has(what)) await take(made, what)
}

/** Both sides of every transaction are equal, and the balances are what the entries add up to, none below zero. */
async function expectBalanced(): Promise<void> {
  const { rows: lopsided } = await sql`
    select transaction_id from ledger_entries group by 1 having sum(amount) <> 0 or count(*) < 2`.execute(
    market.db,
  )
  expect(lopsided).toEqual([])
  const { rows: wrong } = await sql`
    select b.* from ledger_balances as b join (
      select payable_id,
        coalesce(sum(amount) filter (where account in ('mpesa', 'cash', 'card')), 0) as money,
        coalesce(sum(amount) filter (where account = 'receivable'), 0) as receivable,
        -coalesce(sum(amount) filter (where account = 'unapplied'), 0) as unapplied,
        -coalesce(sum(amount) filter (where account = 'suspense'), 0) as suspense,
        -coalesce(sum(amount) filter (where account like 'revenue:%'), 0) as revenue,
        -coalesce(sum(amount) filter (where account = 'refunds_payable'), 0) as refunds_payable
      from ledger_entries group by 1
    ) as e on e.payable_id = b.payable_id
    where (b.money, b.receivable, b.unapplied, b.suspense, b.revenue, b.refunds_payable)
        is distinct from (e.money, e.receivable, e.unapplied, e.suspense, e.revenue, e.refunds_payable)
      or least(b.money, b.receivable, b.unapplied, b.suspense, b.revenue, b.refunds_payable) < 0
      or b.money <> b.unapplied + b.suspense + b.revenue + b.deposits + b.refunds_payable - b.receivable`.execute(
    market.db,
  )
  expect(wrong).toEqual([])
}

/** Every shilling that M-Pesa moved is in the books once: as money of a payment, or as nobody's. */
async function expectOwnBooks(): Promise<void> {
  const { rows } = await sql<{ code: string; amount: number }>`
    select code, sum(amount)::bigint as amount from (
      select receipt as code, payment_money(id) as amount from payments where receipt is not null
      union all
      select t.provider_reference, e.amount from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
      where e.account = 'mpesa' and e.payable_id is null and t.refund_id is null and t.kind <> 'money_lost'
    ) as entered group by code`.execute(market.db)
  const entered = new Map(rows.map(({ code, amount }) => [code, amount]))
  for (const [code, amount] of moved) expect({ code, amount: entered.get(code) }).toEqual({ code, amount })
  const { rows: paid } = await sql<{ amount: number }>`
    select coalesce(sum(amount), 0)::bigint as amount from ledger_transactions as t
    join ledger_entries as e on e.transaction_id = t.id
    where t.kind = 'refund_paid' and e.account = 'refunds_payable'`.execute(market.db)
  expect(paid[0]?.amount).toBe(sentBack)
}

async function countPosted() {
  const { rows } = await sql<{ transactions: number; entries: number; turnover: number }>`
    select (select count(*) from ledger_transactions) as transactions, count(*) as entries,
      coalesce(sum(abs(amount)), 0)::bigint as turnover from ledger_entries`.execute(market.db)
  return rows[0]
}
