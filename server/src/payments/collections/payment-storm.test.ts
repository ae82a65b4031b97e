import { afterAll, beforeAll, expect } from 'vitest'
import { type Random, seededRandom } from '../../basic-deps.ts'
import { openPayingMarket, type PayingMarket } from '../../testing/paying-market.ts'
import type { Person } from '../../testing/people.ts'
import { runDueJobs } from '../../testing/run-due-jobs.ts'
import { newReceipt, stkBody } from '../../testing/stk-body.ts'
import { trial } from '../../testing/trial.ts'

let market: PayingMarket

beforeAll(async () => {
  market = await openPayingMarket()
})
afterAll(() => market.close())

type Case = {
  customer: Person
  bookingId: string
  paymentId: string
  secret: string
  phone: string
  bodies: string[]
  expected: 'paid' | 'failed' | 'partial' | 'review'
}

trial(
  'a storm of callbacks, shuffled, doubled and forged, pays exactly what was paid',
  { full: 50, few: 15 },
  async ({ rounds, seed }) => {
    const cases: Case[] = []
    for (let index = 0; index < rounds; index += 1) cases.push(await prepare(index))
    const strangers = Array.from({ length: 100 }, (_, index) => ({
      secret: `guess${index}`,
      body: '{"Body":{}}',
    }))
    const storm = shuffled(seededRandom(seed), [
      ...cases.flatMap(({ secret, bodies }) => bodies.map((body) => ({ secret, body }))),
      ...strangers,
    ])
    const statuses = await inBatches(storm, 25, ({ secret, body }) =>
      market.tellAt(`/api/hooks/stk/${secret}`, body).then(({ status }) => status),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    await expect.poll(unworkedMessages).toBe(0)
    market.clock.advance(31_000)
    await runDueJobs(market)

    for (const { customer, bookingId, paymentId, expected } of cases) {
      const payment = await market.payment(customer, paymentId)
      expect({ paymentId, status: payment.status }).toEqual({ paymentId, status: expected })
      const { status } = await market.booking(customer, bookingId)
      expect(status).toBe(expected === 'paid' ? 'confirmed' : 'pending')
    }
    const receipts = await market.db
      .selectFrom('payments')
      .select('receipt')
      .where('receipt', 'is not', null)
      .execute()
    expect(new Set(receipts.map(({ receipt }) => receipt)).size).toBe(receipts.length)
    expectQuietLogs(cases)
  },
)

/** A payment whose phone has an end already, so that M-Pesa's query knows it; its callbacks are told by us. */
async function prepare(index: number): Promise<Case> {
  const customer = await market.signUp()
  const phone = `25471244${String(4100 + index)}`
  const kind = (['paid', 'failed', 'paid_late', 'less', 'reused'] as const)[index % 5] ?? 'paid'
  await market.phoneBehaves({ resultCode: kind === 'failed' ? '1032' : '0', actsAfterMs: 0, never: true })
  const { booking, payment } = await market.book(customer, phone)
  await expect.poll(() => market.row(payment._id)).toMatchObject({ checkout_request_id: expect.any(String) })
  const row = await market.row(payment._id)
  const receipt = newReceipt()
  const paid = stkBody({ ...row, amount: payment.amount, receipt })
  const failed = stkBody({ ...row, code: 1037 })
  const forged = stkBody({
    merchant_request_id: 'f',
    checkout_request_id: `f${index}`,
    amount: 1,
    receipt: 'FORGED1234',
  })
  const cases = {
    paid: { bodies: [...Array(5).fill(paid), forged], expected: 'paid' },
    failed: { bodies: [failed, failed, forged], expected: 'failed' },
    paid_late: { bodies: [failed, ...Array(3).fill(paid), failed, 'junk'], expected: 'paid' },
    less: { bodies: [stkBody({ ...row, amount: 1, receipt }), forged], expected: 'partial' },
    reused: {
      bodies: Array(3).fill(stkBody({ ...row, amount: payment.amount, receipt: usedReceipt })),
      expected: 'review',
    },
  } as const
  if (usedReceipt === '') usedReceipt = await spend(payment._id, paid, receipt)
  const { bodies, expected } = cases[kind]
  return {
    customer,
    bookingId: booking._id,
    paymentId: payment._id,
    secret: row.webhook_secret,
    phone,
    bodies: [...bodies],
    expected,
  }
}

/** The receipt of the first payment, which is settled before the storm, so that it is used. */
let usedReceipt = ''
async function spend(paymentId: string, body: string, receipt: string): Promise<string> {
  await market.tell(paymentId, body)
  await expect.poll(() => market.row(paymentId)).toMatchObject({ status: 'paid' })
  return receipt
}

function expectQuietLogs(cases: readonly Case[]) {
  const logs = market.logged.join('\n')
  expect(market.logged.length).toBeGreaterThan(cases.length)
  expect(logs).not.toMatch(/2547\d{8}/)
  for (const { secret, phone } of cases) {
    expect(logs).not.toContain(secret)
    expect(logs).not.toContain(phone.slice(3))
  }
}

async function unworkedMessages(): Promise<number> {
  const { count } = await market.db
    .selectFrom('payment_messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', 'in', ['received', 'waiting'])
    .executeTakeFirstOrThrow()
  return count
}

function shuffled<T>(random: Random, things: T[]): T[] {
  return things
    .map((thing) => ({ thing, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ thing }) => thing)
}

async function inBatches<T, R>(things: T[], size: number, work: (thing: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let from = 0; from < things.length; from += size) {
    results.push(...(await Promise.all(things.slice(from, from + size).map(work))))
  }
  return results
}
