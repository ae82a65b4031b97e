import type { Booking } from '@twende/contract/bookings/booking.ts'
import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import { type Clock, type Random, systemClock } from '../basic-deps.ts'
import { createWorkers } from '../jobs/scheduled-tasks.ts'
import {
  type DarajaSimulator,
  startDarajaSimulator,
} from '../payments/providers/mpesa/simulator/start-daraja-simulator.ts'
import { addCar } from './fleet.ts'
import type { Person } from './people.ts'
import { bookCar } from './renting.ts'
import { openTestMarket, type TestMarket } from './test-app.ts'

export type PayingMarket = Awaited<ReturnType<typeof openPayingMarket>>

type Options = {
  /** `demo`: the application starts its own simulator, as it does where nothing is configured. */
  mpesa?: 'configured' | 'demo'
  /** Whether jobs run automatically; otherwise the test runs them. */
  working?: boolean
  /** M-Pesa asks before it takes money paid by hand. */
  validatesC2b?: boolean
  /** Whether money is paid to a till, which is reported without a reference. */
  till?: boolean
  /** How long the simulator's phones ask. */
  promptSeconds?: number
  random?: Random
  env?: Record<string, string>
}

const FAST = { callbackDelayMs: 5, actsAfterMs: 30 }

/** A market that listens on a port, connected to an M-Pesa simulator. */
export async function openPayingMarket({
  mpesa = 'configured',
  working = true,
  till = false,
  random,
  env = {},
  ...behaviour
}: Options = {}) {
  // The simulator starts first, and its clock is that of the market.
  let clock: Clock = systemClock
  const simulator = await startDarajaSimulator({ ...FAST, clock: { now: () => clock.now() }, ...behaviour })
  const market = await openTestMarket({
    ...(random && { random }),
    env: {
      RATE_LIMIT: 'off',
      ...(mpesa === 'demo' ? {} : mpesaSettings(simulator)),
      ...(till ? { MPESA_TYPE: 'till', MPESA_TILL: simulator.credentials.tillNumber } : {}),
      ...env,
    },
  })
  clock = market.clock
  const address = await market.app.listen({ port: 0, host: '127.0.0.1' })
  // The port is known only now, so the settings could not contain it.
  market.deps.gateways.mpesa.callbackBase = address
  if (working) await market.deps.jobs.start(createWorkers(market.deps))
  return {
    ...market,
    simulator,
    ...visitors(market, address, simulator.baseUrl),
    payByHand: (payment: PaymentByHand) => payByHand(simulator, payment, till),
    async close() {
      await market.close()
      await simulator.close()
    },
  }
}

function mpesaSettings({ baseUrl, credentials }: DarajaSimulator) {
  return {
    MPESA_BASE_URL: baseUrl,
    MPESA_CONSUMER_KEY: credentials.consumerKey,
    MPESA_CONSUMER_SECRET: credentials.consumerSecret,
    MPESA_SHORTCODE: credentials.shortcode,
    MPESA_PASSKEY: credentials.passkey,
  }
}

function visitors(market: TestMarket, address: string, simulatorUrl: string) {
  return {
    /** Books a car, one of its own if none is given, and has the phone asked. */
    async book(
      customer: Person,
      phone: string,
      carId?: string,
    ): Promise<{ booking: Booking; payment: Payment }> {
      const booking = await bookCar(market, customer, carId ?? (await addCar(market.db)), {
        ...farAhead(market.clock.now()),
        paymentMethod: 'mpesa',
        paymentDetails: { mpesaNumber: phone },
      })
      const { id } = await market.db
        .selectFrom('payments')
        .select('id')
        .where('booking_id', '=', booking._id)
        .executeTakeFirstOrThrow()
      return { booking, payment: await readPayment(market, customer, id) }
    },
    payment: (customer: Person, id: string) => readPayment(market, customer, id),
    async booking(customer: Person, bookingId: string): Promise<Booking> {
      const { data } = await market.call('GET /api/booking/:bookingId', { params: { bookingId } }, customer)
      return data
    },
    pay: (
      customer: Person,
      purchaseId: string,
      phone: string,
      purpose: 'booking' | 'order' | 'deposit' = 'booking',
    ) => market.call('POST /api/payment/start', { body: { purpose, purchaseId, phone } }, customer),
    /** Posts a callback to the address that M-Pesa was given for a payment. */
    async tell(paymentId: string, body: string, type = 'application/json'): Promise<Response> {
      const { webhook_secret } = await rowOf(market, paymentId)
      return post(`${address}/api/hooks/stk/${webhook_secret}`, body, type)
    },
    tellAt: (path: string, body: string) => post(address + path, body, 'application/json'),
    /** Presses a key on the phone that a request rings on; false when it rings no more. */
    async press(checkoutRequestId: string, action: 'pin' | 'cancel'): Promise<boolean> {
      const body = JSON.stringify(action === 'pin' ? { action, pin: '1234' } : { action })
      const url = `${simulatorUrl}/simulator/prompts/${checkoutRequestId}`
      return (await post(url, body, 'application/json')).ok
    },
    row: (paymentId: string) => rowOf(market, paymentId),
    /** How the next push, or every push to a phone, goes. */
    async phoneBehaves(wish: Record<string, unknown>): Promise<void> {
      const response = await post(
        `${simulatorUrl}/simulator/behaviour`,
        JSON.stringify(wish),
        'application/json',
      )
      if (!response.ok) throw new Error(await response.text())
    },
  }
}

type PaymentByHand = { amount: number; phone: string; reference?: string }

let payingByHand: Promise<unknown> = Promise.resolve()

/** Somebody pays from the menu of the phone. One at a time, since a new token ends the one before. */
function payByHand(simulator: DarajaSimulator, payment: PaymentByHand, till: boolean): Promise<void> {
  const paid = payingByHand.then(() => simulatePayment(simulator, payment, till))
  payingByHand = paid.catch(() => undefined)
  return paid
}

async function simulatePayment(
  { baseUrl, credentials }: DarajaSimulator,
  { amount, phone, reference = 'CAR1' }: PaymentByHand,
  till: boolean,
): Promise<void> {
  const key = Buffer.from(`${credentials.consumerKey}:${credentials.consumerSecret}`).toString('base64')
  const receiver = till
    ? { ShortCode: credentials.tillNumber, CommandID: 'CustomerBuyGoodsOnline' }
    : { ShortCode: credentials.shortcode, CommandID: 'CustomerPayBillOnline', BillRefNumber: reference }
  const body = JSON.stringify({ ...receiver, Amount: amount, Msisdn: phone })
  let answer = ''
  // The server may be given a token in between.
  for (let tries = 0; tries < 20; tries += 1) {
    const granted = await fetch(`${baseUrl}/oauth/v1/generate?grant_type=client_credentials`, {
      headers: { authorization: `Basic ${key}` },
    })
    const headers = { authorization: `Bearer ${(await granted.json()).access_token}` }
    const paid = await fetch(`${baseUrl}/mpesa/c2b/v2/simulate`, { method: 'POST', headers, body })
    if (paid.ok) return
    answer = await paid.text()
    if (!answer.includes('Invalid Access Token')) break
  }
  throw new Error(answer)
}

async function readPayment(market: TestMarket, customer: Person, paymentId: string): Promise<Payment> {
  const { data } = await market.call('GET /api/payment/:paymentId', { params: { paymentId } }, customer)
  return data
}

/** Dates of a rental of three days, 20 days ahead so that no test reaches them. */
export function farAhead(now: Date) {
  const startDate = addDays(nairobiDay(now), 20)
  return { startDate, endDate: addDays(startDate, 3) }
}

/** A payment with the ids of its M-Pesa request. */
async function rowOf(market: TestMarket, paymentId: string) {
  const row = await market.db
    .selectFrom('payments')
    .leftJoin('mpesa_requests', 'mpesa_requests.payment_id', 'payments.id')
    .selectAll('payments')
    .select(['merchant_request_id', 'checkout_request_id'])
    .where('payments.id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return { ...row, webhook_secret: row.webhook_secret ?? '' }
}

function post(url: string, body: string, type: string): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': type }, body })
}
