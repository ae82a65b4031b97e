import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { Id, optionalParagraphs, paragraphs } from '../../text.ts'
import { CHARGE_KINDS, MOST_CHARGED } from './charges.ts'

/** Within so many hours its customer may dispute a charge of the return, what was kept of the deposit, or a traffic fine. */
export const DISPUTE_HOURS = 48

/** From the return for its charges; for a kept part or a fine from when it was kept or recorded, which the customer is told at once. */
export function disputableUntil(since: Date): Date {
  return new Date(since.getTime() + DISPUTE_HOURS * 3_600_000)
}

/** How staff answers a dispute: the charge is kept, or withdrawn in full or in part, and its money goes back. */
export const DISPUTE_DECISIONS = ['kept', 'withdrawn'] as const
export type DisputeDecision = (typeof DISPUTE_DECISIONS)[number]

export const ChargeDispute = z.object({
  /** What was charged or kept when it was disputed, and what of it staff withdrew. */
  amount: z.int(),
  withdrawn: z.int(),
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

/** What is disputed: one of the charges of the return, in their order, from 0, a kept part of the deposit, or a traffic fine. */
const disputed = {
  charge: z.optional(z.int().check(z.gte(0), z.lte(100))),
  keptPart: z.optional(Id),
  fine: z.optional(Id),
}
export type DisputedThing = {
  charge?: number | undefined
  keptPart?: string | undefined
  fine?: string | undefined
}

const isOfOneThing = z.refine<DisputedThing>(
  ({ charge, keptPart, fine }) => [charge, keptPart, fine].filter((of) => of !== undefined).length === 1,
  { error: m.validation_disputed_thing, path: ['charge'] },
)

export const DisputeInput = z
  .object({ ...disputed, reason: paragraphs(600, m.validation_dispute_reason) })
  .check(isOfOneThing)

export const DecisionInput = z
  .object({
    ...disputed,
    decision: z.enum(DISPUTE_DECISIONS),
    /** How much is withdrawn; all of it where nothing is given. */
    amount: z.optional(
      z
        .int({ error: m.validation_whole_shillings })
        .check(z.gte(1, { error: m.validation_charge_too_small }), z.lte(MOST_CHARGED)),
    ),
    reason: optionalParagraphs(600),
  })
  .check(
    isOfOneThing,
    z.refine(
      // What is withdrawn in full needs no words, but for a fine: its record says why.
      ({ decision, amount, fine, reason }) =>
        (decision === 'withdrawn' && amount === undefined && fine === undefined) || reason !== '',
      {
        error: m.validation_reason_missing,
        path: ['reason'],
      },
    ),
  )
