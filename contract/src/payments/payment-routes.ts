import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { Id } from '../text.ts'
import { Payment } from './payment.ts'
import { COLLECTED_METHODS } from './payment-choices.ts'
import { KenyanPhone } from './payment-input.ts'

const PaymentId = z.object({ paymentId: Id })
const One = z.object({ success: z.literal(true), data: Payment })

/** The phone of the built-in simulator, as the payment page shows it. */
export const DemoPhone = z.object({
  state: z.enum(['ringing', 'done']),
  business: z.string(),
  amount: z.int(),
  accountReference: z.string(),
})

export const paymentRoutes = defineRoutes({
  'POST /api/payment/start': {
    summary:
      'Ask for the payment of a booking, of what is owed for one, of an order or a deposit, by M-Pesa on a phone; also resends',
    access: 'user',
    body: z.object({
      purpose: z.enum(['booking', 'order', 'deposit']),
      purchaseId: Id,
      phone: KenyanPhone,
      /** M-Pesa where the customer chooses nothing. */
      method: z.optional(z.enum(COLLECTED_METHODS)),
    }),
    reply: One,
    errors: [
      'booking_not_found',
      'booking_not_payable',
      'deposit_not_due',
      'hold_expired',
      'car_taken',
      'car_not_covered',
      'child_seats_taken',
      'chauffeurs_taken',
      'order_not_found',
      'order_not_payable',
      'order_expired',
      'out_of_stock',
      'too_much_for_mpesa',
      'payment_too_soon',
      'phone_asked_too_often',
      'rate_limited',
    ],
    limits: [{ per: 'user', max: 20, seconds: 3600 }],
  },
  'GET /api/payment/:paymentId': {
    summary: 'How a payment stands',
    access: 'user',
    personalData: true,
    params: PaymentId,
    reply: One,
    errors: ['payment_not_found'],
  },
  'POST /api/hooks/:method/:secret': {
    summary: 'Where a payment provider reports the result of a payment request (M-Pesa: method `stk`)',
    access: 'anyone',
    params: z.object({
      method: z.string().check(z.maxLength(40)),
      secret: z.string().check(z.maxLength(100)),
    }),
    // What the provider expects.
    reply: z.record(z.string(), z.unknown()),
    errors: [],
  },
  'POST /api/hooks/c2b/:secret': {
    summary: 'Where Safaricom tells of payments made by hand',
    access: 'anyone',
    params: z.object({ secret: z.string().check(z.maxLength(100)) }),
    reply: z.object({ ResultCode: z.number(), ResultDesc: z.string() }),
    errors: [],
  },
  'POST /api/hooks/c2b-validation/:secret': {
    summary: 'Where Safaricom may ask whether to take a payment made by hand: it always may',
    access: 'anyone',
    params: z.object({ secret: z.string().check(z.maxLength(100)) }),
    reply: z.object({ ResultCode: z.string(), ResultDesc: z.string() }),
    errors: [],
  },
  'GET /api/demo/phone/:paymentId': {
    summary: 'The simulated phone of a payment (demo only); null until the request reaches it',
    access: 'user',
    params: PaymentId,
    reply: z.object({ success: z.literal(true), data: z.nullable(DemoPhone) }),
    errors: ['payment_not_found'],
  },
  'POST /api/demo/phone/:paymentId': {
    summary: 'Enter the PIN on the simulated phone, or cancel (demo only)',
    access: 'user',
    params: PaymentId,
    body: z.object({ action: z.enum(['pin', 'cancel']), pin: z.optional(z.string().check(z.maxLength(12))) }),
    reply: z.object({ success: z.literal(true), message: z.string() }),
    errors: ['payment_not_found'],
  },
})
