import * as z from 'zod/mini'
import { CancellationPolicy, cancellationDocument } from '../bookings/cancellation-policy.ts'
import { priceListDocument } from '../listings/price-list.ts'
import { plainLine } from '../plain-text.ts'
import { storedDocument } from '../stored-document.ts'
import { line } from '../text.ts'

/** Minutes; a hold shorter than an M-Pesa request takes would lose paying customers their car. */
const minutes = (max: number) =>
  z
    .int('Please enter whole minutes')
    .check(z.gte(5, 'A hold lasts at least 5 minutes'), z.lte(max, `A hold lasts at most ${max} minutes`))

const Holds = z.object({ mpesa: minutes(120), whatsapp: minutes(2_880) })

/** A plan of so many months; sellers pay it with one M-Pesa payment. */
function plan<Months extends number>(months: Months) {
  const price = z
    .int('Please enter whole shillings')
    .check(z.gte(100, 'A plan costs at least Ksh 100'), z.lte(100_000, 'A plan costs at most Ksh 100,000'))
  return z.object({ months: z.literal(months), price })
}

const Plans = z
  .tuple([plan(1), plan(3), plan(6), plan(12)])
  .check(
    z.refine(
      (plans) => plans.every(({ price }, at) => at === 0 || price > (plans[at - 1]?.price ?? 0)),
      'A longer plan costs more than a shorter one',
    ),
  )

const short = z.string().check(z.overwrite(plainLine), z.maxLength(60, 'Please use at most 60 characters'))

/** What the business says of itself and decides; the same for every process and page. */
export const BusinessSettings = z.object({
  businessName: line(40, 'Please enter the name of the business'),
  /** Digits with the country code, as WhatsApp wants them. */
  whatsappNumber: z
    .string()
    .check(z.trim(), z.regex(/^[1-9]\d{8,14}$/, 'Please enter a number such as 254712345678')),
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
}

/** The settings as JSON to store. */
export function writeSettings(settings: BusinessSettings): string {
  return settingsDocument.write({
    ...settings,
    listingPlans: JSON.parse(priceListDocument.write(settings.listingPlans)),
    cancellation: JSON.parse(cancellationDocument.write(settings.cancellation)),
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
