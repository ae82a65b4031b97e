import { addDays, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import type { DemoOrder } from '../../demo/orders.ts'
import type { DemoPerson } from '../../demo/people.ts'
import type { AppDeps } from '../deps.ts'
import { withKey } from '../http/idempotency.ts'
import type { IdempotencyKey } from '../http/idempotency-store.ts'
import { settlePayment } from '../payments/collections/settle-payment.ts'
import { reportDemoMoney } from '../payments/providers/mpesa/report-demo-money.ts'
import { randomReceipt } from '../payments/providers/mpesa/simulator/daraja-ids.ts'
import { latestPayment } from '../payments/read-payment.ts'
import { cancelOrder } from '../shop/cancel-order.ts'
import { expireOrders } from '../shop/lock-stock.ts'
import { moveOrderByStaff } from '../shop/move-order.ts'
import { placeOrder } from '../shop/place-order.ts'

const MINUTE_MS = 60_000
const HOUR = 60

export type DemoOrderInput = {
  order: DemoOrder
  key: IdempotencyKey
  now: Date
  items: readonly { _id: string; quantity: number }[]
  customer: DemoPerson
  customerId: string
  staffId: string
}

/** Creates an order through the same use cases as real requests, with the clock set to the time of each step. */
export async function createDemoOrder(deps: AppDeps, input: DemoOrderInput): Promise<void> {
  const { order, key, items, customerId: accountId } = input
  const placed = placedAt(input)
  const at = (minutes: number): AppDeps => {
    const instant = new Date(placed.getTime() + minutes * MINUTE_MS)
    return { ...deps, clock: { now: () => instant } }
  }
  const address = addressOf(input.customer)
  const request = { accountId, items, channel: order.pays, address, amount: undefined }
  const orderId = await placeOrder(at(0), request, withKey(at(0), key))
  if (order.ends === 'pending') return
  const byStaff = { orderId, accountId: input.staffId }
  const receipt = randomReceipt(placed, deps.random)
  const payment = await latestPayment(deps.db, { payableType: 'order', payableId: orderId })
  if (order.ends === 'expired') {
    const declined = { kind: 'not_paid', failure: 'cancelled' } as const
    if (payment) await settlePayment(at(1), payment._id, declined)
    await expireOrders(at(31))
    return
  }
  if (payment) {
    await settlePayment(at(1), payment._id, { kind: 'paid', receipt, amountReceived: payment.amount })
  } else {
    await moveOrderByStaff(at(20), {
      ...byStaff,
      move: 'pay',
      paidBy: 'mpesa',
      note: 'To the till',
      code: receipt,
    })
    const { amount } = (await latestPayment(deps.db, { payableType: 'order', payableId: orderId })) ?? {}
    if (amount)
      await reportDemoMoney(at(20), { code: receipt, amount, name: input.customer.name, reference: '' })
  }
  if (order.ends === 'cancelled') {
    return cancelOrder(at(3 * HOUR), { orderId, accountId, reason: 'Ordered the wrong colour' })
  }
  if (order.ends === 'paid') return
  await moveOrderByStaff(at(2 * HOUR), { ...byStaff, move: 'process', note: '' })
  if (order.ends === 'processing') return
  await moveOrderByStaff(at(5 * HOUR), { ...byStaff, move: 'ship', note: order.by ?? 'Our rider' })
  if (order.ends === 'shipped') return
  await moveOrderByStaff(at(26 * HOUR), { ...byStaff, move: 'deliver', note: '' })
  if (order.ends === 'delivered') return
  await moveOrderByStaff(at(72 * HOUR), {
    ...byStaff,
    move: 'takeBack',
    note: 'Brought back unused, in its box',
  })
}

/** Pending orders were placed just now. */
function placedAt({ order, now }: DemoOrderInput): Date {
  if (order.ends === 'pending') return now
  const day = addDays(nairobiDay(now), -order.daysAgo)
  return nairobiInstant(day, `${String(order.hour).padStart(2, '0')}:12`)
}

function addressOf({ name, email, phone }: DemoPerson) {
  const [firstName = '', lastName = ''] = name.split(' ')
  return {
    firstName,
    lastName,
    email,
    street: 'Moi Avenue, Bazaar Plaza, 3rd floor',
    city: 'Nairobi',
    state: 'Nairobi',
    zipcode: '00100',
    country: 'Kenya',
    phone,
  }
}
