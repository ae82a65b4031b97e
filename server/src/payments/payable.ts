import type { ErrorCode } from '@twende/contract/http/error-codes.ts'
import type { PayableType, PaymentStatus } from '@twende/contract/payments/payment.ts'
import { m } from '@twende/messages'
import type { Deps } from '../basic-deps.ts'
import type { Db } from '../db/database.ts'
import type { WaitingMoney } from '../db/hold-end.ts'
import { AppError } from '../http/app-error.ts'
import type { NotificationParams } from '../notifications/notification-kinds.ts'
import type { PaymentRow } from './payment-store.ts'

/** What a noun needs to know of the money that pays for it. */
export type ReceivedPayment = Pick<
  PaymentRow,
  | 'id'
  | 'payable_type'
  | 'payable_id'
  | 'status'
  | 'receipt'
  | 'amount'
  | 'amount_received'
  | 'terms'
  | 'adds_to_price'
  | 'pays_owed'
  | 'recorded_by'
>

/** As JSON, read by its noun only: a price list, where the payer chooses how much to pay, or what is paid for in addition. */
export type StoredTerms = unknown

export type PriceQuestion = {
  payableId: string
  /** Null for a visitor's order. */
  accountId: string | null
  /** What the payer chose to pay; ignored where there is one price. */
  amount?: number | undefined
}

/** How a payable counts money where its payer chooses the amount from a price list. */
export type PriceTerms = {
  /** The price list of the day on which this money was paid. */
  termsFor(tx: Db, payment: { amount: number; paidAt: Date | null; now: Date }): Promise<StoredTerms>
  /** What an amount buys, as the mail about it says. */
  bought(total: number, terms: StoredTerms): NotificationParams['payment_received']['time']
  /** What is missing of the smallest purchase, as the mail about a part says; undefined when the amount is enough. */
  missing(
    db: Db,
    payableId: string,
    paid: { total: number; terms: StoredTerms },
  ): Promise<NotificationParams['payment_received']['part']>
  /** Of several price lists the one by which the most is bought. */
  best(total: number, terms: readonly [StoredTerms, ...StoredTerms[]]): StoredTerms
  /** The error when the amount buys nothing; undefined when it is enough. */
  tooLittle(total: number, terms: StoredTerms): AppError | undefined
}

/** What was bought besides the thing itself. */
export type PurchasePart = {
  amount: number
  /** In words, in the language of the request. */
  label: string
  /** As a notification keeps it. */
  notified: NotificationParams['refund_sent']['extras'][number]
}

/** What payments need of a noun that can be paid for. Each noun registers one of these in `open-market.ts`. */
export type Payable = {
  /** Whether it is paid for once only; what comes in after that goes back, unless it was asked for in addition. */
  paidOnce: boolean
  /** What the payer's phone or card statement shows; at most 13 characters. */
  description: string
  /** What it is called within a sentence. */
  paymentCheckedMessage: () => string
  /** The error when it cannot be paid for because money is here already. */
  notPayable: ErrorCode
  /** The error when a payment proof is not accepted in its present state. */
  wrongState: ErrorCode
  /** The price, or the amount that its payer chose, of which parts may be paid; throws when it cannot be paid for, or not by this account. */
  priceDue(db: Db, question: PriceQuestion, now: Date, options: { lock?: boolean }): Promise<number>
  /** Only where its customer can pay what is owed besides the price: whether that is what `priceDue` asks for now. */
  asksForOwed?(db: Db, payableId: string): Promise<boolean>
  /** Whether its customer has, or had, what is paid for. */
  isDelivered(db: Db, payableId: string): Promise<boolean>
  /**
   * Hands over what was paid for, inside the transaction that settles the payment. `gone` when it cannot be had, `soldOut`
   * when others bought the last of it before its money came in time.
   */
  onPaid(
    tx: Db,
    deps: Deps,
    payableId: string,
    payment: ReceivedPayment,
  ): Promise<'done' | 'gone' | 'soldOut'>
  /**
   * Shows on the payable the status of its payment, refunds too; its time to pay does not run out while money waits. `status`
   * is not given where its payments say nothing.
   */
  onPaymentStatus(
    tx: Db,
    payableId: string,
    status: PaymentStatus | undefined,
    waiting: WaitingMoney,
  ): Promise<void>
  /** Whether something that may still be paid for had this reference before, which is that of another by now. */
  isFormerReference?(db: Db, reference: string): Promise<boolean>
  formerReferencesOf?(db: Db, payableId: string): Promise<readonly string[]>
  /** Whether what comes in beyond the price goes back at once; where this is not stated, it stays the customer's credit. */
  returnsSurplus?(db: Db, payableId: string): Promise<boolean>
  /**
   * Only where a purchase goes on although a payment leaves the books; elsewhere it is ended first. Locks the purchase before
   * the money leaves the books. Returns what became of what it had paid.
   */
  onVoided?(tx: Db, payableId: string, voided: VoidedPayment): Promise<VoidedEnd>
  /**
   * Only where the payer chooses the amount, as for the time of a listing. A provider reports another amount for a payment that
   * counts: what was bought is changed to what that amount buys. False where it cannot be: then more goes back, and less is owed.
   */
  buysOther?(
    tx: Db,
    payableId: string,
    paid: { payment: PaymentRow; difference: number; now: Date },
  ): Promise<boolean>
  /** Only where a history says so: less goes back than its customer was told, because less came in. */
  onRefundLowered?(tx: Db, payableId: string, lowered: LoweredRefund): Promise<void>
  /** Only where the payer chooses the amount from a price list. */
  terms?: PriceTerms
  /** Only where something can be bought besides the thing itself: what that was, by the id of the payable. */
  partsOf?(db: Db, payableIds: readonly string[]): Promise<ReadonlyMap<string, readonly PurchasePart[]>>
}

export type LoweredRefund = {
  /** What was to go back until now, and what goes back. */
  before: number
  amount: number
  /** Of the member of staff who corrected it; null where a provider reported less. */
  accountId: string | null
  now: Date
}

/** What was paid is owed again, waits to be paid again and is not owed, or is neither. */
export type VoidedEnd = 'owed' | 'waits' | 'over'

/** A payment whose money never came, or that was recorded by mistake, as staff says. */
export type VoidedPayment = {
  amount: number
  code: string
  /** What staff wrote. */
  reason: string
  accountId: string | null
  now: Date
  takeOutOfBooks: () => Promise<void>
}

export type Payables = Record<PayableType, Payable>

/** Reported money that matches nothing, while it goes back to whoever paid it. Nobody can pay for it. */
export const unmatchedPayable: Payable = {
  paidOnce: true,
  description: 'Unmatched',
  paymentCheckedMessage: m.payment_for_unmatched,
  notPayable: 'purchase_not_found',
  wrongState: 'purchase_gone',
  priceDue: () => Promise.reject(new AppError('purchase_not_found')),
  isDelivered: () => Promise.resolve(false),
  onPaid: () => Promise.resolve('gone'),
  onPaymentStatus: () => Promise.resolve(),
}
