import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { daysBetween } from '../calendar-day.ts'
import { defineRoutes, STAFF_UPLOADS } from '../http/route.ts'
import {
  DayInput,
  Id,
  optionalParagraphs,
  pageQuery,
  pageReply,
  paragraphs,
  queryNumber,
  RecordedDay,
} from '../text.ts'
import { codeFitsMethod, DESK_METHODS, deskPaymentFields } from './desk-payment.ts'
import { RefundCode, searchText } from './mpesa-code-input.ts'
import { PAYABLE_TYPES, PAYMENT_STATUSES } from './payment.ts'
import { MONEY_METHODS, PAYMENT_DECISIONS, PAYMENT_QUEUES, REFUND_QUEUES } from './payment-choices.ts'
import { PaymentDetail, PaymentListItem, PurchaseMoney, RefundTask } from './payment-list-item.ts'
import { Reconciliation } from './reconciliation.ts'
import { ImportedStatement, ReadStatement } from './statement.ts'
import { isPurchaseReference, readReference } from './typed-reference.ts'

const PaymentId = z.object({ paymentId: Id })
/** More numbers than ever pay for one thing. */
const MOST_TRANSFERS = 20
const RefundId = z.object({ refundId: Id })
const Done = z.object({ success: z.literal(true), message: z.string() })
const words = z.optional(searchText())
const reason = paragraphs(500, m.validation_reason_missing)

const PaymentFilter = {
  queue: z.optional(z.enum(PAYMENT_QUEUES)),
  /** An M-Pesa code, a phone number, a name or a reference. */
  search: words,
  purpose: z.optional(z.enum(PAYABLE_TYPES)),
  method: z.optional(z.enum(MONEY_METHODS)),
  status: z.optional(z.enum(PAYMENT_STATUSES)),
  accountId: z.optional(Id),
  fromDay: z.optional(DayInput),
  toDay: z.optional(DayInput),
  /** What came in, in shillings. */
  amount: z.optional(queryNumber(1, 10_000_000)),
}

const refundFilter = {
  queue: z.optional(z.enum(REFUND_QUEUES)),
  search: words,
  /** The days since which refunds are owed; of those that were sent, the days on which they went out. */
  fromDay: z.optional(DayInput),
  toDay: z.optional(DayInput),
}

/** Whatever a person typed: small letters, spaces, dashes and words around it are read. */
const Reference = z.string({ error: m.validation_reference_missing }).check(
  z.overwrite((text) => readReference(text) ?? text),
  z.refine(isPurchaseReference, { error: m.validation_reference }),
)

/** None where the money of a stranger goes back to its own number. */
const ReferenceOrNone = z.union([z.literal(''), Reference])

/** Staff's side of the money: what came in, what needs a decision, what goes back. */
export const adminPaymentRoutes = defineRoutes({
  'GET /api/admin/payments': {
    summary:
      'Money of every purpose: what needs a decision and what matches nothing oldest first, else newest first',
    access: 'staff',
    right: 'payments',
    personalData: true,
    query: pageQuery(PaymentFilter, 100),
    reply: pageReply(PaymentListItem, {
      /** The person whose list was asked for. */
      whose: z.nullable(z.string()),
      counts: z.object({ review: z.int(), unmatched: z.int(), unreported: z.int(), answerLost: z.int() }),
    }),
    errors: [],
  },
  'GET /api/admin/payments.csv': {
    summary: 'The same as a table for a spreadsheet, at most 50,000 rows',
    access: 'staff',
    right: 'payments',
    personalData: true,
    fresh: true,
    query: z.object(PaymentFilter),
    reply: z.string(),
    errors: [],
  },
  'GET /api/admin/payment/:paymentId': {
    summary: 'A payment with what was told about it and what became of it',
    access: 'staff',
    right: 'payments',
    personalData: true,
    params: PaymentId,
    reply: z.object({ success: z.literal(true), data: PaymentDetail }),
    errors: ['payment_not_found'],
  },
  'GET /api/admin/purchase/:purchaseId/money': {
    summary: 'What staff should know of the money of a booking, an order, a listing or a deposit',
    access: 'staff',
    right: 'payments',
    personalData: true,
    params: z.object({ purchaseId: Id }),
    reply: z.object({ success: z.literal(true), data: PurchaseMoney }),
    errors: [],
  },
  'POST /api/admin/payment/:paymentId/decide': {
    summary:
      'Decide on a payment that is looked at: it counts, it goes back, or no such money came; give back what was paid beyond a price; or take one out of the books that staff recorded by mistake',
    access: 'staff',
    right: 'payments',
    params: PaymentId,
    body: z.object({ decision: z.enum(PAYMENT_DECISIONS), reason }),
    reply: Done,
    errors: [
      'payment_not_found',
      'payment_wrong_state',
      'payment_needs_second_person',
      'purchase_gone',
      'amount_too_small',
    ],
  },
  'POST /api/admin/payment/:paymentId/approve': {
    summary: 'Approve, as a second person, money that only one person says came in',
    access: 'staff',
    right: 'payments',
    params: PaymentId,
    body: z.object({ note: optionalParagraphs(300) }),
    reply: Done,
    errors: ['payment_not_found', 'payment_wrong_state', 'payment_needs_second_person'],
  },
  'POST /api/admin/receipt/:receipt/match': {
    summary:
      'Say what M-Pesa money was paid for that matches nothing by itself; with giveBack it is owed back at once, without a reference to the number that paid it',
    access: 'staff',
    right: 'payments',
    params: z.object({ receipt: z.string().check(z.maxLength(40)) }),
    body: z.object({ reference: ReferenceOrNone, giveBack: z._default(z.boolean(), false), reason }).check(
      z.refine(({ reference, giveBack }) => giveBack || reference !== '', {
        error: m.validation_reference_missing,
        path: ['reference'],
      }),
    ),
    reply: z.extend(Done, { paymentId: z.string() }),
    errors: [
      'payment_not_found',
      'payment_wrong_state',
      'purchase_not_found',
      'own_thing',
      'purchase_gone',
      'amount_too_small',
      'mpesa_code_used',
    ],
  },
  'GET /api/admin/refunds': {
    summary: 'Money that is owed back, oldest first, or was sent, newest first',
    access: 'staff',
    right: 'payments',
    personalData: true,
    query: pageQuery(refundFilter, 100),
    reply: pageReply(RefundTask, {
      counts: z.object({ due: z.int(), waiting: z.int() }),
      /** The balance of refunds: what is owed back in all. */
      owed: z.int(),
    }),
    errors: [],
  },
  'GET /api/admin/refunds.csv': {
    summary: 'The same refunds as a table to download, at most 50,000 of them',
    access: 'staff',
    right: 'payments',
    personalData: true,
    fresh: true,
    query: z.object(refundFilter),
    reply: z.object({ success: z.literal(true) }),
    errors: [],
    sends: 'text/csv',
  },
  'POST /api/admin/refund/:refundId/approve': {
    summary: 'Agree to a refund above the limit; somebody else sends it',
    access: 'admin',
    fresh: true,
    params: RefundId,
    body: z.object({ note: optionalParagraphs(300) }),
    reply: Done,
    errors: ['refund_not_found', 'refund_wrong_state'],
  },
  'POST /api/admin/refund/:refundId/sent': {
    summary: 'Note that a refund was sent: how, on which day, and for M-Pesa its own code',
    access: 'staff',
    right: 'payments',
    fresh: true,
    params: RefundId,
    body: z
      .object({
        ...deskPaymentFields(DESK_METHODS),
        /** The code of the only transfer, or of the first. */
        code: z._default(RefundCode, ''),
        /** The codes of the others, where the money goes back to several numbers. */
        otherCodes: z._default(z.array(RefundCode).check(z.maxLength(MOST_TRANSFERS)), []),
      })
      .check(
        codeFitsMethod,
        z.refine(({ paidBy, note }) => paidBy === 'mpesa' || note !== '', {
          error: m.validation_refund_note,
          path: ['note'],
        }),
      ),
    reply: Done,
    errors: [
      'refund_not_found',
      'refund_wrong_state',
      'refund_not_approved',
      'refund_needs_second_person',
      'refunds_of_day_need_second_person',
      'payment_not_approved',
      'mpesa_code_used',
      'payment_code_of_other_day',
    ],
  },
  'POST /api/admin/refund/:refundId/confirm': {
    summary: 'Say, as a second person, that a refund stands on the statement of M-Pesa',
    access: 'staff',
    right: 'payments',
    params: RefundId,
    body: z.object({ note: optionalParagraphs(300) }),
    reply: Done,
    errors: ['refund_not_found', 'refund_wrong_state', 'refund_needs_second_person'],
  },
  'POST /api/admin/refund/:refundId/move': {
    summary: 'Let what is owed back to a customer pay for something else of theirs',
    access: 'staff',
    right: 'payments',
    fresh: true,
    params: RefundId,
    body: z.object({ reference: Reference, reason }),
    reply: Done,
    errors: [
      'refund_not_found',
      'refund_wrong_state',
      'refund_not_approved',
      'refund_needs_second_person',
      'own_thing',
      'purchase_not_found',
      'purchase_gone',
      'purchase_of_other_customer',
      'amount_too_small',
    ],
  },
  'GET /api/admin/reconciliation': {
    summary: 'What came in and went out on a day, and what does not fit',
    access: 'staff',
    right: 'payments',
    personalData: true,
    query: z.object({ day: z.optional(DayInput) }),
    reply: z.object({ success: z.literal(true), data: Reconciliation }),
    errors: [],
  },
  'GET /api/admin/reconciliation.csv': {
    summary: 'Opening, in, out and closing of each account for each day of at most a year, as a table',
    access: 'staff',
    right: 'payments',
    personalData: false,
    fresh: true,
    query: z
      .object({ fromDay: RecordedDay, toDay: RecordedDay })
      .check(
        z.refine(
          ({ fromDay, toDay }) => daysBetween(fromDay, toDay) >= 0 && daysBetween(fromDay, toDay) <= 366,
          { error: m.validation_days_of_a_year, path: ['toDay'] },
        ),
      ),
    reply: z.object({ success: z.literal(true) }),
    errors: [],
    sends: 'text/csv',
  },
  'GET /api/admin/statements': {
    summary: 'The statements of M-Pesa that were brought in last',
    access: 'admin',
    personalData: false,
    reply: z.object({
      success: z.literal(true),
      /** The number of our paybill or till. */
      shortcode: z.string(),
      data: z.array(ImportedStatement),
    }),
    errors: [],
  },
  'POST /api/admin/statements': {
    summary: 'Read a statement of the M-Pesa portal, and add the payments of it that nobody reported',
    access: 'admin',
    fresh: true,
    multipart: true,
    limits: STAFF_UPLOADS,
    body: z.object({
      /** `read` changes nothing. */
      act: z.enum(['read', 'add']),
    }),
    reply: z.extend(Done, { data: ReadStatement }),
    errors: ['statement_missing', 'statement_unreadable', 'statement_too_long', 'statement_of_other_line'],
  },
})
