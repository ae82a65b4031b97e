import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { storedDocument } from '../stored-document.ts'

/** The most that each term of a policy can be. */
export const POLICY_LIMITS = {
  freeHoursBefore: 336,
  freeMinutesAfter: 1_440,
  shortDays: 30,
  keptOfShortPercent: 100,
  keptOfLongDays: 7,
} as const

function whole(max: number, message: (limits: { max: number }) => string) {
  const error = () => message({ max })
  return z.int({ error }).check(z.gte(0, { error }), z.lte(max, { error }))
}

/** What a customer who cancels a paid booking gets back. */
export const CancellationPolicy = z
  .object({
    /** Free until so many hours before pickup. */
    freeHoursBefore: whole(POLICY_LIMITS.freeHoursBefore, m.validation_policy_hours),
    /** Free within so many minutes of booking, however near the pickup is. */
    freeMinutesAfter: whole(POLICY_LIMITS.freeMinutesAfter, m.validation_policy_minutes),
    /** Rentals of up to so many days are short. */
    shortDays: whole(POLICY_LIMITS.shortDays, m.validation_policy_days),
    /** What is kept of a short rental: so many hundredths of a day's price. */
    keptOfShortPercent: whole(POLICY_LIMITS.keptOfShortPercent, m.validation_policy_percent),
    /** What is kept of a longer rental: so many days' price. */
    keptOfLongDays: whole(POLICY_LIMITS.keptOfLongDays, m.validation_policy_days),
  })
  .check(
    z.refine(({ shortDays, keptOfLongDays }) => keptOfLongDays <= shortDays + 1, {
      error: m.validation_policy_kept_days,
      path: ['keptOfLongDays'],
    }),
  )
export type CancellationPolicy = z.output<typeof CancellationPolicy>

/** What cancelling one booking costs, and until when it is free; null if it never is. */
export const CancellationTerms = z.object({ fee: z.int(), freeUntil: z.nullable(z.iso.datetime()) })
export type CancellationTerms = z.output<typeof CancellationTerms>

/** The policy as settings store it, and as a booking stores the terms under which it was made. */
export const cancellationDocument = /* @__PURE__ */ storedDocument('cancellation policy', CancellationPolicy)
