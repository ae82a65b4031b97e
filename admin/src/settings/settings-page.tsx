import { RENTAL_TERMS_LIMITS, type RentalTerms } from '@twende/contract/bookings/rental-terms.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { planLabel } from '@twende/contract/listings/listing-plan.ts'
import { showKsh } from '@twende/contract/money.ts'
import {
  type BusinessSettings,
  HOLD_MINUTES,
  PLAN_PRICES,
} from '@twende/contract/settings/business-settings.ts'
import { settingsRoutes } from '@twende/contract/settings/settings-routes.ts'
import { m } from '@twende/messages'
import { useSession } from '@twende/ui/accounts/session.ts'
import { call, type Reply } from '@twende/ui/api/call.ts'
import { useFreshSettings, useSettings } from '@twende/ui/api/settings.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { FieldError } from '@twende/ui/controls/field.tsx'
import { LoadFailure } from '@twende/ui/controls/page-states.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { CheckboxField, Form, TextField } from '@twende/ui/form/fields.tsx'
import { type AppForm, useAppForm } from '@twende/ui/form/use-app-form.ts'
import { typedShillings } from '@twende/ui/form/whole-number.ts'
import { useLatest } from '@twende/ui/loading/use-latest.ts'
import { useRef, useState } from 'react'
import { loadForPage, Page, PageSkeleton, pageTitle } from '../frame/page.tsx'
import type { Route } from './+types/settings-page'
import { CancellationPart } from './cancellation-part.tsx'
import {
  LimitedNumber,
  SettingsPart as Part,
  SettingsPart,
  type SettingsValues,
  settingsOf,
  valuesOf,
} from './settings-part.tsx'

const loadSettings = () => call('GET /api/admin/settings', {}).then(({ data }) => data)

export const clientLoader = () => loadForPage(loadSettings())

export const meta = () => pageTitle(m.admin_menu_settings())

/** How the business is set up; staff looks, an admin changes. */
export default function SettingsPage({ loaderData: { page } }: Route.ComponentProps) {
  const { shown } = useLatest(page)
  const [kept, keep] = useState(shown?.answer)
  // The form stays when reading again fails: what is typed in it is nowhere else.
  if (shown?.answer && shown.answer !== kept) keep(shown.answer)
  return (
    <Page width="reading" title={m.admin_menu_settings()} intro={m.admin_settings_intro()}>
      {kept && <SettingsForm settings={kept} />}
      {!kept && shown && <LoadFailure message={m.admin_settings_load_failed()} />}
      {!kept && !shown && <PageSkeleton />}
    </Page>
  )
}

type LoadedSettings = Reply<'GET /api/admin/settings'>['data']

const ROUTE = 'POST /api/admin/settings'

/** The settings as a form; locked for whoever is no admin. Fields that nobody typed in follow what others save. */
function SettingsForm({ settings }: { settings: LoadedSettings }) {
  const readAgain = useFreshSettings()
  // Until the answer to a save is read again, it is newer than what is shown.
  const saved = useRef('')
  const mayChange = useSession()?.owner?.role === 'admin'
  const form = useAppForm({
    defaultValues: valuesOf(settings),
    values: valuesOf(settings),
    bodyOf: (typed) => {
      const updatedAt = [settings.updatedAt ?? '', saved.current].sort().at(-1) || null
      return { ...settingsOf(typed), updatedAt }
    },
    schema: settingsRoutes[ROUTE].body,
    onSubmit: async (body) => {
      try {
        const { message, data } = await call(ROUTE, { body })
        saved.current = data.updatedAt ?? ''
        form.reset(valuesOf(data))
        await readAgain()
        toast.success(message)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') throw error
        await readAgain()
        toast.error(m.admin_settings_changed_meanwhile({ message: error.message }))
      }
    },
    unreachable: m.admin_settings_save_failed(),
  })
  return (
    <Form form={form} className="mt-6 grid gap-5">
      <fieldset disabled={!mayChange} className="grid min-w-0 gap-5">
        <legend className="sr-only">{m.admin_settings_legend()}</legend>
        <BusinessPart form={form} />
        <MpesaPart form={form} />
        <HoldsPart form={form} />
        <FleetPart form={form} />
        <PlansPart form={form} plans={settings.listingPlans} />
        <CancellationPart form={form} saved={settings.cancellation} />
        <RentalTermsPart form={form} />
      </fieldset>
      {mayChange ? (
        <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-paper px-4 py-3">
          <div className="min-w-0 flex-1 basis-48">
            <div role="alert" className="contents">
              {form.refusal && <FieldError>{form.refusal}</FieldError>}
            </div>
            {!form.refusal && <p className="text-sm text-soft">{lastChange(settings)}</p>}
          </div>
          <Button type="submit" pending={form.pending}>
            {m.admin_settings_save_button()}
          </Button>
        </div>
      ) : (
        <p className="text-sm text-soft">
          {m.admin_settings_locked()} {lastChange(settings)}
        </p>
      )}
    </Form>
  )
}

type PartProps = { form: AppForm<SettingsValues> }

function BusinessPart({ form }: PartProps) {
  return (
    <Part title={m.admin_settings_business_title()}>
      <TextField form={form} name="businessName" label={m.admin_settings_name_label()} required />
      <TextField
        form={form}
        name="whatsappNumber"
        label={m.admin_settings_whatsapp_label()}
        hint={m.admin_settings_whatsapp_hint()}
        required
        inputMode="tel"
      />
    </Part>
  )
}

function MpesaPart({ form }: PartProps) {
  const { type, businessNumber } = useSettings().mpesa
  return (
    <Part
      title={m.admin_settings_mpesa_title()}
      hint={m.admin_settings_mpesa_hint({ type, number: businessNumber })}
    >
      <TextField
        form={form}
        name="mpesaBusinessName"
        label={m.admin_settings_mpesa_name_label()}
        hint={m.admin_settings_mpesa_name_hint()}
      />
      <TextField
        form={form}
        name="mpesaAccountHint"
        label={m.admin_settings_mpesa_account_label()}
        hint={m.admin_settings_mpesa_account_hint()}
      />
    </Part>
  )
}

const holds = [
  ['bookingHoldMinutes.mpesa', m.admin_settings_hold_booking_mpesa, HOLD_MINUTES.mpesa],
  ['bookingHoldMinutes.whatsapp', m.admin_settings_hold_booking_whatsapp, HOLD_MINUTES.whatsapp],
  ['orderHoldMinutes.mpesa', m.admin_settings_hold_order_mpesa, HOLD_MINUTES.mpesa],
  ['orderHoldMinutes.whatsapp', m.admin_settings_hold_order_whatsapp, HOLD_MINUTES.whatsapp],
] as const

function HoldsPart({ form }: PartProps) {
  return (
    <Part title={m.admin_settings_holds_title()} hint={m.admin_settings_holds_hint()}>
      {holds.map(([name, label, most]) => (
        <LimitedNumber
          key={name}
          form={form}
          name={name}
          label={label()}
          least={HOLD_MINUTES.least}
          most={most}
        />
      ))}
    </Part>
  )
}

function FleetPart({ form }: PartProps) {
  return (
    <Part title={m.admin_settings_fleet_title()} hint={m.admin_settings_fleet_hint()}>
      <div className="sm:col-span-2">
        <CheckboxField form={form} name="onlyRecordedCars" label={m.admin_settings_only_recorded_label()} />
      </div>
    </Part>
  )
}

function lastChange({ updatedAt, updatedBy }: LoadedSettings): string {
  if (updatedAt === null) return m.admin_settings_unchanged()
  const time = showInstant(updatedAt)
  return updatedBy === null
    ? m.admin_settings_changed_at({ time })
    : m.admin_settings_changed_by({ name: updatedBy, time })
}

type PlansPartProps = { form: AppForm<SettingsValues>; plans: BusinessSettings['listingPlans'] }

/** What sellers pay for the time that their car is shown. */
function PlansPart({ form, plans }: PlansPartProps) {
  const typed = form.watch('listingPlans')
  const names = plans.map((_, at) => `listingPlans.${at}.price`)
  return (
    <SettingsPart title={m.admin_settings_plans_title()} hint={m.admin_settings_plans_hint()}>
      {plans.map(({ months }, at) => (
        <LimitedNumber
          key={months}
          form={form}
          name={`listingPlans.${at}.price`}
          label={m.admin_settings_plan_label({ plan: planLabel(months) })}
          least={PLAN_PRICES.least}
          most={PLAN_PRICES.most}
          deps={names}
          hint={
            months > 1 &&
            m.admin_settings_plan_hint({
              amount: showKsh(Math.round((typedShillings(typed[at]?.price ?? '') || 0) / months)),
            })
          }
        />
      ))}
    </SettingsPart>
  )
}

const rentalTerms: Record<keyof RentalTerms, { label: () => string; hint?: () => string }> = {
  extraKmRate: { label: m.admin_settings_extra_km_label, hint: m.admin_settings_extra_km_hint },
  fuelPerEighth: { label: m.admin_settings_fuel_eighth_label },
  lateMinutes: { label: m.admin_settings_late_minutes_label, hint: m.admin_settings_late_minutes_hint },
  cleaningFee: { label: m.admin_settings_cleaning_label },
  depositDays: { label: m.admin_settings_deposit_days_label, hint: m.admin_settings_deposit_days_hint },
}
const RENTAL_TERMS = Object.keys(rentalTerms) as (keyof RentalTerms)[]

/** What is suggested as a charge when a car comes back. */
function RentalTermsPart({ form }: { form: AppForm<SettingsValues> }) {
  return (
    <SettingsPart title={m.admin_settings_rental_terms_title()} hint={m.admin_settings_rental_terms_hint()}>
      {RENTAL_TERMS.map((name) => (
        <LimitedNumber
          key={name}
          form={form}
          name={`rentalTerms.${name}`}
          label={rentalTerms[name].label()}
          hint={rentalTerms[name].hint?.()}
          least={name === 'depositDays' ? 1 : 0}
          most={RENTAL_TERMS_LIMITS[name]}
        />
      ))}
    </SettingsPart>
  )
}
