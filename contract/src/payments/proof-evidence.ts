import * as z from 'zod/mini'
import { PAYABLE_TYPES } from './payment.ts'

/** Why a pasted message is not accepted by itself, though M-Pesa told us of money with its code. */
export const PROOF_DISAGREEMENTS = [
  'amount',
  'time',
  'filed_before_payment',
  'phone',
  'name',
  /** M-Pesa tells too little of the payer to compare. */
  'payer_unknown',
  /** The account number is neither that of the listing nor one of the payer's. */
  'reference',
  /** The account number names something else that we sold. */
  'other_purchase',
  /** Another proof that waits names the same code. */
  'submitted_twice',
  /** A request to a phone for the same amount was open when the money came; it may be its answer. */
  'request_open',
  /** The code counts for something else already. */
  'used',
] as const
export type ProofDisagreement = (typeof PROOF_DISAGREEMENTS)[number]

/** What is known of a pasted message besides its own words, for staff to compare. */
export const ProofEvidence = z.object({
  disagreements: z.array(z.enum(PROOF_DISAGREEMENTS)),
  /** What M-Pesa told us of the code; null when it told us nothing. */
  money: z.nullable(
    z.object({
      amount: z.int(),
      paidAt: z.nullable(z.string()),
      payer: z.string(),
      /** As told: masked. Empty where M-Pesa tells a hash only. */
      phone: z.string(),
      /** What the payer typed as the account number. */
      reference: z.string(),
    }),
  ),
  /** What the account number names, where that is something else that we sold. */
  purchase: z.nullable(
    z.object({
      purpose: z.enum(PAYABLE_TYPES),
      purchaseId: z.string(),
      reference: z.string(),
      customer: z.string(),
      price: z.nullable(z.int()),
      status: z.string(),
    }),
  ),
  /** Other messages that name the code, for other listings, oldest first; at most ten. */
  others: z.array(
    z.object({
      listingId: z.string(),
      reference: z.string(),
      seller: z.string(),
      payerName: z.string(),
      /** Masked. */
      phone: z.string(),
      amount: z.int(),
      sentAt: z.string(),
      status: z.enum(['waiting', 'approved', 'rejected']),
      /** It was sent before the message that is looked at. */
      first: z.boolean(),
    }),
  ),
  /** What the code counts for already; null when it counts for nothing. */
  countsFor: z.nullable(z.string()),
})
export type ProofEvidence = z.output<typeof ProofEvidence>
