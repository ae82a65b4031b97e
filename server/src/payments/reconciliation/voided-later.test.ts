import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBalancesAreBooks } from '../../testing/balance-figures.ts'
import { addCar } from '../../testing/fleet.ts'
import { expectBalanced } from '../../testing/ledger-invariants.ts'
import { sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING, bookCar } from '../../testing/renting.ts'
import { addProduct, placeOrder } from '../../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
let staff: Person
let colleague: Person
let admin: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  colleague = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
})
afterAll(() => market.close())

const today = () => nairobiDay(market.clock.now())

test.each(['booking', 'order'])(
  'money that staff matched with the wrong %s waits undecided since its day',
  async (kind) => {
    const before = await expectBalancesAreBooks(market, admin)
    const { reference, price } = await (kind === 'booking' ? book() : order())
    const receipt = await sendC2bPayment(market, { amount: price })
    const day = today()
    await market.call(
      'POST /api/admin/receipt/:receipt/match',
      { params: { receipt }, body: { reference, reason: 'Named by phone' } },
      staff,
    )
    const payments = market.db.selectFrom('payments').select('id').where('receipt', '=', receipt)
    const { id: paymentId } = await payments.executeTakeFirstOrThrow()
    market.clock.advance(24 * 3_600_000)
    await market.call(
      'POST /api/admin/payment/:paymentId/decide',
      { params: { paymentId }, body: { decision: 'dismiss', reason: 'It was the wrong one' } },
      colleague,
    )
    await expectBalanced(market)
    // The price was charged on that day, and is owed until the decision.
    expect(await expectBalancesAreBooks(market, admin, day)).toMatchObject({
      mpesa: before.mpesa + price,
      undecided: before.undecided + price,
      owed: before.owed + price,
    })
    expect(await expectBalancesAreBooks(market, admin)).toMatchObject({ undecided: before.undecided + price })
  },
)

async function book() {
  const booking = await bookCar(market, await market.signUp(), await addCar(market.db))
  return { reference: booking.bookingId, price: booking.finalAmount }
}

async function order() {
  const productId = await addProduct(market, { price: 1_000, onHand: 5 })
  const { orderId } = await placeOrder(market, await market.signUp(), productId, { channel: 'whatsapp' })
  const orders = market.db.selectFrom('orders').select(['number', 'amount']).where('id', '=', orderId)
  const { number, amount } = await orders.executeTakeFirstOrThrow()
  return { reference: `ORD${number}`, price: amount }
}
