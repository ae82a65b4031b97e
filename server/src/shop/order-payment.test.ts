import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayingMarket, type PayingMarket } from '../testing/paying-market.ts'
import type { Person } from '../testing/people.ts'
import { addProduct, deliveryAddress, placeOrder, stockOf } from '../testing/shopping.ts'
import { newReceipt, stkBody } from '../testing/stk-body.ts'

let market: PayingMarket
beforeAll(async () => {
  market = await openPayingMarket()
})
afterAll(() => market.close())

// A payment that M-Pesa still calls pending is asked about again only after some seconds.
const orderOf = (person: Person, orderId: string) =>
  market.call('GET /api/order/get/:orderId', { params: { orderId } }, person)

async function orderWith(person: Person, phone: string, onHand = 5) {
  const productId = await addProduct(market, { onHand })
  const address = { ...deliveryAddress(), phone }
  return { productId, ...(await placeOrder(market, person, productId, { address })) }
}

async function latestRow(orderId: string) {
  const { id } = await market.db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return market.row(id)
}

test('the payment request names the order, and five callbacks pay for it once', async () => {
  const person = await market.signUp()
  await market.phoneBehaves({ resultCode: '0', duplicates: 5 })
  const { orderId, productId } = await orderWith(person, '0712111201')
  await expect.poll(async () => (await orderOf(person, orderId)).data.status).toBe('paid')
  const { data, payment } = await orderOf(person, orderId)
  expect(payment).toMatchObject({ status: 'paid', purpose: 'order' })
  expect(data.receipt?.mpesaCode).toBe(payment?.receipt)
  expect(await stockOf(market, productId)).toEqual({ onHand: 4, reserved: 0 })
  const receipts = await market.db
    .selectFrom('receipts')
    .selectAll()
    .where('order_id', '=', orderId)
    .execute()
  expect(receipts).toHaveLength(1)
})

test('a customer who declined the request on the phone may pay again', async () => {
  const person = await market.signUp()
  await market.phoneBehaves({ resultCode: '1032' })
  const { orderId, productId } = await orderWith(person, '0712111202')
  await expect.poll(async () => (await orderOf(person, orderId)).data.paymentStatus).toBe('failed')
  expect(await stockOf(market, productId)).toEqual({ onHand: 5, reserved: 1 })
  market.clock.advance(31_000)
  await market.phoneBehaves({ resultCode: '0' })
  const body = { purpose: 'order', purchaseId: orderId, phone: '0712111203' } as const
  await market.call('POST /api/payment/start', { body }, person)
  await expect.poll(async () => (await orderOf(person, orderId)).data.status).toBe('paid')
  expect(await stockOf(market, productId)).toEqual({ onHand: 4, reserved: 0 })
})

test('a forged callback, and one with another amount, do not mark the order as paid', async () => {
  const person = await market.signUp()
  await market.phoneBehaves({ resultCode: '0', actsAfterMs: 0, never: true })
  const { orderId, data } = await orderWith(person, '0712111204')
  await expect.poll(async () => (await latestRow(orderId)).checkout_request_id).not.toBeNull()
  const row = await latestRow(orderId)
  const forged = stkBody({
    ...row,
    checkout_request_id: 'ws_CO_forged',
    amount: data.amount,
    receipt: newReceipt(),
  })
  await market.tell(row.id, forged)
  const tenth = stkBody({ ...row, amount: data.amount / 10, receipt: newReceipt() })
  await market.tell(row.id, tenth)
  await expect.poll(async () => (await latestRow(orderId)).status).not.toBe('processing')
  expect((await orderOf(person, orderId)).data).toMatchObject({ status: 'pending', receipt: null })
  const verified = await market.call('POST /api/order/verify', { body: { orderId, success: 'true' } }, person)
  expect(verified.success).toBe(false)
})
