import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { AnyPhone } from '../payments/payment-input.ts'
import { DayInput, line, paragraphs } from '../text.ts'
import { plainLicenceNumber } from './driver-rules.ts'

/** The longest time, in years, for which somebody is refused. */
export const REFUSED_FOR_YEARS = 5

/** Why no car is rented to somebody. */
export const REFUSED_FOR = [
  'unpaid',
  'damage',
  'late_return',
  'false_papers',
  'dangerous_driving',
  'other',
] as const

export const REFUSAL_LIST_STATES = ['in_force', 'ended', 'lifted'] as const
export type RefusalListState = (typeof REFUSAL_LIST_STATES)[number]

export const APPEAL_DECISIONS = ['kept', 'lifted'] as const

const LicenceNumber = z.pipe(
  line(40, m.validation_licence_number),
  z.transform((text, context) => {
    const plain = plainLicenceNumber(text)
    if (plain.length >= 4) return plain
    context.issues.push({ code: 'custom', message: m.validation_licence_number(), input: text })
    return z.NEVER
  }),
)

/** To whom no car is rented, why and how long: by phone number, by driving licence, or by both. */
export const RefusalListInput = z
  .object({
    phone: z.optional(AnyPhone),
    licenceNumber: z.optional(LicenceNumber),
    reason: z.enum(REFUSED_FOR),
    note: paragraphs(500, m.validation_reason_missing),
    until: DayInput,
  })
  .check(
    z.refine(({ phone, licenceNumber }) => phone !== undefined || licenceNumber !== undefined, {
      error: () => m.validation_refusal_list_who(),
      path: ['phone'],
    }),
  )
export type RefusalListInput = z.output<typeof RefusalListInput>

export const RefusalListEntry = z.object({
  _id: z.string(),
  /** The last three characters; null where the entry names none. */
  phoneEnd: z.nullable(z.string()),
  licenceEnd: z.nullable(z.string()),
  reason: z.enum(REFUSED_FOR),
  note: z.string(),
  /** The last day on which it holds. */
  until: z.string(),
  state: z.enum(REFUSAL_LIST_STATES),
  addedBy: z.string(),
  addedAt: z.string(),
  appeals: z.array(
    z.object({
      appeal: z.string(),
      decision: z.enum(APPEAL_DECISIONS),
      reason: z.string(),
      by: z.string(),
      at: z.string(),
    }),
  ),
})
export type RefusalListEntry = z.output<typeof RefusalListEntry>

/** What a person on the list says against it, and what is decided. */
export const RefusalAppeal = z.object({
  appeal: paragraphs(1_000),
  decision: z.enum(APPEAL_DECISIONS),
  reason: paragraphs(500, m.validation_reason_missing),
})
