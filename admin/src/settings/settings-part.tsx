import type { BusinessSettings } from '@twende/contract/settings/business-settings.ts'
import { m } from '@twende/messages'
import { getLocale } from '@twende/messages/runtime'
import { type Bound, NumberField } from '@twende/ui/form/fields.tsx'
import { typedShillings, wholeNumber } from '@twende/ui/form/whole-number.ts'
import type { ReactNode } from 'react'

type SettingsPartProps = { title: string; hint?: string; after?: ReactNode; children: ReactNode }

/** What belongs together on the page of settings. */
export function SettingsPart({ title, hint, after, children }: SettingsPartProps) {
  return (
    <section className="panel p-5">
      <h2 className="text-xl">{title}</h2>
      {hint && <p className="mt-1 text-sm text-soft">{hint}</p>}
      <div className="mt-4 grid gap-5 sm:grid-cols-2">{children}</div>
      {after}
    </section>
  )
}

type Typed<Value> = Value extends number
  ? string
  : Value extends object
    ? { [Name in keyof Value]: Typed<Value[Name]> }
    : Value
/** The settings as they are typed: each number is a text. */
export type SettingsValues = Typed<Omit<BusinessSettings, 'listingPlans'>> & {
  listingPlans: { price: string }[]
}

export function valuesOf(settings: BusinessSettings): SettingsValues {
  const { bookingHoldMinutes: booking, orderHoldMinutes: order, cancellation, rentalTerms } = settings
  return {
    businessName: settings.businessName,
    whatsappNumber: settings.whatsappNumber,
    mpesaBusinessName: settings.mpesaBusinessName,
    mpesaAccountHint: settings.mpesaAccountHint,
    bookingHoldMinutes: { mpesa: String(booking.mpesa), whatsapp: String(booking.whatsapp) },
    orderHoldMinutes: { mpesa: String(order.mpesa), whatsapp: String(order.whatsapp) },
    listingPlans: settings.listingPlans.map(({ price }) => ({ price: String(price) })),
    cancellation: mapValues(cancellation, String),
    onlyRecordedCars: settings.onlyRecordedCars,
    rentalTerms: mapValues(rentalTerms, String),
  }
}

function mapValues<Name extends string, From, To>(values: Record<Name, From>, change: (value: From) => To) {
  const changed = Object.entries<From>(values).map(([name, value]) => [name, change(value)])
  return Object.fromEntries(changed) as Record<Name, To>
}

export function settingsOf(values: SettingsValues): BusinessSettings {
  const {
    bookingHoldMinutes: booking,
    orderHoldMinutes: order,
    listingPlans,
    cancellation,
    rentalTerms,
  } = values
  const plan = <Months extends number>(months: Months, at: number) => ({
    months,
    price: typedShillings(listingPlans[at]?.price ?? ''),
  })
  return {
    ...values,
    bookingHoldMinutes: { mpesa: wholeNumber(booking.mpesa), whatsapp: wholeNumber(booking.whatsapp) },
    orderHoldMinutes: { mpesa: wholeNumber(order.mpesa), whatsapp: wholeNumber(order.whatsapp) },
    listingPlans: [plan(1, 0), plan(3, 1), plan(6, 2), plan(12, 3)],
    cancellation: policyOf(cancellation),
    rentalTerms: {
      ...mapValues(rentalTerms, wholeNumber),
      extraKmRate: typedShillings(rentalTerms.extraKmRate),
      fuelPerEighth: typedShillings(rentalTerms.fuelPerEighth),
      cleaningFee: typedShillings(rentalTerms.cleaningFee),
    },
  }
}

export function policyOf(cancellation: SettingsValues['cancellation']): BusinessSettings['cancellation'] {
  return mapValues(cancellation, wholeNumber)
}

type LimitedNumberProps = Bound<SettingsValues> & { least: number; most: number }

/** A whole number with its limits in the hint. */
export function LimitedNumber({ least, most, hint, ...field }: LimitedNumberProps) {
  const range = m.admin_settings_range({
    min: least.toLocaleString(getLocale()),
    max: most.toLocaleString(getLocale()),
  })
  return (
    <NumberField
      {...field}
      required
      hint={
        <>
          {hint} {range}
        </>
      }
    />
  )
}
