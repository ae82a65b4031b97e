import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { codeFitsMethod, deskPaymentFields, SETTLED_BY } from '../payments/desk-payment.ts'
import { Payment } from '../payments/payment.ts'
import { KenyanPhone } from '../payments/payment-input.ts'
import { Id, paragraphs } from '../text.ts'
import { AdminFine } from './fine.ts'

const BookingId = z.object({ bookingId: Id })

/** What customers owe for their bookings: the price, charges, added days, fines. */
export const owedRoutes = defineRoutes({
  'POST /api/admin/booking/:bookingId/owed': {
    summary: 'Take what the customer of a booking owes, or keep it from the deposit once the car is back',
    access: 'staff',
    idempotent: true,
    params: BookingId,
    body: z
      .object({
        /** What staff was shown: refused where something else is owed by now. */
        amount: z.int(),
        ...deskPaymentFields(SETTLED_BY),
      })
      .check(codeFitsMethod),
    reply: z.object({
      success: z.literal(true),
      message: z.string(),
      data: z.object({ fines: z.array(AdminFine), owed: z.int() }),
    }),
    errors: [
      'booking_not_found',
      'owed_changed',
      'owed_in_review',
      'deposit_wrong_state',
      'mpesa_code_used',
      'amount_too_small',
      'idempotency_conflict',
    ],
  },
  'POST /api/admin/booking/:bookingId/owed/request': {
    summary: 'Ask a phone to pay what is owed for a confirmed booking, or one whose car is out or back',
    access: 'staff',
    params: BookingId,
    body: z.object({ phone: KenyanPhone }),
    reply: z.object({ success: z.literal(true), data: Payment }),
    errors: [
      'booking_not_found',
      'booking_not_payable',
      'payment_too_soon',
      'phone_asked_too_often',
      'too_much_for_mpesa',
    ],
  },
  'POST /api/admin/booking/:bookingId/owed/allow': {
    summary:
      'Let the car of a confirmed booking leave while something is owed; a large amount only by an admin',
    access: 'staff',
    params: BookingId,
    body: z.object({
      /** What staff was shown: refused where something else is owed by now. */
      amount: z.int(),
      reason: paragraphs(300, m.validation_reason_missing),
    }),
    reply: z.object({ success: z.literal(true), message: z.string() }),
    errors: ['booking_not_found', 'booking_wrong_state', 'owed_changed', 'unpaid_handover_needs_admin'],
  },
})
