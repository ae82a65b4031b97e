import type { Booking } from '@twende/contract/bookings/booking.ts'
import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { settlePayment } from '../payments/collections/settle-payment.ts'
import { c2bSecret } from '../payments/providers/mpesa/mpesa-provider.ts'
import { mpesaTimestamp } from '../payments/providers/mpesa/mpesa-timestamp.ts'
import { addCar } from './fleet.ts'
import type { Person } from './people.ts'
import { bookCar } from './renting.ts'
import { drawCode } from './selling.ts'
import type { TestMarket } from './test-app.ts'

let phones = 0

/** A booking of three days paid by M-Pesa, 20 days ahead so that no test reaches it. */
export async function bookByMpesa(
  market: TestMarket,
  { pricePerDay = 4_500, customer }: { pricePerDay?: number; customer?: Person } = {},
): Promise<{ customer: Person; booking: Booking; paymentId: string }> {
  const person = customer ?? (await market.signUp())
  const startDate = addDays(nairobiDay(market.clock.now()), 20)
  const booking = await bookCar(market, person, await addCar(market.db, { pricePerDay }), {
    startDate,
    endDate: addDays(startDate, 3),
    paymentMethod: 'mpesa',
    // A phone can have only one payment request at a time.
    paymentDetails: { mpesaNumber: `07110${String(++phones).padStart(5, '0')}` },
  })
  const { id } = await market.db
    .selectFrom('payments')
    .select('id')
    .where('booking_id', '=', booking._id)
    .executeTakeFirstOrThrow()
  return { customer: person, booking, paymentId: id }
}

/** Settles a payment request with its amount or another; returns the receipt. */
export async function receivePayment(
  market: TestMarket,
  paymentId: string,
  amount?: number,
): Promise<string> {
  const receipt = drawCode(market.clock.now())
  const payment = await market.db
    .selectFrom('payments')
    .select('amount')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await settlePayment(market.deps, paymentId, {
    kind: 'paid',
    receipt,
    amountReceived: amount ?? payment.amount,
  })
  return receipt
}

/** A payment in review, because more was paid than requested. */
export async function paymentInReview(market: TestMarket) {
  const made = await bookByMpesa(market)
  await receivePayment(market, made.paymentId, made.booking.finalAmount + 500)
  return made
}

/** A cancelled booking whose full price, three days of `pricePerDay`, is a refund due. */
export async function addRefundDue(market: TestMarket, { pricePerDay = 4_500 } = {}) {
  const made = await bookByMpesa(market, { pricePerDay })
  await receivePayment(market, made.paymentId)
  const params = { bookingId: made.booking._id }
  const body = { cancellationReason: 'Cancelled by customer' }
  await market.call('PUT /api/booking/:bookingId/cancel', { params, body }, made.customer)
  const { id, amount } = await market.db
    .selectFrom('refunds')
    .select(['id', 'amount'])
    .where('booking_id', '=', made.booking._id)
    .executeTakeFirstOrThrow()
  return { ...made, refundId: id, amount }
}

/** Posts a C2B confirmation, as M-Pesa does for a payment that a person made without a request; returns its code. */
export async function sendC2bPayment(
  market: TestMarket,
  {
    amount,
    reference = '',
    code = drawCode(market.clock.now()),
    paidAt = market.clock.now(),
    phone = '2547 ***** 126',
    name = 'OTIENO',
  }: { amount: number; reference?: string; code?: string; paidAt?: Date; phone?: string; name?: string },
): Promise<string> {
  const told = {
    TransactionType: 'Pay Bill',
    TransID: code,
    TransTime: mpesaTimestamp(paidAt),
    TransAmount: `${amount}.00`,
    BusinessShortCode:
      market.deps.config.payments.mpesa.kind === 'simulator'
        ? '174379'
        : market.deps.config.payments.mpesa.shortcode,
    BillRefNumber: reference,
    MSISDN: phone,
    FirstName: name,
  }
  await market.app.inject({
    method: 'POST',
    url: `/api/hooks/c2b/${c2bSecret(market.deps.tokenSecret)}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(told),
  })
  return code
}

/** How staff took or gave money: with an M-Pesa code, or in cash where there is none. */
export function paidWith(code = '') {
  return code === ''
    ? ({ paidBy: 'cash', note: 'At the office' } as const)
    : ({ paidBy: 'mpesa', code } as const)
}
