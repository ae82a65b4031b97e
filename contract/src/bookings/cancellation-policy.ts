import * as z from 'zod/mini'
import { storedDocument } from '../stored-document.ts'

function whole(max: number, { unit }: { unit: string }) {
  const sentence = `Please enter 0 to ${max} ${unit}`
  return z.int(sentence).check(z.gte(0, sentence), z.lte(max, sentence))
}

/** What a customer who cancels a paid booking gets back. */
export const CancellationPolicy = z
  .object({
    /** Free until so many hours before pickup. */
    freeHoursBefore: whole(336, { unit: 'hours' }),
    /** Free within so many minutes of booking, however near the pickup is. */
    freeMinutesAfter: whole(1_440, { unit: 'minutes' }),
    /** Rentals of up to so many days are short. */
    shortDays: whole(30, { unit: 'days' }),
    /** What is kept of a short rental: so many hundredths of a day's price. */
    keptOfShortPercent: whole(100, { unit: 'percent' }),
    /** What is kept of a longer rental: so many days' price. */
    keptOfLongDays: whole(7, { unit: 'days' }),
  })
  .check(
    z.refine(
      ({ shortDays, keptOfLongDays }) => keptOfLongDays <= shortDays + 1,
      'A longer rental cannot keep more days than it has',
    ),
  )
export type CancellationPolicy = z.output<typeof CancellationPolicy>

/** The policy as settings store it, and as a booking stores the terms under which it was made. */
export const cancellationDocument = /* @__PURE__ */ storedDocument('cancellation policy', CancellationPolicy)
