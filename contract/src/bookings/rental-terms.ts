import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { storedDocument } from '../stored-document.ts'

/** The most that each of the terms can be. */
export const RENTAL_TERMS_LIMITS = {
  extraKmRate: 1_000,
  fuelPerEighth: 20_000,
  lateMinutes: 1_440,
  cleaningFee: 50_000,
} as const

function whole(max: number) {
  const error = () => m.validation_rental_terms({ max })
  return z.int({ error }).check(z.gte(0, { error }), z.lte(max, { error }))
}

/** What a customer pays at the return beyond the rental; whole shillings. */
export const RentalTerms = z.object({
  /** Each kilometre beyond those included. */
  extraKmRate: whole(RENTAL_TERMS_LIMITS.extraKmRate),
  /** Each eighth of a tank that is missing. */
  fuelPerEighth: whole(RENTAL_TERMS_LIMITS.fuelPerEighth),
  /** A car that is later than this many minutes costs another day. */
  lateMinutes: whole(RENTAL_TERMS_LIMITS.lateMinutes),
  /** A car that must be cleaned more than usual. */
  cleaningFee: whole(RENTAL_TERMS_LIMITS.cleaningFee),
})
export type RentalTerms = z.output<typeof RentalTerms>

/** The terms until an admin changes them. */
export const RENTAL_TERMS: RentalTerms = {
  extraKmRate: 25,
  fuelPerEighth: 1_200,
  lateMinutes: 60,
  cleaningFee: 1_500,
}

/** The terms as settings store them. */
export const rentalTermsDocument = /* @__PURE__ */ storedDocument('rental terms', RentalTerms)

/** The terms that a booking keeps, with the kilometres that its car includes each day. */
export const BookedTerms = z.extend(RentalTerms, { kmPerDay: z.int() })
export type BookedTerms = z.output<typeof BookedTerms>

const KM_PER_DAY = 200

/** Version 1 is a booking that was made without such terms. */
export const bookedTermsDocument = /* @__PURE__ */ storedDocument('rental terms of a booking', BookedTerms, [
  (stored) => ({ ...RENTAL_TERMS, kmPerDay: KM_PER_DAY, ...stored }),
])
