import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addRefundDue, bookByMpesa } from '../../testing/payments.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import type { PayableKey } from './accounts.ts'
import { correctReceipt, reverseReceipts } from './corrections.ts'
import { findBalance, insertTransaction, sumReceivedBy } from './ledger-store.ts'
import {
  acceptMoney,
  applyToPrice,
  assignMoney,
  charge,
  keepDeposit,
  oweRefund,
  payRefund,
  receiveMoney,
  receiveUnmatchedMoney,
  reduceCharge,
  releaseDeposit,
  setMoneyAside,
} from './postings.ts'

let market: TestMarket
let paymentId: string
let payable: PayableKey
let keys = 0
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
})
beforeEach(async () => {
  const made = await bookByMpesa(market)
  paymentId = made.paymentId
  payable = { type: 'booking', id: made.booking._id }
})
afterAll(() => market.close())

const facts = () => ({ at: market.clock.now(), actor: null, key: `test ${++keys}`, payable, paymentId })
const balance = () => findBalance(market.db, payable)
const receive = (amount: number, more: { into?: 'unapplied' | 'suspense'; key?: string; at?: Date } = {}) =>
  receiveMoney(market.db, { ...facts(), account: 'mpesa', into: 'unapplied', amount, ...more })
const nothing = {
  money: 0,
  receivable: 0,
  unapplied: 0,
  suspense: 0,
  price: 0,
  refundsPayable: 0,
}

describe('the database', () => {
  test('refuses a transaction whose sides are not equal, and one without entries', async () => {
    const entries = [
      { account: 'mpesa', amount: 10, payable },
      { account: 'unapplied', amount: -9, payable },
    ] as const
    const lopsided = { ...facts(), kind: 'money_received', entries } as const
    await expect(insertTransaction(market.db, lopsided)).rejects.toMatchObject({
      constraint: 'ledger_transaction_is_balanced',
    })
    await expect(
      market.db
        .insertInto('ledger_transactions')
        .values({ id: uuidv7(), kind: 'charged', occurred_at: new Date(), idempotency_key: `test ${++keys}` })
        .execute(),
    ).rejects.toMatchObject({ constraint: 'ledger_transaction_is_balanced' })
    expect(await balance()).toEqual(nothing)
  })

  test('lets nobody change, remove or empty what was posted, or write a balance', async () => {
    await receive(100)
    for (const statement of [
      'update ledger_transactions set occurred_at = now()',
      'update ledger_entries set amount = amount + 1',
      'delete from ledger_entries',
      'delete from ledger_transactions',
      'truncate ledger_transactions, ledger_entries',
      'update ledger_balances set money = 1000000',
      `set twende.cleaning_demo = 'yes'; delete from ledger_entries`,
    ])
      await expect(sql.raw(statement).execute(market.db), statement).rejects.toThrow(
        /permission denied|only ever added to/,
      )
  })

  test('gives what reports add up the Nairobi day of its transaction, and nobody else writes it', async () => {
    const late = new Date('2026-03-31T21:30:00Z')
    await receive(700, { at: late })
    await charge(market.db, { ...facts(), at: late, amount: 700 })
    const entries = () =>
      market.db
        .selectFrom('report_entries')
        .select(['figure', 'kind', 'day', 'amount', 'account'])
        .where('booking_id', '=', payable.id)
        .orderBy('figure', 'desc')
        .orderBy('day')
        .execute()
    const written = await entries()
    expect(written[0]).toEqual({
      figure: 'received',
      kind: 'rent',
      day: '2026-04-01',
      amount: 700,
      account: 'mpesa',
    })
    expect(written.slice(1).every(({ figure, day }) => figure === 'price' && day >= '2026-04-01')).toBe(true)
    expect(written.slice(1).reduce((sum, { amount }) => sum + amount, 0)).toBe(700)
    for (const statement of ['update report_entries set amount = 1', 'delete from report_entries'])
      await expect(sql.raw(statement).execute(market.db), statement).rejects.toThrow('permission denied')
    expect(await entries()).toEqual(written)
  })

  test('adds a transaction that is in the books already no second time', async () => {
    const key = `test ${++keys}`
    const ends = await Promise.all([1, 2, 3].map(() => receive(500, { key })))
    expect(ends.filter(Boolean)).toHaveLength(1)
    expect(await balance()).toEqual({ ...nothing, money: 500, unapplied: 500 })
  })
})

describe('money for a price', () => {
  test('in two parts pays it, and what is left stays credit', async () => {
    await receive(4_000)
    await receive(10_000)
    await applyToPrice(market.db, { ...facts(), upTo: 13_500 })
    expect(await balance()).toEqual({ ...nothing, money: 14_000, price: 13_500, unapplied: 500 })
  })

  test('first pays what is owed already', async () => {
    await charge(market.db, { ...facts(), amount: 700 })
    expect(await balance()).toEqual({ ...nothing, receivable: 700, price: 700 })
    await receive(1_000)
    await applyToPrice(market.db, facts())
    expect(await balance()).toEqual({ ...nothing, money: 1_000, price: 1_000 })
  })

  test('that has to be looked at counts when it is accepted, and may be set aside again', async () => {
    await receive(1_000, { into: 'suspense' })
    await expect(acceptMoney(market.db, { ...facts(), amount: 1_001 })).rejects.toMatchObject({
      constraint: 'suspense_balance_is_not_negative',
    })
    await acceptMoney(market.db, { ...facts(), amount: 1_000 })
    await applyToPrice(market.db, facts())
    await setMoneyAside(market.db, { ...facts(), amount: 1_000 })
    expect(await balance()).toEqual({
      ...nothing,
      money: 1_000,
      price: 1_000,
      receivable: 1_000,
      suspense: 1_000,
    })
  })

  test('of nobody is assigned once, and its receipt is then that of the payment', async () => {
    const receipt = `TEST${++keys}`
    const told = { ...facts(), account: 'mpesa', amount: 800, receipt } as const
    await receiveUnmatchedMoney(market.db, { ...told, payable: undefined, paymentId: undefined } as never)
    expect(await balance()).toEqual(nothing)
    await assignMoney(market.db, {
      ...told,
      key: `test ${++keys}`,
      reportedOn: '2026-03-31',
      into: 'unapplied',
    })
    expect(await balance()).toEqual({ ...nothing, money: 800, unapplied: 800 })
    expect(await sumReceivedBy(market.db, paymentId)).toBe(800)
  })
})

describe('money that goes back', () => {
  const owe = (amount: number, refundId: string, from: 'price' | 'unapplied' = 'price') =>
    oweRefund(market.db, { ...facts(), amount, from, refundId, ends: true })

  test('is owed, then paid, and never more than came in', async () => {
    await receive(1_000)
    await applyToPrice(market.db, { ...facts(), upTo: 900 })
    const refundId = await aRefund()
    await owe(950, refundId)
    expect(await balance()).toEqual({ ...nothing, money: 1_000, unapplied: 50, refundsPayable: 950 })
    await expect(owe(51, refundId)).rejects.toMatchObject({ constraint: 'refunds_never_exceed_receipts' })
    const paid = { ...facts(), account: 'mpesa', refundId, receipt: `BACK${++keys}` } as const
    await expect(payRefund(market.db, { ...paid, amount: 951 })).rejects.toThrow(/refund/)
    await payRefund(market.db, { ...paid, amount: 950 })
    expect(await balance()).toEqual({ ...nothing, money: 50, unapplied: 50 })
  })

  test('is no more than one of two who owe it at once', async () => {
    await receive(1_000)
    await applyToPrice(market.db, facts())
    const refundId = await aRefund()
    const ends = await Promise.allSettled([owe(600, refundId), owe(600, refundId)])
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('ends what was still owed of a price that is no longer to be paid', async () => {
    await receive(1_000)
    await applyToPrice(market.db, facts())
    const told = {
      account: 'mpesa',
      receipt: `LESS${++keys}`,
      difference: -990,
      into: 'unapplied',
    } as const
    await correctReceipt(market.db, { ...facts(), ...told })
    expect(await balance()).toEqual({ ...nothing, money: 10, price: 1_000, receivable: 990 })
    await owe(10, await aRefund())
    expect(await balance()).toEqual({ ...nothing, money: 10, refundsPayable: 10 })
  })
})

describe('what was wrong', () => {
  test('is reversed, and what it had paid is owed again', async () => {
    await receive(1_000)
    await applyToPrice(market.db, facts())
    await reverseReceipts(market.db, facts())
    expect(await balance()).toEqual({ ...nothing, price: 1_000, receivable: 1_000 })
    expect(await sumReceivedBy(market.db, paymentId)).toBe(0)
    await reverseReceipts(market.db, facts())
    expect(await balance()).toEqual({ ...nothing, price: 1_000, receivable: 1_000 })
  })

  test('is not reversed once the money is owed back', async () => {
    await receive(1_000)
    await oweRefund(market.db, {
      ...facts(),
      amount: 1_000,
      from: 'unapplied',
      refundId: await aRefund(),
      ends: true,
    })
    await expect(reverseReceipts(market.db, facts())).rejects.toMatchObject({
      constraint: 'refunds_never_exceed_receipts',
    })
  })

  test('is lost where it was paid back before its provider told of less', async () => {
    await receive(1_000)
    const refundId = await aRefund()
    await oweRefund(market.db, { ...facts(), amount: 1_000, from: 'unapplied', refundId, ends: true })
    await payRefund(market.db, { ...facts(), amount: 1_000, account: 'cash', refundId })
    const told = { account: 'mpesa', difference: -400, into: 'unapplied' } as const
    await correctReceipt(market.db, { ...facts(), ...told, receipt: `LATE${++keys}` })
    expect(await balance()).toEqual(nothing)
    expect(await sumReceivedBy(market.db, paymentId)).toBe(600)
  })
})

test('a deposit is held, pays a charge of its booking, is held again, and goes back', async () => {
  const deposit = { type: 'deposit', id: await aDeposit(payable.id) }
  const of = () => ({ at: market.clock.now(), key: `test ${++keys}`, deposit, charged: payable })
  const held = () => findBalance(market.db, deposit)
  await receiveMoney(market.db, {
    ...facts(),
    payable: deposit,
    account: 'cash',
    into: 'unapplied',
    amount: 5_000,
  })
  await applyToPrice(market.db, { ...facts(), payable: deposit })
  const { rows } = await sql<{ deposits: number }>`
    select deposits from ledger_balances where payable_id = ${deposit.id}`.execute(market.db)
  expect(rows).toEqual([{ deposits: 5_000 }])
  await charge(market.db, { ...facts(), amount: 2_000 })
  await keepDeposit(market.db, { ...of(), amount: 2_000 })
  expect([await held(), await balance()]).toEqual([
    { ...nothing, money: 5_000, price: 3_000 },
    { ...nothing, price: 2_000 },
  ])
  await releaseDeposit(market.db, { ...of(), amount: 2_000 })
  await reduceCharge(market.db, { ...facts(), amount: 500 })
  expect(await balance()).toEqual({ ...nothing, price: 1_500, receivable: 1_500 })
  await keepDeposit(market.db, { ...of(), amount: 1_500 })
  const back = { ...facts(), payable: deposit, from: 'price', refundId: await aRefund(), ends: true } as const
  await oweRefund(market.db, { ...back, amount: 3_500 })
  expect(await held()).toEqual({ ...nothing, money: 5_000, refundsPayable: 3_500 })
  await expect(oweRefund(market.db, { ...back, key: `test ${++keys}`, amount: 1 })).rejects.toMatchObject({
    code: '23514',
  })
  await expect(keepDeposit(market.db, { ...of(), amount: 1 })).rejects.toMatchObject({ code: '23514' })
})

async function aDeposit(bookingId: string): Promise<string> {
  const id = uuidv7()
  await market.db.insertInto('deposits').values({ id, booking_id: bookingId, amount: 5_000 }).execute()
  return id
}

/** Any refund: the postings of these tests only need its name. */
async function aRefund(): Promise<string> {
  return (await addRefundDue(market)).refundId
}
