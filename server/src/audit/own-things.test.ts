import { routes } from '@twende/contract/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar } from '../testing/fleet.ts'
import { addRefundDue, paidWith, sendC2bPayment } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, bookCar } from '../testing/renting.ts'
import { createListing, moveListingOn } from '../testing/selling.ts'
import { addProduct, deliveryAddress, placeOrder } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { PARAMS_OF_THINGS } from './own-things-store.ts'

let market: TestMarket
let clerk: Person
let colleague: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  clerk = await market.signUp({ role: 'staff' })
  colleague = await market.signUp({ role: 'admin' })
})
afterAll(() => market.close())

const own = { code: 'own_thing', status: 403 }

test('a clerk verifies no car of their own; a colleague does', async () => {
  const { _id: listingId } = await createListing(market, clerk)
  const params = { listingId }
  const verify = (who: Person) =>
    market.call('POST /api/admin/listing/:listingId/verify', { params, body: { note: '' } }, who)
  await expect(verify(clerk)).rejects.toMatchObject(own)
  await verify(colleague)
})

test('a clerk confirms no booking of their own; one that they made at the counter for a customer is not their own', async () => {
  const carId = await addCar(market.db)
  const { _id: bookingId } = await bookCar(market, clerk, carId)
  const confirm = (who: Person) =>
    market.call(
      'POST /api/admin/booking/:bookingId/confirm',
      { params: { bookingId }, body: paidWith() },
      who,
    )
  await expect(confirm(clerk)).rejects.toMatchObject(own)
  await confirm(colleague)
  const body = {
    carId: await addCar(market.db),
    startDate: '2026-04-01',
    endDate: '2026-04-03',
    pickupTime: '12:00',
    dropoffTime: '12:00',
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
    customerInfo: { firstName: 'Otieno', phone: '0722000111' },
    paidBy: 'cash' as const,
  }
  const { data } = await market.call('POST /api/admin/bookings', { body }, clerk)
  const cancel = { params: { bookingId: data._id }, body: { reason: 'Changed plans' } }
  await market.call('POST /api/admin/booking/:bookingId/cancel', cancel, clerk)
})

test('a clerk takes no money for an order of their own, and sends no refund to themselves', async () => {
  const { orderId } = await placeOrder(market, clerk, await addProduct(market), { channel: 'whatsapp' })
  const pay = (who: Person) =>
    market.call(
      'POST /api/admin/order/:orderId/move',
      { params: { orderId }, body: { move: 'pay', ...paidWith() } },
      who,
    )
  await expect(pay(clerk)).rejects.toMatchObject(own)
  await pay(colleague)
  const { refundId, customer } = await addRefundDue(market)
  await market.db
    .updateTable('accounts')
    .set({ role: 'staff', rights: ['payments'] })
    .where('id', '=', customer.accountId)
    .execute()
  const send = (who: Person) =>
    market.call('POST /api/admin/refund/:refundId/sent', { params: { refundId }, body: paidWith() }, who)
  await expect(send(customer)).rejects.toMatchObject(own)
  await send(colleague)
})

test('a clerk gives no money of a stranger to an order of their own', async () => {
  const { number } = await placeOrder(market, clerk, await addProduct(market, { price: 1_500 }), {
    channel: 'whatsapp',
  })
  const receipt = await sendC2bPayment(market, { amount: 1_500, reference: 'NOTHING' })
  const match = (who: Person) =>
    market.call(
      'POST /api/admin/receipt/:receipt/match',
      { params: { receipt }, body: { reference: number, reason: 'Says that it is theirs' } },
      who,
    )
  await expect(match(clerk)).rejects.toMatchObject(own)
  await match(colleague)
})

test('a clerk moves no refund of a stranger to an order of their own that names the phone of the stranger', async () => {
  const { refundId, amount, booking } = await addRefundDue(market)
  const address = { ...deliveryAddress(), phone: booking.customerInfo.phone }
  const productId = await addProduct(market, { price: amount })
  const { number } = await placeOrder(market, clerk, productId, { channel: 'whatsapp', address })
  const move = (who: Person) =>
    market.call(
      'POST /api/admin/refund/:refundId/move',
      { params: { refundId }, body: { reference: number, reason: 'The same phone' } },
      who,
    )
  await expect(move(clerk)).rejects.toMatchObject(own)
  await move(colleague)
})

test('no act of staff at all is done on a listing of their own, whatever state it is in; a colleague reaches it', async () => {
  const acts = Object.entries(routes).flatMap(
    ([name]) => /^POST (\/api\/admin\/listing\/:listingId\/.*)$/.exec(name)?.[1] ?? [],
  )
  expect(acts.length).toBeGreaterThan(12)
  const [ways, body] = [
    ['waiting', 'paid', 'live', 'suspended'] as const,
    {
      code: 'UKQ7ABC123',
      amount: 2_000,
      days: 1,
      reason: 'It is mine',
      editId: '0198a000-0000-7000-8000-000000000001',
    },
  ]
  for (const way of ways) {
    const { _id: listingId } = await createListing(market, clerk)
    if (way !== 'waiting') await moveListingOn(market, listingId, way)
    const before = await market.db
      .selectFrom('listings')
      .selectAll()
      .where('id', '=', listingId)
      .executeTakeFirst()
    for (const act of acts) {
      const url = act.replace(':listingId', listingId)
      const refused = await market.app.inject({
        method: 'POST',
        url,
        headers: { token: clerk.token },
        payload: body,
      })
      expect([act, refused.json().code]).toEqual([act, 'own_thing'])
    }
    const after = await market.db
      .selectFrom('listings')
      .selectAll()
      .where('id', '=', listingId)
      .executeTakeFirst()
    expect(after).toEqual(before)
    const url = `/api/admin/listing/${listingId}/close-reports`
    const reached = await market.app.inject({
      method: 'POST',
      url,
      headers: { token: colleague.token },
      payload: body,
    })
    expect(reached.json().code).toBe('listing_wrong_state')
  }
})

test('every act of staff on a thing of a customer names it by a parameter that is looked at', () => {
  const acts = Object.keys(routes).filter((name) => /^(POST|PUT) \/api\/admin\/.*:/.test(name))
  const looked = acts.filter((name) => PARAMS_OF_THINGS.some((param) => name.includes(`:${param}`)))
  expect(looked.length).toBeGreaterThan(35)
  const others = acts
    .filter((name) => !looked.includes(name))
    .map((name) => name.split(':')[1]?.split('/')[0])
  // The firm's own things, and people themselves, for whom there are rules of their own.
  expect([...new Set(others)].sort()).toEqual([
    'accountId',
    'blockId',
    'carId',
    'costId',
    'documentId',
    'entryId',
    'extraId',
    'feedId',
    'importId',
    'list',
    'messageId',
    'notificationId',
    'productId',
    'receipt',
    'recordId',
    'ruleId',
  ])
})
