import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { searchText } from '../payments/mpesa-code-input.ts'
import { Payment } from '../payments/payment.ts'
import { KenyanPhone } from '../payments/payment-input.ts'
import { DayInput, Id, pageQuery, pageReply, paragraphs } from '../text.ts'
import {
  AdminDeposit,
  DEPOSIT_QUEUES,
  Deposit,
  DepositListItem,
  OWED_CHOICES,
  TakenDeposit,
} from './deposit.ts'
import { KeepInput } from './kept-deposit.ts'

const BookingId = z.object({ bookingId: Id })
const Done = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ deposit: z.nullable(AdminDeposit) }),
})
const errors = ['booking_not_found', 'deposit_not_due', 'deposit_wrong_state'] as const

/** The deposit of a booking: taken at the handover, given back after the return. */
const depositFilter = {
  queue: z.optional(z.enum(DEPOSIT_QUEUES)),
  search: z.optional(searchText()),
  /** The days on which deposits were taken, from the first to the last. */
  fromDay: z.optional(DayInput),
  toDay: z.optional(DayInput),
}

export const depositRoutes = defineRoutes({
  'GET /api/booking/:bookingId/deposit': {
    summary: 'The deposit of a booking as its customer sees it',
    access: 'user',
    personalData: true,
    params: BookingId,
    reply: z.object({ success: z.literal(true), data: z.object({ deposit: z.nullable(Deposit) }) }),
    errors: ['booking_not_found'],
  },
  'GET /api/admin/deposits': {
    summary:
      'Deposits: those to go back in the order they are due, all of them newest first; with what is held in all',
    access: 'staff',
    right: 'payments',
    personalData: true,
    query: pageQuery(depositFilter, 100),
    reply: pageReply(DepositListItem, {
      counts: z.object({ toReturn: z.int(), overdue: z.int() }),
      /** The balance of deposits, and the part of deposits in that of refunds. */
      held: z.int(),
      owedBack: z.int(),
    }),
    errors: [],
  },
  'GET /api/admin/deposits.csv': {
    summary: 'The same as a table for a spreadsheet, at most 50,000 rows',
    access: 'staff',
    right: 'payments',
    personalData: true,
    fresh: true,
    query: z.object(depositFilter),
    reply: z.object({ success: z.literal(true) }),
    errors: [],
    sends: 'text/csv',
  },
  'GET /api/admin/booking/:bookingId/deposit': {
    summary: 'The deposit of a booking as staff sees it',
    access: 'staff',
    personalData: true,
    params: BookingId,
    reply: z.object({ success: z.literal(true), data: z.object({ deposit: z.nullable(AdminDeposit) }) }),
    errors: ['booking_not_found'],
  },
  'POST /api/admin/booking/:bookingId/deposit/take': {
    summary: 'Take the deposit that is due, in cash or with the code of an M-Pesa payment',
    access: 'staff',
    params: BookingId,
    body: TakenDeposit,
    reply: Done,
    errors: [...errors, 'mpesa_code_used', 'amount_too_small'],
  },
  'POST /api/admin/booking/:bookingId/deposit/request': {
    summary: 'Ask a phone to pay the deposit that is due',
    access: 'staff',
    params: BookingId,
    body: z.object({ phone: KenyanPhone }),
    reply: z.object({ success: z.literal(true), data: Payment }),
    errors: [...errors, 'payment_too_soon', 'phone_asked_too_often', 'too_much_for_mpesa'],
  },
  'POST /api/admin/booking/:bookingId/deposit/waive': {
    summary: 'Hand the car over without its deposit; a large deposit is waived by an admin only',
    access: 'staff',
    params: BookingId,
    body: z.object({ reason: paragraphs(300, m.validation_reason_missing) }),
    reply: Done,
    errors: [...errors, 'deposit_waived_by_admin'],
  },
  'POST /api/admin/booking/:bookingId/deposit/settle': {
    summary:
      'Give back what is held of a deposit after the return; where something is owed, keep that first, or leave it owed',
    access: 'staff',
    params: BookingId,
    body: z.object({
      /** Needed where something is owed for the booking. */
      owed: z.optional(z.enum(OWED_CHOICES)),
    }),
    reply: Done,
    errors: [...errors, 'deposit_owed_undecided', 'owed_in_review'],
  },
  'POST /api/admin/booking/:bookingId/deposit/keep': {
    summary:
      'Keep a part of what is held after the return, with photos of the return report or a new one (`photo`)',
    access: 'staff',
    multipart: true,
    idempotent: true,
    params: BookingId,
    body: KeepInput,
    reply: Done,
    errors: [
      ...errors,
      'deposit_kept_above_held',
      'deposit_photo_missing',
      'picture_unsupported',
      'picture_unreadable',
      'picture_too_large',
      'too_large',
      'rate_limited',
    ],
    limits: [{ per: 'user', max: 200, seconds: 3600 }],
  },
  'POST /api/admin/booking/:bookingId/deposit/keep/:partId/release': {
    summary: 'Keep no more of a deposit what was kept by mistake',
    access: 'staff',
    params: z.object({ bookingId: Id, partId: Id }),
    body: z.object({ reason: paragraphs(600, m.validation_reason_missing) }),
    reply: Done,
    errors: [...errors, 'kept_part_not_found', 'kept_part_disputed'],
  },
})
