import { RETURN_TERMS_LIMITS } from '@twende/contract/bookings/return-terms.ts'
import { m } from '@twende/messages'
import type { AppForm } from '@twende/ui/form/use-app-form.ts'
import { LimitedNumber, SettingsPart, type SettingsValues } from './settings-part.tsx'

/** When a deposit goes back. */
export function ReturnPart({ form }: { form: AppForm<SettingsValues> }) {
  return (
    <SettingsPart title={m.admin_settings_return_title()} hint={m.admin_settings_return_hint()}>
      <LimitedNumber
        form={form}
        name="returnTerms.depositDays"
        label={m.admin_settings_deposit_days_label()}
        hint={m.admin_settings_deposit_days_hint()}
        least={1}
        most={RETURN_TERMS_LIMITS.depositDays}
      />
    </SettingsPart>
  )
}
