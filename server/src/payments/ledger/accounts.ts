import type { Day } from '@twende/contract/calendar-day.ts'

/** The accounts that hold money. */
export const MONEY_ACCOUNTS = ['mpesa', 'cash', 'card', 'bank', 'cheque'] as const
/** Those of them whose money no provider reports: it is taken and counted at the desk. */
export const DESK_ACCOUNTS = ['cash', 'card', 'bank', 'cheque'] as const
/** Those whose money a provider reports. */
export const REPORTED_ACCOUNTS = ['mpesa'] as const satisfies readonly (typeof MONEY_ACCOUNTS)[number][]
export type MoneyAccount = (typeof MONEY_ACCOUNTS)[number]

/**
 * `price`: what the price of a payable was paid into, stored as the account that the view `payables` names for it: a
 * revenue, or of a deposit `deposits`. `receivable`: what a customer owes for a price or a charge. `unapplied`: money that counts for a payable and is not yet used for its price.
 * `suspense`: money that is not decided on yet, of a payment in review or of no payable. `losses`: money that a
 * provider corrected away after it was paid back.
 */
export type Account =
  | MoneyAccount
  | 'price'
  | 'receivable'
  | 'unapplied'
  | 'suspense'
  | 'deposits'
  | 'refunds_payable'
  | 'fees'
  | 'losses'

/** What a payment is for; the ledger knows only its name. */
export type PayableKey = { type: string; id: string }

/** One side of a transaction: debits are positive, credits negative. Without a payable it is unmatched money. */
export type Entry = {
  account: Account
  amount: number
  payable?: PayableKey | undefined
  /** Where it counts on another day than its transaction. */
  day?: Day | undefined
}

/** When something happened, and who did it, where that is not the person of staff whose request this is. */
export type Happening = {
  at: Date
  actor?: string | null | undefined
  /** The day on which its money moved, where that may be another one than the day of `at`. */
  day?: Day | undefined
}

export type TransactionKind =
  | 'money_received'
  | 'money_assigned'
  | 'money_accepted'
  | 'money_set_aside'
  | 'price_paid'
  | 'price_unpaid'
  | 'charged'
  | 'charge_reduced'
  | 'refund_owed'
  | 'refund_paid'
  | 'money_moved'
  | 'deposit_kept'
  | 'deposit_released'
  | 'receipt_corrected'
  | 'money_lost'
  | 'reversed'

export type Transaction = Happening & {
  kind: TransactionKind
  /** The same key again posts nothing. */
  key: string
  payable?: PayableKey | undefined
  /** The provider of the money and its receipt of the movement. */
  provider?: string | undefined
  receipt?: string | undefined
  paymentId?: string | undefined
  refundId?: string | undefined
  reverses?: string | undefined
  entries: readonly Entry[]
}

/** Which provider moved the money, where it gave the movement a receipt. */
export function providerOf(account: MoneyAccount, receipt: string | undefined) {
  return receipt === undefined ? {} : { provider: account, receipt }
}
