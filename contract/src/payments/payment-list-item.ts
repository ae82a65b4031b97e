import * as z from 'zod/mini'
import { CustomerReach } from '../notifications/customer-reach.ts'
import { PAYABLE_TYPES, PAYMENT_STATUSES } from './payment.ts'
import { MONEY_METHODS, PAYMENT_DECISIONS, PAYMENT_ITEM_KINDS, REFUND_METHODS } from './payment-choices.ts'

const PayableType = z.enum(PAYABLE_TYPES)

/** Money as staff sees it in a list. */
export const PaymentListItem = z.object({
  /** The id of a payment or a proof, the receipt of a transaction. */
  _id: z.string(),
  kind: z.enum(PAYMENT_ITEM_KINDS),
  purpose: z.nullable(PayableType),
  purchaseId: z.nullable(z.string()),
  /** What the purchase is called; of a transaction, what its payer typed. */
  reference: z.string(),
  method: z.enum(MONEY_METHODS),
  /** Null where nobody was asked for a sum. */
  amount: z.nullable(z.int()),
  received: z.nullable(z.int()),
  code: z.nullable(z.string()),
  payer: z.string(),
  /** Masked. */
  phone: z.string(),
  status: z.enum([...PAYMENT_STATUSES, 'unmatched']),
  /** Whether staff typed its M-Pesa code, and M-Pesa has not reported it. */
  notReported: z.boolean(),
  /** What happened, in words. */
  outcome: z.string(),
  /** What to look at twice, as sentences. */
  warnings: z.array(z.string()),
  at: z.string(),
  /** What staff may decide on it here. */
  decisions: z.array(z.enum(PAYMENT_DECISIONS)),
})
export type PaymentListItem = z.output<typeof PaymentListItem>

/** What staff should know of the money of a purchase. */
export const PurchaseMoney = z.object({
  /** Its payments that M-Pesa has not reported, or has reported with another amount. */
  toCheck: z.array(PaymentListItem),
  /** What M-Pesa reported under its reference, and what does not count. */
  waiting: z.array(PaymentListItem),
})
export type PurchaseMoney = z.output<typeof PurchaseMoney>

/** Who paid, as M-Pesa reported it. */
const RefundPayer = z.object({
  /** What of the refund goes back to them. */
  amount: z.int(),
  /** The number that paid, with hidden digits where M-Pesa hides them; empty when it is not known. */
  phone: z.string(),
  /** Empty when it is not known. */
  name: z.string(),
  code: z.nullable(z.string()),
})
export type RefundPayer = z.output<typeof RefundPayer>

/** Money that goes, or went, back to a customer. */
export const RefundTask = z.object({
  _id: z.string(),
  purpose: PayableType,
  purchaseId: z.string(),
  reference: z.string(),
  amount: z.int(),
  reason: z.string(),
  /** What was bought besides the purchase itself and goes back with it, in words: the extras of a cancelled booking. */
  contains: z.array(z.string()),
  status: z.enum(['due', 'sent']),
  /** The payment that goes back; null when the purchase was cancelled. */
  paymentId: z.nullable(z.string()),
  customer: z.object({ name: z.string(), email: z.string() }),
  /** The payments of which it goes back, each with its share; the shares make up the amount. */
  payers: z.array(RefundPayer),
  /** The number at which the customer is reached; it need not be the one that paid. */
  contactPhone: z.string(),
  /** Whether an admin must agree, and somebody else send it. */
  needsSecondPerson: z.boolean(),
  approvedBy: z.nullable(z.string()),
  approvedAt: z.nullable(z.string()),
  sentBy: z.nullable(z.string()),
  sentAt: z.nullable(z.string()),
  /** How it went out and on which day; null while it is due. */
  method: z.nullable(z.enum(REFUND_METHODS)),
  sentOn: z.nullable(z.string()),
  /** Who saw it on the statement of M-Pesa, which does not report by itself what goes out. */
  confirmedBy: z.nullable(z.string()),
  /** The code of its transfer, or of each of its transfers. */
  code: z.nullable(z.string()),
  /** Where it went to several numbers by M-Pesa: each amount with its code. */
  transfers: z.array(z.object({ amount: z.int(), code: z.string() })),
  note: z.string(),
  createdAt: z.string(),
  /** The payment that a second person must approve before this may be sent; null where none must. */
  paymentToApprove: z.nullable(z.string()),
  /** The reference of what it pays for instead of going back. */
  movedTo: z.nullable(z.string()),
  /** Whether, with this one, the person who asks would send more alone today than one person may. */
  overSumOfDay: z.boolean(),
  /** What the person who asks may do with it now. */
  mayApprove: z.boolean(),
  maySend: z.boolean(),
  mayMove: z.boolean(),
  mayConfirm: z.boolean(),
})
export type RefundTask = z.output<typeof RefundTask>

/** A payment looked at closely. */
export const PaymentDetail = z.extend(PaymentListItem, {
  /** Of a part that cannot be accepted by itself: what came in of the price in all, and the price. */
  missing: z.nullable(z.object({ paid: z.int(), price: z.int() })),
  email: z.string(),
  /** How the customer is told what staff decides. */
  reach: CustomerReach,
  note: z.string(),
  /** Who answers for it, where a person says that it came in; null where M-Pesa told us. */
  takenBy: z.nullable(z.string()),
  /** Who approved it as a second person. */
  approvedBy: z.nullable(z.string()),
  /** Whether a second person must approve it before it may go back, and whether the reader may. */
  needsApproval: z.boolean(),
  mayApprove: z.boolean(),
  settledAt: z.nullable(z.string()),
  resultCode: z.nullable(z.string()),
  /** The attempts to pay for the same thing, this one too, oldest first. */
  attempts: z.array(
    z.object({
      _id: z.string(),
      at: z.string(),
      amount: z.int(),
      status: z.enum(PAYMENT_STATUSES),
      code: z.nullable(z.string()),
    }),
  ),
  /** As received, but for telephone numbers. */
  messages: z.array(z.object({ at: z.string(), kind: z.string(), status: z.string(), body: z.string() })),
  refunds: z.array(RefundTask),
  /** What staff decided, oldest first. */
  history: z.array(z.object({ at: z.string(), by: z.string(), what: z.string(), reason: z.string() })),
})
export type PaymentDetail = z.output<typeof PaymentDetail>
