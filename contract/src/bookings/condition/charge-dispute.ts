import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { optionalParagraphs, paragraphs } from '../../text.ts'
import { CHARGE_KINDS } from './charges.ts'

/** Within so many hours of the return its customer may dispute a charge. */
export const DISPUTE_HOURS = 48

export function disputableUntil(returnedAt: Date): Date {
  return new Date(returnedAt.getTime() + DISPUTE_HOURS * 3_600_000)
}

/** How staff answers a dispute: the charge is kept, or withdrawn and its money goes back. */
export const DISPUTE_DECISIONS = ['kept', 'withdrawn'] as const
export type DisputeDecision = (typeof DISPUTE_DECISIONS)[number]

export const ChargeDispute = z.object({
  reason: z.string(),
  at: z.string(),
  /** Null while it waits for staff. */
  decision: z.nullable(z.enum(DISPUTE_DECISIONS)),
  answer: z.string(),
  decidedAt: z.nullable(z.string()),
})
export type ChargeDispute = z.output<typeof ChargeDispute>

/** A charge of a return, with its dispute if there is one. */
export const ReturnCharge = z.object({
  kind: z.enum(CHARGE_KINDS),
  what: z.string(),
  amount: z.int(),
  quantity: z.nullable(z.int()),
  markId: z.nullable(z.string()),
  dispute: z.nullable(ChargeDispute),
})
export type ReturnCharge = z.output<typeof ReturnCharge>

/** The charges of a return, and until when they may be disputed; null before the return. */
export const ReturnCharges = z.object({
  charges: z.array(ReturnCharge),
  disputableUntil: z.nullable(z.string()),
})
export type ReturnCharges = z.output<typeof ReturnCharges>

/** Which of the charges of the return, in their order, from 0. */
const place = z.int().check(z.gte(0), z.lte(100))

export const DisputeInput = z.object({
  charge: place,
  reason: paragraphs(600, m.validation_dispute_reason),
})

export const DecisionInput = z
  .object({ charge: place, decision: z.enum(DISPUTE_DECISIONS), reason: optionalParagraphs(600) })
  .check(
    z.refine(({ decision, reason }) => decision === 'withdrawn' || reason !== '', {
      error: m.validation_reason_missing,
      path: ['reason'],
    }),
  )
