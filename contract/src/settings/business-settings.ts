import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { CancellationPolicy, cancellationDocument } from '../bookings/cancellation-policy.ts'
import { RentalTerms, rentalTermsDocument } from '../bookings/rental-terms.ts'
import type { ListingPlans } from '../listings/listing-plan.ts'
import { chatNumber } from '../payments/phone-number.ts'
import { storedDocument } from '../stored-document.ts'
import { line, plainLine } from '../text.ts'

const Plan = z.object({ months: z.int(), price: z.int() })

/** A price list that is or was in force. */
export const PriceList = z.tuple([Plan], Plan)

// Version 1 was a bare array of the plans.
const document = /* @__PURE__ */ storedDocument('price list', z.object({ plans: PriceList }), [
  ({ items }) => ({ plans: items }),
])

/** A price list as settings, payments and payment proofs store it. */
export const priceListDocument = {
  write: ([first, ...others]: ListingPlans) => document.write({ plans: [first, ...others] }),
  read: (stored: unknown): ListingPlans => document.read(stored).plans,
}

/** Minutes of a hold, the fewest and the most by how it is paid; a shorter one would end before an M-Pesa request. */
export const HOLD_MINUTES = { least: 5, mpesa: 120, whatsapp: 2_880 } as const
/** The lowest and the highest price of a plan, in shillings. */
export const PLAN_PRICES = { least: 100, most: 100_000 } as const

const minutes = (max: number) =>
  z
    .int({ error: m.validation_whole_minutes })
    .check(
      z.gte(HOLD_MINUTES.least, { error: m.validation_hold_too_short }),
      z.lte(max, { error: () => m.validation_hold_too_long({ max }) }),
    )

const Holds = z.object({ mpesa: minutes(HOLD_MINUTES.mpesa), whatsapp: minutes(HOLD_MINUTES.whatsapp) })

/** A plan of so many months; sellers pay it with one M-Pesa payment. */
function plan<Months extends number>(months: Months) {
  const price = z
    .int({ error: m.validation_whole_shillings })
    .check(
      z.gte(PLAN_PRICES.least, { error: m.validation_plan_too_cheap }),
      z.lte(PLAN_PRICES.most, { error: m.validation_plan_too_dear }),
    )
  return z.object({ months: z.literal(months), price })
}

const Plans = z.tuple([plan(1), plan(3), plan(6), plan(12)]).check(({ value: plans, issues }) => {
  const at = plans.findIndex(({ price }, place) => place > 0 && price <= (plans[place - 1]?.price ?? 0))
  if (at > 0) {
    issues.push({ code: 'custom', message: m.validation_plan_order(), path: [at, 'price'], input: plans })
  }
})

const short = z
  .string()
  .check(z.overwrite(plainLine), z.maxLength(60, { error: () => m.validation_too_long({ max: 60 }) }))

/** What the business says of itself and decides; the same for every process and page. */
export const BusinessSettings = z.object({
  businessName: line(40, m.validation_business_name),
  /** Digits with the country code, as WhatsApp wants them. */
  whatsappNumber: z
    .string()
    .check(z.overwrite(chatNumber), z.regex(/^[1-9]\d{8,14}$/, { error: m.validation_whatsapp_number })),
  /** The name that M-Pesa shows for the till or paybill; empty where nobody looked it up. */
  mpesaBusinessName: short,
  /** What a payer writes as the account; empty for a till. */
  mpesaAccountHint: short,
  /** How long an unpaid booking keeps its car, in minutes. */
  bookingHoldMinutes: Holds,
  /** How long an unpaid order keeps its pieces, in minutes. */
  orderHoldMinutes: Holds,
  /** What sellers pay for the time that their car is shown. */
  listingPlans: Plans,
  /** What a customer who cancels gets back; a booking keeps the terms under which it was made. */
  cancellation: CancellationPolicy,
  /**
   * Whether a car of which no insurance or no inspection is recorded is not rented. The database reads it too, by its name:
   * `only_recorded_cars` of `business_settings`.
   */
  onlyRecordedCars: z.boolean(),
  /** What a customer pays at the return beyond the rental; a booking keeps the terms under which it was made. */
  rentalTerms: RentalTerms,
})
export type BusinessSettings = z.output<typeof BusinessSettings>

type SettingName = keyof BusinessSettings
const SETTING_NAMES = z.keyof(BusinessSettings).options

/** The stored settings as a whole; a new name of a setting, or its move, is an upcaster here. */
const settingsDocument = /* @__PURE__ */ storedDocument(
  'business settings',
  z.record(z.string(), z.unknown()),
)

/** Settings that are versioned documents of their own, since bookings and payments store them too. */
const readers: { [Name in SettingName]?: (stored: unknown) => unknown } = {
  listingPlans: priceListDocument.read,
  cancellation: cancellationDocument.read,
  rentalTerms: rentalTermsDocument.read,
}

/** The settings as JSON to store. */
export function writeSettings(settings: BusinessSettings): string {
  return settingsDocument.write({
    ...settings,
    listingPlans: JSON.parse(priceListDocument.write(settings.listingPlans)),
    cancellation: JSON.parse(cancellationDocument.write(settings.cancellation)),
    rentalTerms: JSON.parse(rentalTermsDocument.write(settings.rentalTerms)),
  })
}

/** A setting that was stored and cannot be read, and why. */
export type InvalidSetting = { name: SettingName; problem: string }

/**
 * The stored settings, each read on its own: one that was never chosen is the configured one, and so is one that cannot
 * be read, which is reported in `invalid`. Throws when a newer version of the program stored them.
 */
export function readStoredSettings(
  stored: unknown,
  configured: BusinessSettings,
): { settings: BusinessSettings; invalid: InvalidSetting[] } {
  const chosen = settingsDocument.read(stored)
  const settings = { ...configured }
  const invalid: InvalidSetting[] = []
  for (const name of SETTING_NAMES) {
    if (!Object.hasOwn(chosen, name)) continue
    try {
      Object.assign(settings, { [name]: readSetting(name, chosen[name]) })
    } catch (error) {
      invalid.push({ name, problem: error instanceof Error ? error.message : String(error) })
    }
  }
  return { settings, invalid }
}

function readSetting(name: SettingName, stored: unknown): unknown {
  return z.parse(BusinessSettings.shape[name], readers[name]?.(stored) ?? stored)
}
