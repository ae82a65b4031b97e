import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countDeadlocks } from '../../../testing/count-deadlocks.ts'
import { expectBalanced } from '../../../testing/ledger-invariants.ts'
import { paidWith, sendC2bPayment } from '../../../testing/payments.ts'
import type { Person } from '../../../testing/people.ts'
import { drawCode } from '../../../testing/selling.ts'
import { addProduct, placeOrder } from '../../../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../../../testing/test-app.ts'
import { findBalance, lockReceipt } from '../../ledger/ledger-store.ts'
import { lockPayments } from '../../payment-store.ts'

let market: TestMarket
let staff: Person
let customer: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  customer = await market.signUp()
})
afterAll(async () => {
  await expectBalanced(market)
  await market.close()
})

/** An order of Ksh 2,000; staff types its code, M-Pesa reports Ksh 2,700 with it. */
async function openOrder() {
  const productId = await addProduct(market, { price: 2_000, onHand: 3 })
  const { orderId } = await placeOrder(market, customer, productId, { channel: 'whatsapp' })
  const code = drawCode(market.clock.now())
  const body = { move: 'pay', note: 'Showed the message', ...paidWith(code) } as const
  const type = () => market.call('POST /api/admin/order/:orderId/move', { params: { orderId }, body }, staff)
  const report = () => sendC2bPayment(market, { amount: 2_700, code })
  /** What every act on a payment does first: it has the payments, then the code of one. */
  const act = () =>
    market.db.transaction().execute(async (tx) => {
      await lockPayments(tx, { payableType: 'order', payableId: orderId })
      await expect.poll(waiting).toBe(1)
      await lockReceipt(tx, code)
    })
  return { orderId, code, type, report, act }
}

/** Starts each act once those before it wait, while the code is held; then lets it go. */
async function inTurn(code: string, acts: readonly (() => Promise<unknown>)[]): Promise<void> {
  const started: Promise<unknown>[] = []
  await market.db.transaction().execute(async (tx) => {
    await lockReceipt(tx, code)
    for (const act of acts) {
      started.push(act())
      await expect.poll(waiting).toBe(started.length)
    }
  })
  await Promise.all(started)
}

async function waiting(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(distinct pid)::int as waiting from pg_locks where not granted
      and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(market.db)
  return rows[0]?.waiting ?? 0
}

async function expectCountedOnce(orderId: string): Promise<void> {
  const refunds = await market.db
    .selectFrom('refunds')
    .select(['amount', 'reason', 'status'])
    .where('payable_id', '=', orderId)
    .execute()
  expect(refunds).toEqual([{ amount: 700, reason: 'more_than_owed', status: 'due' }])
  const balance = await findBalance(market.db, { type: 'order', id: orderId })
  expect(balance).toMatchObject({
    money: 2_700,
    price: 2_000,
    unapplied: 0,
    suspense: 0,
    refundsPayable: 700,
  })
}

describe('M-Pesa reports more with a code that staff types at this moment', () => {
  test('staff is first, and somebody else acts on the payment meanwhile', async () => {
    const { orderId, code, type, report, act } = await openOrder()
    const before = await countDeadlocks([market.deps])
    await inTurn(code, [type, report, act])
    await expectCountedOnce(orderId)
    expect(await countDeadlocks([market.deps])).toBe(before)
  })

  test('the report is first', async () => {
    const { orderId, code, type, report } = await openOrder()
    const before = await countDeadlocks([market.deps])
    await inTurn(code, [report, type])
    await expectCountedOnce(orderId)
    expect(await countDeadlocks([market.deps])).toBe(before)
  })
})
