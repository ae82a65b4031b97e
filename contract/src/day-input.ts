import * as z from 'zod/mini'
import { readDay } from './calendar-day.ts'

/** A day as sent: `YYYY-MM-DD`, or an instant, which means its Nairobi day. */
export const DayInput = z.pipe(
  z.string('Please choose a date').check(z.trim(), z.maxLength(40)),
  z.transform((text, context) => {
    const day = readDay(text)
    if (day !== undefined) return day
    context.issues.push({ code: 'custom', message: 'Please choose a valid date', input: text })
    return z.NEVER
  }),
)

/** A time of day on the hour, `00:00` to `23:00`. */
export const TimeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):00$/, 'Please choose a time on the hour'))
