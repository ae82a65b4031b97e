import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { PrivateFile } from '../private-files/private-file-routes.ts'
import { formShillings, IdList, paragraphs } from '../text.ts'
import { ChargeDispute } from './condition/charge-dispute.ts'
import { MOST_CHARGED } from './condition/charges.ts'

/** Why staff keeps a part of a deposit. */
export const KEEP_REASONS = [
  'damage',
  'missing',
  'fuel',
  'kilometres',
  'cleaning',
  'late',
  'fine',
  'other',
] as const

/** The same, and `owed`: it paid what was owed already when the deposit went back. */
export const KEPT_REASONS = [...KEEP_REASONS, 'owed'] as const
export type KeptReason = (typeof KEPT_REASONS)[number]

/** A part of a deposit that was kept, in whole shillings, with links to its photos for one account. */
export const KeptPart = z.object({
  _id: z.string(),
  amount: z.int(),
  /** How much of it is not kept any more. */
  released: z.int(),
  reason: z.enum(KEPT_REASONS),
  /** What staff wrote to the customer; empty where it paid what was owed. */
  words: z.string(),
  at: z.string(),
  photos: z.array(PrivateFile),
  dispute: z.nullable(ChargeDispute),
  /** Until when its customer may dispute it; null where nothing of it can be disputed any more. */
  disputableUntil: z.nullable(z.string()),
})
export type KeptPart = z.output<typeof KeptPart>

/** The same for staff. */
export const AdminKeptPart = z.extend(KeptPart, {
  by: z.string(),
  releasedBy: z.nullable(z.string()),
  releaseReason: z.string(),
})
export type AdminKeptPart = z.output<typeof AdminKeptPart>

/** What staff keeps, and why; `photoIds` are photos of the return report, besides a new one that is sent with it. */
export const KeepInput = z.object({
  amount: formShillings(1, MOST_CHARGED, m.validation_kept_amount),
  reason: z.enum(KEEP_REASONS, { error: m.validation_keep_reason }),
  words: paragraphs(600, m.validation_keep_words),
  photoIds: z._default(z.union([z.literal(''), IdList]), ''),
})
export type KeepInput = z.output<typeof KeepInput>
