import { cancellationRefund } from '@twende/contract/bookings/cancellation.ts'
import { policyWords, showMinutes } from '@twende/contract/bookings/cancellation-format.ts'
import { type CancellationPolicy, POLICY_LIMITS } from '@twende/contract/bookings/cancellation-policy.ts'
import { keepAmounts } from '@twende/contract/keep-amounts.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import type { AppForm } from '@twende/ui/form/use-app-form.ts'
import { LimitedNumber, policyOf, SettingsPart, type SettingsValues } from './settings-part.tsx'

type PolicyField = keyof CancellationPolicy

const fields: Record<PolicyField, { label: () => string; hint?: () => string }> = {
  freeHoursBefore: { label: m.admin_settings_free_hours_label },
  freeMinutesAfter: { label: m.admin_settings_free_minutes_label },
  shortDays: { label: m.admin_settings_short_days_label, hint: m.admin_settings_short_days_hint },
  keptOfShortPercent: { label: m.admin_settings_short_fee_label },
  keptOfLongDays: { label: m.admin_settings_long_fee_label },
}
const FIELD_NAMES = Object.keys(fields) as PolicyField[]

type CancellationPartProps = { form: AppForm<SettingsValues>; saved: CancellationPolicy }

/** What a customer who cancels gets back, with what that means in shillings. */
export function CancellationPart({ form, saved }: CancellationPartProps) {
  const typed = policyOf(form.watch('cancellation'))
  const isComplete = Object.values(typed).every((value) => !Number.isNaN(value))
  return (
    <SettingsPart
      title={m.admin_settings_cancellation_title()}
      hint={m.admin_settings_cancellation_hint()}
      after={<Meaning policy={isComplete ? typed : saved} />}
    >
      {FIELD_NAMES.map((name) => (
        <LimitedNumber
          key={name}
          form={form}
          name={`cancellation.${name}`}
          label={fields[name].label()}
          hint={fields[name].hint?.()}
          least={0}
          most={POLICY_LIMITS[name]}
        />
      ))}
    </SettingsPart>
  )
}

function Meaning({ policy }: { policy: CancellationPolicy }) {
  return (
    <div className="figures mt-5 grid gap-2 rounded-md bg-acacia-tint p-4 text-acacia-deep">
      <p>
        <Sentence
          text={m.admin_settings_cancellation_text({ text: policyWords(policy) })}
          marks={{ b: (text) => <strong>{text}</strong> }}
        />
      </p>
      <p>{exampleOf(policy, Math.max(5, policy.shortDays + 1))}</p>
      {policy.shortDays > 0 && <p>{exampleOf(policy, policy.shortDays)}</p>}
    </div>
  )
}

const HOUR_MS = 3_600_000
const PRICE = 4_500

/** `A rental of 5 days for Ksh 22,500, cancelled 10 hours before pickup: the cancellation fee is Ksh 4,500.` */
function exampleOf(policy: CancellationPolicy, totalDays: number): string {
  const pickupAt = new Date(0)
  const hours = Math.min(10, policy.freeHoursBefore - 1)
  const now = new Date(pickupAt.getTime() - (hours < 1 ? -1 : hours) * HOUR_MS)
  const booking = {
    paid: PRICE * totalDays,
    totalDays,
    dailyPrices: Array.from({ length: totalDays }, () => ({ price: PRICE })),
    pickupAt,
    bookedAt: new Date(-1e12),
  }
  const { kept, paid } = cancellationRefund(booking, policy, now)
  const facts = { count: totalDays, fee: showKsh(kept), paid: showKsh(paid) }
  return keepAmounts(
    hours < 1
      ? m.admin_settings_example_no_show(facts)
      : m.admin_settings_example_cancelled({ ...facts, time: showMinutes(hours * 60) }),
  )
}
