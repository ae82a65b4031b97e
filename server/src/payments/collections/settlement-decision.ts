import type { PaymentStatus } from '@twende/contract/payments/payment.ts'
import { failureOutcome } from '@twende/contract/payments/payment-failures.ts'
import type { PaymentRefundReason } from '../payment-labels.ts'
import type { NotPaidResult, PaidResult } from '../providers/provider.ts'

/** What is known of one attempt to collect money. */
export type ProviderResult =
  | PaidResult
  | NotPaidResult
  /** A message said "paid", and the provider does not confirm it. */
  | { kind: 'denied' }
  /** A message said "paid" with a receipt that paid for something else. */
  | { kind: 'receipt_reused' }
  /** Paid, without a receipt, and money was reported that may be its own or that of somebody else. */
  | { kind: 'possibly_reported' }
  /** No result came for as long as a payer can answer a request. */
  | { kind: 'no_answer' }
  /** No result came either, and what the provider answered to the request was never written: the phone may have been asked. */
  | { kind: 'answer_lost' }
  /** The provider was never asked. */
  | { kind: 'not_sent' }

/** The state of an attempt when a result arrives. */
export type PaymentState = {
  status: PaymentStatus
  amount: number
  /** What is enough: less than the amount where other parts paid some of it, and more where one of them went back since. */
  enough: number
  receipt: string | null
  isRequested: boolean
  /** Other attempts have paid the price of the payable already. One that was given back has not. */
  payableIsPaid: boolean
  /** It was cancelled or deleted: only its whole price may revive it, and a part goes back. */
  payableHasEnded: boolean
  /** In review as `possibly_reported`: a receipt decides it. */
  isPossiblyReported: boolean
  /** A message said "paid" that a poll has not confirmed yet. */
  awaitsConfirmation: boolean
}

export type SettlementDecision =
  /** Changes nothing. */
  | { do: 'nothing' }
  /** The attempt is paid already; the receipt is new. */
  | { do: 'add_receipt' }
  /** Delivers what was paid for: paid, unless it is gone. */
  | { do: 'deliver' }
  | { do: 'close'; status: PaymentStatus; outcome: string; giveBack?: PaymentRefundReason }

/** States in which money is here or was; no later result changes that. */
export const MONEY_IS_HERE: readonly PaymentStatus[] = ['paid', 'partial', 'review', 'refunding', 'refunded']

const NOTHING: SettlementDecision = { do: 'nothing' }

/** What a result makes of an attempt: "paid" always counts, in whatever order the results arrive. */
export function decideSettlement(state: PaymentState, result: ProviderResult): SettlementDecision {
  const isDecided = MONEY_IS_HERE.includes(state.status)
  const namesReceipt = result.kind === 'paid' && result.receipt !== null
  if (isDecided && !(state.isPossiblyReported && state.status === 'review' && namesReceipt))
    return onPaid(state, result)
  if (result.kind === 'paid') return onMoney(state, result)
  if (result.kind === 'denied' || result.kind === 'receipt_reused' || result.kind === 'possibly_reported') {
    return { do: 'close', status: 'review', outcome: result.kind }
  }
  if (state.status !== 'processing' || state.awaitsConfirmation) return NOTHING
  if (result.kind === 'not_paid') {
    return { do: 'close', status: 'failed', outcome: failureOutcome(result.failure) }
  }
  if (result.kind === 'no_answer') return { do: 'close', status: 'expired', outcome: 'timed_out' }
  if (result.kind === 'answer_lost') return { do: 'close', status: 'expired', outcome: 'answer_lost' }
  return state.isRequested ? NOTHING : { do: 'close', status: 'expired', outcome: 'not_sent' }
}

function onMoney(
  { amount, enough, payableIsPaid, payableHasEnded }: PaymentState,
  { amountReceived }: PaidResult,
): SettlementDecision {
  // A poll names no amount: it is the one that was asked for.
  const received = amountReceived ?? amount
  // Staff has to look at an amount that was not requested.
  if (received > amount) return { do: 'close', status: 'review', outcome: 'paid_more' }
  if (received < enough && payableHasEnded)
    return { do: 'close', status: 'review', outcome: 'paid_too_late', giveBack: 'paid_too_late' }
  // A part waits for the others. Those that together cover what is left to pay count at once.
  if (received < enough) {
    return { do: 'close', status: 'partial', outcome: received < amount ? 'paid_less' : 'part_of_price' }
  }
  return payableIsPaid
    ? { do: 'close', status: 'review', outcome: 'paid_twice', giveBack: 'paid_twice' }
    : { do: 'deliver' }
}

function onPaid({ amount, receipt }: PaymentState, result: ProviderResult): SettlementDecision {
  if (result.kind !== 'paid' || result.receipt === null || receipt !== null) return NOTHING
  return result.amountReceived === null || result.amountReceived === amount
    ? { do: 'add_receipt' }
    : { do: 'close', status: 'review', outcome: result.amountReceived < amount ? 'paid_less' : 'paid_more' }
}
