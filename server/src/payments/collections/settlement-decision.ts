import { mpesaOutcome } from '@twende/contract/payments/mpesa-outcomes.ts'
import type { PaymentStatus } from '@twende/contract/payments/payment-status.ts'
import type { RefundReason } from '../refunds/refund-payment.ts'

/** What somebody found out about one attempt to collect money. */
export type ProviderResult =
  /** The money moved. M-Pesa's query tells neither receipt nor amount. */
  | { kind: 'paid'; receipt: string | null; amountReceived: number | null }
  | { kind: 'not_paid'; resultCode: string; resultDesc: string }
  /** We were told "paid", and M-Pesa itself does not bear that out. */
  | { kind: 'denied' }
  /** Told "paid" with a receipt that paid for something else. */
  | { kind: 'receipt_reused' }
  /** Nothing was heard for as long as a prompt can live. */
  | { kind: 'quiet' }
  /** The phone was never asked. */
  | { kind: 'not_sent' }

/** How an attempt stands when the finding arrives. */
export type PaymentState = {
  status: PaymentStatus
  amount: number
  receipt: string | null
  pushed: boolean
  /** Another attempt has paid for the same purchase already. */
  purchaseIsPaid: boolean
  /** A "paid" was told that M-Pesa's query has not confirmed yet. */
  claimWaits: boolean
}

export type SettlementDecision =
  /** Changes nothing. */
  | { do: 'nothing' }
  /** The attempt is paid already; the receipt is new. */
  | { do: 'add_receipt' }
  /** Hands the purchase over: paid, unless it is gone. */
  | { do: 'deliver' }
  | { do: 'close'; status: PaymentStatus; outcome: string; giveBack?: RefundReason }

/** States in which money is here or was; nothing found out later takes that away. */
export const MONEY_IS_HERE: readonly PaymentStatus[] = ['paid', 'partial', 'review', 'refunding', 'refunded']

const NOTHING: SettlementDecision = { do: 'nothing' }

/** What a finding makes of an attempt: "paid" beats everything, whatever the order in which we hear of it. */
export function decideSettlement(state: PaymentState, result: ProviderResult): SettlementDecision {
  if (MONEY_IS_HERE.includes(state.status)) return onPaid(state, result)
  if (result.kind === 'paid') return onMoney(state, result)
  if (result.kind === 'denied' || result.kind === 'receipt_reused') {
    return { do: 'close', status: 'review', outcome: result.kind }
  }
  if (state.status !== 'processing' || state.claimWaits) return NOTHING
  if (result.kind === 'not_paid') {
    const { outcome } = mpesaOutcome(result.resultCode)
    return { do: 'close', status: 'failed', outcome: outcome === 'paid' ? 'failed' : outcome }
  }
  if (result.kind === 'quiet') return { do: 'close', status: 'expired', outcome: 'timed_out' }
  return state.pushed ? NOTHING : { do: 'close', status: 'expired', outcome: 'not_sent' }
}

function onMoney(
  { amount, purchaseIsPaid }: PaymentState,
  { amountReceived }: Extract<ProviderResult, { kind: 'paid' }>,
): SettlementDecision {
  // An amount that we did not ask for is for a person to look at.
  if (amountReceived !== null && amountReceived < amount) {
    return { do: 'close', status: 'partial', outcome: 'paid_less' }
  }
  if (amountReceived !== null && amountReceived > amount) {
    return { do: 'close', status: 'review', outcome: 'paid_more' }
  }
  return purchaseIsPaid
    ? { do: 'close', status: 'review', outcome: 'paid_twice', giveBack: 'paid_twice' }
    : { do: 'deliver' }
}

function onPaid({ amount, receipt }: PaymentState, result: ProviderResult): SettlementDecision {
  if (result.kind !== 'paid' || result.receipt === null || receipt !== null) return NOTHING
  return result.amountReceived === null || result.amountReceived === amount
    ? { do: 'add_receipt' }
    : { do: 'close', status: 'review', outcome: result.amountReceived < amount ? 'paid_less' : 'paid_more' }
}
