import type { PaymentStatus } from '@twende/contract/bookings/booking-status.ts'
import { mpesaOutcome } from '@twende/contract/payments/mpesa-outcomes.ts'
import type { ReturnReason } from './return-money.ts'

/** What somebody found out about one attempt to collect money. */
export type Finding =
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
export type Standing = {
  status: PaymentStatus
  amount: number
  receipt: string | null
  pushed: boolean
  /** Another attempt has paid for the same purchase already. */
  purchaseIsPaid: boolean
  /** A "paid" was told that M-Pesa's query has not confirmed yet. */
  claimWaits: boolean
}

export type Verdict =
  /** Changes nothing. */
  | { do: 'nothing' }
  /** The attempt is paid already; the receipt is new. */
  | { do: 'add_receipt' }
  /** Hands the purchase over: paid, unless it is gone. */
  | { do: 'deliver' }
  | { do: 'close'; status: PaymentStatus; outcome: string; giveBack?: ReturnReason }

/** States in which money is here or was; nothing found out later takes that away. */
export const MONEY_IS_HERE: readonly PaymentStatus[] = ['paid', 'partial', 'review', 'refunding', 'refunded']

const NOTHING: Verdict = { do: 'nothing' }

/** What a finding makes of an attempt: "paid" beats everything, whatever the order in which we hear of it. */
export function verdictOn(standing: Standing, finding: Finding): Verdict {
  if (MONEY_IS_HERE.includes(standing.status)) return onPaid(standing, finding)
  if (finding.kind === 'paid') return onMoney(standing, finding)
  if (finding.kind === 'denied' || finding.kind === 'receipt_reused') {
    return { do: 'close', status: 'review', outcome: finding.kind }
  }
  if (standing.status !== 'processing' || standing.claimWaits) return NOTHING
  if (finding.kind === 'not_paid') {
    const { outcome } = mpesaOutcome(finding.resultCode)
    return { do: 'close', status: 'failed', outcome: outcome === 'paid' ? 'failed' : outcome }
  }
  if (finding.kind === 'quiet') return { do: 'close', status: 'expired', outcome: 'timed_out' }
  return standing.pushed ? NOTHING : { do: 'close', status: 'expired', outcome: 'not_sent' }
}

function onMoney(
  { amount, purchaseIsPaid }: Standing,
  { amountReceived }: Extract<Finding, { kind: 'paid' }>,
): Verdict {
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

function onPaid({ amount, receipt }: Standing, finding: Finding): Verdict {
  if (finding.kind !== 'paid' || finding.receipt === null || receipt !== null) return NOTHING
  return finding.amountReceived === null || finding.amountReceived === amount
    ? { do: 'add_receipt' }
    : { do: 'close', status: 'review', outcome: finding.amountReceived < amount ? 'paid_less' : 'paid_more' }
}
