import { CANCELLATION_POLICY } from '@twende/contract/bookings/cancellation.ts'
import { HOLD_MINUTES, RENTAL_TERMS } from '@twende/contract/business-constants.ts'
import { ONLY_RECORDED_CARS } from '@twende/contract/cars/car-cover.ts'
import { bestPlans, type ListingPlans } from '@twende/contract/listings/listing-plan.ts'
import {
  type BusinessSettings,
  type InvalidSetting,
  priceListDocument,
  readStoredSettings,
} from '@twende/contract/settings/business-settings.ts'
import { LISTING_PLANS } from '@twende/contract/settings/first-settings.ts'
import { ORDER_HOLD_MINUTES } from '@twende/contract/shop/shop-choices.ts'
import type { OperationWarning } from '@twende/contract/today/today-routes.ts'
import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { findPriceListsSince, findSettings } from './settings-store.ts'

const DAY_MS = 86_400_000

/** Older payments are doubted anyway. */
const REMEMBERED_MS = 30 * DAY_MS

/** The parts of the configuration that are settings until an admin changes them. */
export type ConfiguredSettings = {
  whatsappNumber: string
  payments: { receiver: { name: string; number: string; accountHint: string } }
}

/** How the business is set up where the back office has not said otherwise. */
export function settingsFrom({ whatsappNumber, payments }: ConfiguredSettings): BusinessSettings {
  return {
    businessName: 'Twende',
    whatsappNumber,
    mpesaBusinessName: payments.receiver.name,
    mpesaAccountHint: payments.receiver.accountHint,
    bookingHoldMinutes: { ...HOLD_MINUTES },
    orderHoldMinutes: { ...ORDER_HOLD_MINUTES },
    listingPlans: [...LISTING_PLANS],
    cancellation: { ...CANCELLATION_POLICY },
    onlyRecordedCars: ONLY_RECORDED_CARS,
    rentalTerms: { ...RENTAL_TERMS },
  }
}

/** How the business is set up now: what the back office chose, over what the process was configured with. */
export async function readSettings(db: Db, config: ConfiguredSettings): Promise<BusinessSettings> {
  return (await settingsWithAuthor(db, config)).settings
}

/** The settings, who changed them last, and which stored ones cannot be read. */
export async function settingsWithAuthor(db: Db, config: ConfiguredSettings) {
  const stored = await findSettings(db)
  return {
    ...readStoredSettings(stored?.chosen ?? {}, settingsFrom(config)),
    updatedAt: stored?.updated_at.toISOString() ?? null,
    updatedBy: stored?.name ?? null,
    termsChangedAt: stored?.terms_changed_at?.toISOString() ?? null,
  }
}

/** Logs stored settings that cannot be read, once, and keeps the warning of the health page up to date. */
export function reportInvalidSettings(
  { logger, warnings }: { logger: Logger; warnings: Set<OperationWarning> },
  invalid: readonly InvalidSetting[],
): void {
  if (invalid.length === 0) {
    warnings.delete('settings_invalid')
    return
  }
  if (warnings.has('settings_invalid')) return
  warnings.add('settings_invalid')
  logger.error({ code: 'settings_invalid', invalid }, 'Stored business settings cannot be read')
}

/** What a listing's time costs at `now`. */
export async function plansNow(db: Db, now: Date): Promise<ListingPlans> {
  return (await plansSince(db, now)).at(-1) ?? LISTING_PLANS
}

type PaidByHand = { amount: number; paidAt: Date | null; now: Date }

/** The price list that money counts by which was paid by hand: the best for its payer of those in force since then. */
export async function plansForMoney(db: Db, { amount, paidAt, now }: PaidByHand): Promise<ListingPlans> {
  const earliest = new Date(now.getTime() - REMEMBERED_MS)
  const since = paidAt && paidAt < now ? paidAt : now
  const [first, ...others] = await plansSince(db, since > earliest ? since : earliest)
  return bestPlans(amount, [first ?? LISTING_PLANS, ...others])
}

async function plansSince(db: Db, since: Date): Promise<ListingPlans[]> {
  const lists = await findPriceListsSince(db, since)
  const later = lists.map(({ plans }) => priceListDocument.read(plans))
  const [oldest] = lists
  return oldest && oldest.since <= since ? later : [LISTING_PLANS, ...later]
}
