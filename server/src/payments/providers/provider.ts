import type { IncomingHttpHeaders } from 'node:http'
import type { ErrorCode } from '@twende/contract/http/error-codes.ts'
import type { CollectedMethod, MoneyMethod } from '@twende/contract/payments/payment-choices.ts'
import type { PaymentFailure } from '@twende/contract/payments/payment-failures.ts'
import type { ProofDisagreement } from '@twende/contract/payments/proof-evidence.ts'
import type { Clock, Deps } from '../../basic-deps.ts'
import type { Db } from '../../db/database.ts'
import type { ConfiguredSettings } from '../../settings/read-settings.ts'
import type { MoneyAccount } from '../ledger/accounts.ts'
import type { PaymentRow } from '../payment-store.ts'

/** The money moved. A poll may know neither receipt nor amount, nor when. */
export type PaidResult = {
  kind: 'paid'
  receipt: string | null
  amountReceived: number | null
  paidAt?: Date | undefined
}
export type NotPaidResult = { kind: 'not_paid'; failure: PaymentFailure }

/**
 * What a provider works with. `Gateways` has its connection to the provider's system, under its name. Nothing here names
 * the configuration or dependencies of the whole application: they are made of what the providers need.
 */
export type ProviderDeps<Gateways = unknown> = Pick<Deps, 'db' | 'clock' | 'logger'> & { gateways: Gateways }

export type CollectionRequest = {
  payment: PaymentRow
  /** What the payer sees: the payable's reference, and what it is in at most 13 characters. */
  reference: string
  description: string
}

export type WebhookMessage = { secret: string; headers: IncomingHttpHeaders; body: Buffer }

/** What a message at the webhook of a payment says. */
export type WebhookReading =
  /** No message of this provider; changes nothing. */
  | { kind: 'unreadable' }
  /** A message about another collection; changes nothing. */
  | { kind: 'other_collection' }
  /** Says "paid", and not what or how much: the provider is asked soon. */
  | { kind: 'incomplete' }
  | { kind: 'not_paid'; result: NotPaidResult }
  /** Says "paid". Confirmed by a poll before it counts, unless the provider cannot be asked. */
  | { kind: 'paid'; result: PaidResult }

/** What the provider itself says of a collection. */
export type PollAnswer =
  | { kind: 'final'; result: PaidResult | NotPaidResult }
  | { kind: 'pending' }
  | { kind: 'unreachable' }

/** The part of a provider that asks payers for money. */
export type Collection<Gateways = unknown> = {
  /** The method of the payments that it collects. */
  method: CollectedMethod
  /** The largest amount that one payment can have, and the error for a larger one; undefined where there is none. */
  limit?: { amount: number; error: ErrorCode }
  /** How long a payer can answer a request: another request is refused until then. */
  requestSeconds: number
  /** After this time without a result an attempt is expired; a later result still counts. */
  giveUpSeconds: number
  /**
   * From when a payer can be asked, if the payer had too many requests; undefined when now. Payers are counted one after
   * the other: a lock lasts until the transaction ends.
   */
  nextRequestAt(
    tx: Db,
    deps: { clock: Clock; config: { rateLimit: boolean } },
    payer: { phone: string; accountId: string },
  ): Promise<Date | undefined>
  /**
   * Asks the payer. It is called once for each payment. Returns a result that is known at once, as when nothing was
   * sent; undefined when the webhook or a poll brings the result.
   */
  start(deps: ProviderDeps<Gateways>, request: CollectionRequest): Promise<NotPaidResult | undefined>
  /**
   * The payment that a message at `/api/hooks/<method>/<secret>` is about; undefined when the message is not the
   * provider's own: when its signature is wrong or, where messages are not signed, its secret is that of no payment.
   */
  findPaymentId(deps: ProviderDeps<Gateways>, message: WebhookMessage): Promise<string | undefined>
  /** What the provider expects as the answer to a message at its webhook; an empty object where it expects nothing. */
  webhookReply?: Record<string, unknown>
  /** Reads what was posted to the webhook of a payment. */
  readWebhook(deps: ProviderDeps<Gateways>, payment: PaymentRow, body: string): Promise<WebhookReading>
  /** Asks the provider what became of a collection; undefined when it has no name for it yet. */
  poll(deps: ProviderDeps<Gateways>, payment: PaymentRow): Promise<PollAnswer | undefined>
  /** Where the payer goes on to pay, if the provider has a page for it; undefined until it has given the address. */
  findPayUrl?(db: Db, paymentId: string): Promise<string | undefined>
  /** The provider's own code of the latest result, for staff. */
  resultCode(db: Db, paymentId: string): Promise<string | null>
  /** Empties what the provider's tables say of payers before `before`, at most `most` rows; returns how many. */
  deleteOldPayers(tx: Db, before: Date, most: number): Promise<number>
}

/** What a payer states of a payment: what their proof says, and what they typed beside it. */
export type ProofStatement = {
  amount: number
  /** Null where the proof names no time. */
  paidAt: Date | null
  payerName: string
  /** In its stored form. */
  payerPhone: string
  submittedAt: Date
  /** The reference of what it pays for. */
  reference: string
}

/** Money that a provider reported without a request of ours. */
export type ReportedTransaction = {
  amount: number
  paidAt: Date | null
  payerName: string
  /** Masked, hashed, or as it is. */
  phone: string
  /** What the payer typed as the account number. */
  reference: string
}

/** A pasted proof as its provider reads it. */
export type ProofReading =
  | { kind: 'unreadable'; message: string }
  | {
      kind: 'read'
      code: string
      /** Whole shillings; null where the proof names none. */
      amount: number | null
      paidAt: Date | null
      recipient: string
      /** The proof without what is private, such as the balance of the payer. */
      text: string
      /** Codes of what staff should check. */
      warnings: string[]
    }

type ProofDeps = { config: ConfiguredSettings }

/** How pasted proofs of payments are read, and compared with what the provider itself reported. */
export type ProofVerification = {
  /** The method of the payments that are proved. */
  method: MoneyMethod
  read(db: Db, deps: ProofDeps, proof: { text: string; amount: number; now: Date }): Promise<ProofReading>
  /** Where a proof and the transaction with its code differ; empty if the transaction proves it. */
  compare(
    db: Db,
    deps: ProofDeps,
    compared: { proof: ProofStatement; transaction: ReportedTransaction },
  ): Promise<ProofDisagreement[]>
  /** A code of `warnings` as a sentence. */
  warningLabel(warning: string): string
}

/**
 * A way for money to come in and go out. One folder each, registered in `registry.ts`; the tests of
 * `provider-contract.ts` hold for every one that collects.
 */
export type Provider<Gateways = unknown> = {
  /** The methods of payments that are this provider's. */
  methods: readonly MoneyMethod[]
  /** The account of the ledger that has the money of its payments. */
  account: MoneyAccount
  /** Undefined where a person takes the money, as with cash. */
  collection?: Collection<Gateways>
  /** The method of payments that staff records as taken in this way. */
  recordedMethod?: MoneyMethod
  /** The method of the transactions that the provider reports without a request of ours. */
  transactionMethod?: MoneyMethod
  /** Registers the addresses where the provider reports payments, if it needs that; runs as a job at each start. */
  registerCallbacks?(deps: { gateways: Gateways; tokenSecret: string }): Promise<void>
  /** Only where payers can paste a proof of what they paid. */
  proofs?: ProofVerification
  /** How a refund is paid: `recorded` when a person sends it and notes how. */
  payout: 'recorded'
}
