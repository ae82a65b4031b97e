import { HOLD_MINUTES } from '@twende/contract/business-constants.ts'
import { BusinessSettings } from '@twende/contract/settings/business-settings.ts'
import { CANCELLATION_POLICY, LISTING_PLANS } from '@twende/contract/settings/first-settings.ts'
import { ORDER_HOLD_MINUTES } from '@twende/contract/shop/shop-choices.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/database.ts'
import { findSettings } from './settings-store.ts'

/** How the business is set up where the back office has not said otherwise. */
export function settingsFrom({
  whatsappNumber,
  mpesa,
}: Pick<Config, 'whatsappNumber' | 'mpesa'>): BusinessSettings {
  return {
    businessName: 'Twende',
    whatsappNumber,
    mpesaBusinessName: mpesa.business.name,
    mpesaAccountHint: mpesa.business.accountHint,
    bookingHoldMinutes: { ...HOLD_MINUTES },
    orderHoldMinutes: { ...ORDER_HOLD_MINUTES },
    listingPlans: [...LISTING_PLANS],
    cancellation: { ...CANCELLATION_POLICY },
  }
}

type Configured = Pick<Config, 'whatsappNumber' | 'mpesa'>

/** How the business is set up now: what the back office chose, over what the process was configured with. */
export async function readSettings(db: Db, config: Configured): Promise<BusinessSettings> {
  return (await settingsWithAuthor(db, config)).settings
}

export async function settingsWithAuthor(db: Db, config: Configured) {
  const stored = await findSettings(db)
  const configured = settingsFrom(config)
  // A choice of an earlier version may lack what was added since.
  const chosen = BusinessSettings.safeParse({ ...configured, ...asObject(stored?.chosen) })
  return {
    settings: chosen.success ? chosen.data : configured,
    updatedAt: stored?.updated_at.toISOString() ?? null,
    updatedBy: stored?.name ?? null,
    termsChangedAt: stored?.terms_changed_at?.toISOString() ?? null,
  }
}

function asObject(value: unknown): object {
  return value && typeof value === 'object' ? value : {}
}
