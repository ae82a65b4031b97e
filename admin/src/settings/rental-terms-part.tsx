import { RENTAL_TERMS_LIMITS, type RentalTerms } from '@twende/contract/bookings/rental-terms.ts'
import { m } from '@twende/messages'
import type { AppForm } from '@twende/ui/form/use-app-form.ts'
import { LimitedNumber, SettingsPart, type SettingsValues } from './settings-part.tsx'

const fields: Record<keyof RentalTerms, { label: () => string; hint?: () => string }> = {
  extraKmRate: { label: m.admin_settings_extra_km_label, hint: m.admin_settings_extra_km_hint },
  fuelPerEighth: { label: m.admin_settings_fuel_eighth_label },
  lateMinutes: { label: m.admin_settings_late_minutes_label, hint: m.admin_settings_late_minutes_hint },
  cleaningFee: { label: m.admin_settings_cleaning_label },
  depositDays: { label: m.admin_settings_deposit_days_label, hint: m.admin_settings_deposit_days_hint },
}
const FIELD_NAMES = Object.keys(fields) as (keyof RentalTerms)[]

/** What is suggested as a charge when a car comes back. */
export function RentalTermsPart({ form }: { form: AppForm<SettingsValues> }) {
  return (
    <SettingsPart title={m.admin_settings_rental_terms_title()} hint={m.admin_settings_rental_terms_hint()}>
      {FIELD_NAMES.map((name) => (
        <LimitedNumber
          key={name}
          form={form}
          name={`rentalTerms.${name}`}
          label={fields[name].label()}
          hint={fields[name].hint?.()}
          least={name === 'depositDays' ? 1 : 0}
          most={RENTAL_TERMS_LIMITS[name]}
        />
      ))}
    </SettingsPart>
  )
}
