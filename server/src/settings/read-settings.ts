import { CANCELLATION_POLICY } from '@twende/contract/bookings/cancellation.ts'
import { HOLD_MINUTES } from '@twende/contract/business-constants.ts'
import {
  type BusinessSettings,
  type InvalidSetting,
  readStoredSettings,
} from '@twende/contract/settings/business-settings.ts'
import { LISTING_PLANS } from '@twende/contract/settings/first-settings.ts'
import { ORDER_HOLD_MINUTES } from '@twende/contract/shop/shop-choices.ts'
import type { OperationWarning } from '@twende/contract/today/operation-warnings.ts'
import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { findSettings } from './settings-store.ts'

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
