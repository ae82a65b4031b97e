import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { addDays, nairobiDay, nairobiInstant } from '../calendar-day.ts'
import { storedDocument } from '../stored-document.ts'

/** The most that each of the terms can be. */
export const RETURN_TERMS_LIMITS = { depositDays: 30 } as const

function whole(least: number, max: number, message: (limits: { least: number; max: number }) => string) {
  const error = () => message({ least, max })
  return z.int({ error }).check(z.gte(least, { error }), z.lte(max, { error }))
}

/** What a customer may count on after the return of the car. */
export const ReturnTerms = z.object({
  /** Within so many working days the deposit is sent back. */
  depositDays: whole(1, RETURN_TERMS_LIMITS.depositDays, m.validation_deposit_days),
})
export type ReturnTerms = z.output<typeof ReturnTerms>

/** The terms as settings store them, and as a booking stores those under which it was made. */
export const returnTermsDocument = /* @__PURE__ */ storedDocument('return terms', ReturnTerms)

/** The end of the last of so many working days, Monday to Friday, after the day of `from`. */
export function endOfWorkingDays(from: Date, days: number): Date {
  let day = nairobiDay(from)
  for (let left = days; left > 0; ) {
    day = addDays(day, 1)
    if (isWorkingDay(day)) left -= 1
  }
  return nairobiInstant(addDays(day, 1), '00:00')
}

function isWorkingDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6
}
