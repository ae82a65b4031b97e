import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { RENTAL_TERMS } from '../business-constants.ts'
import { addDays, nairobiDay, nairobiInstant } from '../calendar-day.ts'
import { storedDocument } from '../stored-document.ts'

/** The most that each of the terms can be. */
export const RENTAL_TERMS_LIMITS = {
  extraKmRate: 1_000,
  fuelPerEighth: 20_000,
  lateMinutes: 1_440,
  cleaningFee: 50_000,
  depositDays: 30,
} as const

function whole(max: number, least = 0) {
  const error = () => m.validation_rental_terms({ least, max })
  return z.int({ error }).check(z.gte(least, { error }), z.lte(max, { error }))
}

/** What a customer pays at the return beyond the rental, in whole shillings, and when the deposit goes back. */
export const RentalTerms = z.object({
  /** Each kilometre beyond those included. */
  extraKmRate: whole(RENTAL_TERMS_LIMITS.extraKmRate),
  /** Each eighth of a tank that is missing. */
  fuelPerEighth: whole(RENTAL_TERMS_LIMITS.fuelPerEighth),
  /** A car that is later than this many minutes costs another day. */
  lateMinutes: whole(RENTAL_TERMS_LIMITS.lateMinutes),
  /** A car that must be cleaned more than usual. */
  cleaningFee: whole(RENTAL_TERMS_LIMITS.cleaningFee),
  /** Within so many working days after the return the deposit is sent back. */
  depositDays: whole(RENTAL_TERMS_LIMITS.depositDays, 1),
})
export type RentalTerms = z.output<typeof RentalTerms>

/** The terms as settings store them. */
export const rentalTermsDocument = /* @__PURE__ */ storedDocument('rental terms', RentalTerms)

/** The terms that a booking keeps, with the kilometres that its car includes each day and those bought ahead. */
export const BookedTerms = z.extend(RentalTerms, { kmPerDay: z.int(), extraKm: z.int() })
export type BookedTerms = z.output<typeof BookedTerms>

const KM_PER_DAY = 200

/** Kilometres that a rental of so many days includes. */
export function kilometresIncluded({ kmPerDay, extraKm }: BookedTerms, totalDays: number): number {
  return kmPerDay * totalDays + extraKm
}

/** Version 1 is a booking that was made without such terms; version 2 had no kilometres bought ahead. */
export const bookedTermsDocument = /* @__PURE__ */ storedDocument('rental terms of a booking', BookedTerms, [
  (stored) => ({ ...RENTAL_TERMS, kmPerDay: KM_PER_DAY, ...stored }),
  (stored) => ({ extraKm: 0, ...stored }),
])

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
