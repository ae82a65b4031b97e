import * as z from 'zod/mini'
import { DESK_METHODS } from './desk-payment.ts'
import { PAYABLE_TYPES } from './payment.ts'
import { MONEY_METHODS } from './payment-choices.ts'
import { PaymentListItem, RefundTask } from './payment-list-item.ts'

const Sum = z.object({ count: z.int(), amount: z.int() })
/** Each way to pay at the desk has its account. */
const Account = z.enum(DESK_METHODS)

/**
 * Why our books and the reports of M-Pesa differ. `request`: a phone was asked and said yes, `notReported`: somebody typed or
 * pasted the code; M-Pesa has reported neither. `otherDay`: it was reported of another day.
 */
export const REPORT_DIFFERENCES = ['request', 'notReported', 'otherAmount', 'otherDay'] as const
export type ReportDifference = (typeof REPORT_DIFFERENCES)[number]

/** The movements of the ledger that touch an account of money. */
export const LATE_POSTINGS = [
  'money_received',
  'money_assigned',
  'refund_paid',
  'money_moved',
  'receipt_corrected',
  'money_lost',
  'reversed',
] as const

/** What was posted on another day than that on which it counts. */
export const LatePosting = z.object({
  /** When it was posted, and by whom; null where the program did it. */
  at: z.string(),
  by: z.nullable(z.string()),
  kind: z.enum(LATE_POSTINGS),
  /** The day on which it counts. */
  day: z.string(),
  account: Account,
  /** What it changes in the account on that day: nothing where money only found its purchase. */
  changes: z.int(),
  /** How much money it is about. */
  amount: z.int(),
  reference: z.nullable(z.string()),
  code: z.nullable(z.string()),
  paymentId: z.nullable(z.string()),
})
export type LatePosting = z.output<typeof LatePosting>

const LatePostings = z.object({ rows: z.array(LatePosting), total: z.int() })

/** What came in and went out on one day, by account, and what does not fit. */
export const Reconciliation = z.object({
  day: z.string(),
  /** Opening and what came in, less what went out, is the closing balance. */
  accounts: z.array(
    z.object({ account: Account, opening: z.int(), in: z.int(), out: z.int(), closing: z.int() }),
  ),
  cameIn: z.array(z.extend(Sum, { method: z.enum(MONEY_METHODS), purpose: z.enum(PAYABLE_TYPES) })),
  totals: z.object({
    /** All that moved in on the day, also money without a purchase. */
    received: Sum,
    /** Of these, what still needs a decision. */
    inReview: Sum,
    refunded: Sum,
    /** Received less refunded. */
    net: z.int(),
    /** What providers reported of the day. */
    reportedByProvider: Sum,
    unmatched: Sum,
  }),
  /** Our M-Pesa account beside the reports of M-Pesa. The rows, with what `more` leaves out, are the whole difference. */
  reports: z.object({
    booked: z.int(),
    reported: z.int(),
    rows: z.array(
      z.object({ why: z.enum(REPORT_DIFFERENCES), amount: z.int(), item: z.nullable(PaymentListItem) }),
    ),
    more: Sum,
  }),
  /** What our books say went out by M-Pesa, and what of it somebody saw on its statement; the rest are rows of `refundsSent`. */
  payouts: z.object({ booked: z.int(), confirmed: z.int() }),
  /** The first of each kind of what staff should look at; `counts` says how many there are. */
  differences: z.object({
    unmatched: z.array(PaymentListItem),
    withoutReceipt: z.array(PaymentListItem),
    otherAmount: z.array(PaymentListItem),
  }),
  counts: z.object({ unmatched: z.int(), withoutReceipt: z.int(), otherAmount: z.int() }),
  /** What came after the day had ended, and changed it. */
  postedLater: LatePostings,
  /** What was posted on the day for earlier days. */
  postedForEarlier: LatePostings,
  refundsSent: z.array(RefundTask),
})
export type Reconciliation = z.output<typeof Reconciliation>
