import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar } from '../testing/fleet.ts'
import { readMails } from '../testing/mailbox.ts'
import { bookCar } from '../testing/renting.ts'
import { addProduct, placeOrder, settleOrder } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
})
afterAll(() => market.close())

test('whoever registers with somebody else’s address cannot have us mail them an advert', async () => {
  const advert = 'WIN a car: https://evil.example'
  const victim = await market.signUp({ name: advert })
  await market.call('POST /api/user/forgot-password', { body: { email: victim.email } })
  const startDate = addDays(nairobiDay(market.clock.now()), 9)
  const stay = { startDate, endDate: addDays(startDate, 2), specialRequests: advert }
  const customerInfo = { firstName: advert, lastName: advert, email: 'x@example.com', phone: '0712345678' }
  const { _id } = await bookCar(market, victim, await addCar(market.db), { ...stay, customerInfo })
  const cancelling = { params: { bookingId: _id }, body: { cancellationReason: advert } }
  await market.call('PUT /api/booking/:bookingId/cancel', cancelling, victim)
  const { orderId, data } = await placeOrder(market, victim, await addProduct(market))
  await settleOrder(market, data)
  await market.call('POST /api/order/cancel', { body: { orderId, reason: advert } }, victim)
  const mails = await readMails(market.db, { recipient: victim.email })
  const kinds = mails.map(({ kind }) => kind).sort()
  expect(kinds).toEqual([
    'booking_cancelled',
    'booking_requested',
    'order_cancelled',
    'order_paid',
    'order_placed',
    'recovery_code',
  ])
  expect(mails.filter(({ subject, body }) => /evil|https/.test(subject + body))).toEqual([])
})
