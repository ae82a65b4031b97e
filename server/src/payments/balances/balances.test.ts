import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import type { Balance } from '@twende/contract/payments/balance-routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectBalancesAreBooks } from '../../testing/balance-figures.ts'
import { carBackWithDeposit, carOutWithDeposit, postKeptPart } from '../../testing/deposits.ts'
import { postFine, rentedCar } from '../../testing/fines.ts'
import { addCar } from '../../testing/fleet.ts'
import {
  addRefundDue,
  bookByMpesa,
  paidWith,
  paymentInReview,
  receivePayment,
  sendC2bPayment,
} from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { exported } from '../../testing/read-export.ts'
import { BOOKING_MORNING, bookCar } from '../../testing/renting.ts'
import { addProduct, placeOrder } from '../../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { insertTransaction } from '../ledger/ledger-store.ts'

let market: TestMarket
let staff: Person
let admin: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
})
afterAll(() => market.close())

const today = () => nairobiDay(market.clock.now())
const itemsOf = async (balance: Balance, day?: string) =>
  (await market.call('GET /api/admin/balance-items', { query: { balance, day } }, admin)).data

describe('the balances of the books', () => {
  test('begin with nothing', async () => {
    expect(new Set(Object.values(await expectBalancesAreBooks(market, admin)))).toEqual(new Set([0]))
  })

  test('have each kind of money by its customer, reference and day', async () => {
    const refund = await addRefundDue(market)
    expect(await itemsOf('refunds')).toMatchObject([
      {
        purpose: 'booking',
        purchaseId: refund.booking._id,
        reference: refund.booking.bookingId,
        customer: 'Wanjiku Kamau',
        amount: refund.amount,
        since: today(),
      },
    ])
    const code = await sendC2bPayment(market, { amount: 1_234 })
    await paymentInReview(market)
    expect(await itemsOf('undecided')).toContainEqual(
      expect.objectContaining({ purpose: 'unmatched', reference: code, customer: 'OTIENO', amount: 1_234 }),
    )
    await expectBalancesAreBooks(market, admin)
  })

  test('name how money was paid that has neither a purchase nor a code, and no id', async () => {
    const transaction = { kind: 'money_received', at: market.clock.now() } as const
    for (const [key, amount] of [
      ['found in the drawer', 700],
      ['found in the drawer again', 300],
    ] as const)
      await market.db.transaction().execute((tx) =>
        insertTransaction(tx, {
          ...transaction,
          key,
          entries: [
            { account: 'cash', amount },
            { account: 'suspense', amount: -amount },
          ],
        }),
      )
    for (const balance of ['cash', 'undecided'] as const) {
      const found = (await itemsOf(balance)).filter(({ reference }) => reference === 'Cash, without a code')
      expect([balance, ...found.map(({ amount }) => amount).sort()]).toEqual([balance, 300, 700])
      const file = await exported(market, admin, `balance-items.csv?balance=${balance}`)
      expect(JSON.stringify(file)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    }
    await expectBalancesAreBooks(market, admin)
  })

  test('say of an earlier day what was so at its end, also after money moved on', async () => {
    const day = today()
    const before = await expectBalancesAreBooks(market, admin)
    market.clock.advance(24 * 3_600_000)
    const rental = await carBackWithDeposit(market, staff, [{ kind: 'fuel', amount: 900 }])
    await postKeptPart(market, staff, rental, { photoIds: rental.photoId })
    await carOutWithDeposit(market, staff)
    await postFine(market, staff, { plate: (await rentedCar(market, staff)).plate })
    market.clock.advance(24 * 3_600_000)
    for (const paidBy of ['card', 'bank', 'cheque'] as const) {
      const { _id: bookingId } = await bookCar(market, await market.signUp(), await addCar(market.db))
      const body = { paidBy, note: 'At the office' }
      await market.call('POST /api/admin/booking/:bookingId/confirm', { params: { bookingId }, body }, staff)
    }
    const { paymentId, booking } = await bookByMpesa(market)
    await receivePayment(market, paymentId, booking.finalAmount - 500)
    const owing = await bookCar(market, await market.signUp(), await addCar(market.db))
    const unpaid = { params: { bookingId: owing._id }, body: { paidBy: 'none', note: 'Pays later' } as const }
    await market.call('POST /api/admin/booking/:bookingId/confirm', unpaid, staff)
    const productId = await addProduct(market, { price: 1_000, onHand: 5 })
    const { orderId } = await placeOrder(market, await market.signUp(), productId, { channel: 'whatsapp' })
    const pay = { params: { orderId }, body: { move: 'pay' as const, ...paidWith() } }
    await market.call('POST /api/admin/order/:orderId/move', pay, staff)
    for (let back = 3; back >= 0; back -= 1)
      await expectBalancesAreBooks(market, admin, addDays(today(), -back))
    const now = await expectBalancesAreBooks(market, admin)
    expect(await expectBalancesAreBooks(market, admin, day)).toEqual(before)
    expect(Object.entries(now).filter(([, amount]) => amount === 0)).toEqual([])
  })

  test('count what is owed since the day on which it began', async () => {
    const dayOfFine = addDays(today(), -1)
    expect((await itemsOf('owed'))[0]).toMatchObject({ amount: 3_000, since: dayOfFine })
    market.clock.advance(5 * 24 * 3_600_000)
    expect((await itemsOf('owed'))[0]).toMatchObject({ amount: 3_000, since: dayOfFine })
    expect(await itemsOf('owed', addDays(dayOfFine, -1))).toEqual([])
  })
})
