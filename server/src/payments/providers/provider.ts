import type { MoneyMethod } from '@twende/contract/payments/payment-choices.ts'
import type { AppDeps } from '../../deps.ts'
import type { ProviderResult } from '../collections/settlement-decision.ts'
import type { PaymentRow } from '../payment-store.ts'

export type PaidResult = Extract<ProviderResult, { kind: 'paid' }>
export type ProviderDeps = Pick<AppDeps, 'db' | 'clock' | 'logger' | 'gateway'>

export type CollectionRequest = {
  payment: PaymentRow
  /** What the payer sees: the payable's reference, and what it is in at most 13 characters. */
  reference: string
  description: string
}

/** What a message at the webhook of a payment says. */
export type WebhookReading =
  /** No message of this provider; changes nothing. */
  | { kind: 'unreadable' }
  /** A message about another collection; changes nothing. */
  | { kind: 'other_collection' }
  /** Says "paid", and not what or how much: the provider is asked soon. */
  | { kind: 'incomplete' }
  | { kind: 'not_paid'; result: ProviderResult }
  /** Says "paid". Confirmed by a poll before it counts, unless the provider cannot be asked. */
  | { kind: 'paid'; result: PaidResult }

/** What the provider itself says of a collection. */
export type PollAnswer =
  | { kind: 'final'; result: ProviderResult }
  | { kind: 'pending' }
  | { kind: 'unreachable' }

/**
 * A way for money to come in and go out. One folder each, registered in `registry.ts`; the tests of
 * `provider-contract.ts` hold for every one that collects.
 */
export type Provider = {
  /** The methods of payments that are this provider's. */
  methods: readonly MoneyMethod[]
  /** Undefined where a person takes the money, as with cash. */
  collection?: {
    /**
     * Asks the payer, once: nobody calls it a second time for a payment. Answers what is known at once, as when nothing
     * was sent; undefined when the webhook or a poll tells later.
     */
    start(deps: ProviderDeps, request: CollectionRequest): Promise<ProviderResult | undefined>
    /** Reads what was posted to the webhook of a payment. */
    readWebhook(deps: ProviderDeps, payment: PaymentRow, body: string): Promise<WebhookReading>
    /** Asks the provider what became of a collection; undefined when it has no name for it yet. */
    poll(deps: ProviderDeps, payment: PaymentRow): Promise<PollAnswer | undefined>
  }
  /** How a refund is paid: `recorded` when a person sends it and notes how. */
  payout: 'recorded'
  /** Whether the reference of a payment is written as this provider writes them. */
  isReference(reference: string): boolean
}
