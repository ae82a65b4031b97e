import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settlePayment } from '../../payments/collections/settle-payment.ts'
import { findBalance } from '../../payments/ledger/ledger-store.ts'
import { handOver, takeBack } from '../../testing/condition-reports.ts'
import { addCar } from '../../testing/fleet.ts'
import { expectBalanced } from '../../testing/ledger-invariants.ts'
import { receivePayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING, bookCar, moveBookingOn } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
let staff: Person
let admin: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
})
afterAll(async () => {
  await expectBalanced(market)
  await market.close()
})

const DEPOSIT = 20_000
const DAMAGE = [{ what: 'Dented door', amount: 9_000 }]

describe('a part of a deposit pays for damage', () => {
  test('where the rest of it was waived', async () => {
    const bookingId = await confirmed()
    const paymentId = await receivePart(bookingId, 12_000)
    await waive(bookingId)
    expect(await depositOf(bookingId)).toMatchObject({ due: 0, held: 12_000 })
    await handOver(market, staff, bookingId)
    await expectPaysForDamage(bookingId, 12_000)
    await expect(decide(paymentId, 'giveBack')).rejects.toMatchObject({ code: 'payment_wrong_state' })
  })

  test('where it came after the waiver, before the car left', async () => {
    const bookingId = await confirmed()
    const asked = await ask(bookingId)
    await waive(bookingId)
    await receivePayment(market, asked, 12_000)
    await handOver(market, staff, bookingId)
    await expectPaysForDamage(bookingId, 12_000)
  })

  test('where it came while the car was out, and the return itself is paid with the deposit', async () => {
    const bookingId = await confirmed()
    const asked = await ask(bookingId)
    await waive(bookingId)
    await handOver(market, staff, bookingId)
    await receivePayment(market, asked, 12_000)
    await takeBack(market, staff, bookingId, { charges: DAMAGE, chargesPayment: { paidBy: 'deposit' } })
    expect(await depositOf(bookingId)).toMatchObject({
      held: 3_000,
      keepable: 3_000,
      settlement: { owed: 0, keep: 0, back: 3_000 },
    })
  })

  test('where the rental is completed without a handover', async () => {
    const bookingId = await confirmed()
    await receivePart(bookingId, 12_000)
    market.clock.advance(60 * 24 * 3_600_000)
    const request = { params: { bookingId }, body: { note: 'The car was out' } }
    await market.call('POST /api/admin/booking/:bookingId/complete', request, staff)
    market.clock.advance(-60 * 24 * 3_600_000)
    expect(await depositOf(bookingId)).toMatchObject({ held: 12_000, keepable: 12_000 })
  })

  test('where the car is lost', async () => {
    const bookingId = await confirmed()
    const asked = await ask(bookingId)
    await waive(bookingId)
    await handOver(market, staff, bookingId)
    await receivePayment(market, asked, 12_000)
    const request = { params: { bookingId }, body: { reason: 'It was stolen' } }
    await market.call('POST /api/admin/booking/:bookingId/lost', request, staff)
    await market.call('POST /api/admin/booking/:bookingId/lost', request, admin)
    expect(await depositOf(bookingId)).toMatchObject({ held: 12_000, keepable: 12_000 })
  })

  test('once staff accepts it, where it came after the return', async () => {
    const bookingId = await confirmed()
    const asked = await ask(bookingId)
    await waive(bookingId)
    await handOver(market, staff, bookingId)
    await takeBack(market, staff, bookingId, { charges: DAMAGE, chargesPayment: { paidBy: 'none' } })
    await receivePayment(market, asked, 12_000)
    await decide(asked, 'accept')
    const settlement = { owed: 9_000, keep: 9_000, back: 3_000 }
    expect(await depositOf(bookingId)).toMatchObject({ held: 12_000, keepable: 12_000, settlement })
  })
})

describe('a rest that comes whole after the waiver counts beside the part that is held', () => {
  test('before the car left', async () => {
    const { bookingId, rest } = await waivedWithRestAsked()
    await receivePayment(market, rest)
    await expectHeldWhole(bookingId)
    await handOver(market, staff, bookingId)
    await expectPaysForDamage(bookingId, DEPOSIT)
  })

  test('while the car is out', async () => {
    const { bookingId, rest } = await waivedWithRestAsked()
    await handOver(market, staff, bookingId)
    await receivePayment(market, rest)
    await expectHeldWhole(bookingId)
    await expectPaysForDamage(bookingId, DEPOSIT)
  })

  test('once staff accepts it, where it came after the return', async () => {
    const { bookingId, rest } = await waivedWithRestAsked()
    await handOver(market, staff, bookingId)
    await takeBack(market, staff, bookingId, { charges: DAMAGE, chargesPayment: { paidBy: 'deposit' } })
    await receivePayment(market, rest)
    await decide(rest, 'accept')
    expect(await depositOf(bookingId)).toMatchObject({ held: 11_000, keepable: 11_000, owedBack: 0 })
  })

  test('and as much once more goes back', async () => {
    const bookingId = await confirmed()
    await receivePart(bookingId, 12_000)
    const [rest, again] = [await ask(bookingId), await ask(bookingId)]
    await waive(bookingId)
    await receivePayment(market, rest)
    await receivePayment(market, again)
    expect(await depositOf(bookingId)).toMatchObject({ held: DEPOSIT, owedBack: 8_000 })
  })
})

async function waivedWithRestAsked() {
  const bookingId = await confirmed()
  await receivePart(bookingId, 12_000)
  const rest = await ask(bookingId)
  await waive(bookingId)
  return { bookingId, rest }
}

async function expectHeldWhole(bookingId: string): Promise<void> {
  const deposit = await depositOf(bookingId)
  expect(deposit).toMatchObject({ due: 0, held: DEPOSIT, owedBack: 0 })
  const balance = { price: DEPOSIT, unapplied: 0, suspense: 0 }
  expect(await findBalance(market.db, { type: 'deposit', id: deposit._id })).toMatchObject(balance)
}

test('two parts that came before and after a waiver are held together, and staff may still accept the later one', async () => {
  const bookingId = await confirmed()
  const late = await ask(bookingId)
  await receivePart(bookingId, 12_000)
  await waive(bookingId)
  await receivePayment(market, late, 5_000)
  await decide(late, 'accept')
  const deposit = await depositOf(bookingId)
  expect(deposit).toMatchObject({ due: 0, held: 17_000, owedBack: 0 })
  const balance = { price: 17_000, unapplied: 0, receivable: 0 }
  expect(await findBalance(market.db, { type: 'deposit', id: deposit._id })).toMatchObject(balance)
})

test('a part of a deposit whose booking is cancelled goes back at once, and staff cannot hold it', async () => {
  const bookingId = await confirmed()
  const asked = await ask(bookingId)
  const request = { params: { bookingId }, body: { reason: 'The car broke down' } }
  await market.call('POST /api/admin/booking/:bookingId/cancel', request, staff)
  await receivePayment(market, asked, 12_000)
  await expect(decide(asked, 'accept')).rejects.toMatchObject({ code: 'payment_wrong_state' })
  expect(await depositOf(bookingId)).toMatchObject({ held: 0, owedBack: 12_000 })
})

async function confirmed(): Promise<string> {
  const customer = await market.signUp()
  const { _id } = await bookCar(market, customer, await addCar(market.db, { deposit: DEPOSIT }))
  await moveBookingOn(market, staff, _id, 'confirmed')
  return _id
}

let phones = 0
/** Asks a phone for the deposit, and gives up waiting for its answer. */
async function ask(bookingId: string): Promise<string> {
  const request = { params: { bookingId }, body: { phone: `07231${String(++phones).padStart(5, '0')}` } }
  const { data } = await market.call('POST /api/admin/booking/:bookingId/deposit/request', request, staff)
  await settlePayment(market.deps, data._id, { kind: 'no_answer' })
  market.clock.advance(80_000)
  return data._id
}

async function receivePart(bookingId: string, amount: number): Promise<string> {
  const paymentId = await ask(bookingId)
  await receivePayment(market, paymentId, amount)
  return paymentId
}

function waive(bookingId: string) {
  const request = { params: { bookingId }, body: { reason: 'Rents every month' } }
  return market.call('POST /api/admin/booking/:bookingId/deposit/waive', request, admin)
}

function decide(paymentId: string, decision: 'accept' | 'giveBack') {
  const body = { decision, reason: 'Looked it up' }
  return market.call('POST /api/admin/payment/:paymentId/decide', { params: { paymentId }, body }, admin)
}

async function depositOf(bookingId: string) {
  const params = { bookingId }
  const { data } = await market.call('GET /api/admin/booking/:bookingId/deposit', { params }, staff)
  if (!data.deposit) throw new Error('no deposit')
  return data.deposit
}

/** The car comes back with damage: what is held pays for it, and the rest goes back. */
async function expectPaysForDamage(bookingId: string, held: number): Promise<void> {
  await takeBack(market, staff, bookingId, { charges: DAMAGE, chargesPayment: { paidBy: 'none' } })
  const settlement = { owed: 9_000, keep: 9_000, back: held - 9_000 }
  expect(await depositOf(bookingId)).toMatchObject({ held, keepable: held, settlement })
  const request = { params: { bookingId }, body: { owed: 'keep' as const } }
  await market.call('POST /api/admin/booking/:bookingId/deposit/settle', request, staff)
  expect(await depositOf(bookingId)).toMatchObject({ held: 0, owedBack: held - 9_000 })
  const { money } = await market.call('GET /api/admin/booking/:bookingId', { params: { bookingId } }, staff)
  expect(money.owed).toBe(0)
}
