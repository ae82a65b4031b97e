import { m } from '@twende/messages'
import { NumberField, SelectField, TextareaField } from '@twende/ui/form/fields.tsx'
import type { AppForm } from '@twende/ui/form/use-app-form.ts'
import { wholeNumber } from '@twende/ui/form/whole-number.ts'

export type TypedCharge = { what: string; amount: string }
/** What is typed when a car leaves or comes back; charges are made when it comes back. */
export type TypedCondition = {
  km: string
  fuel: string
  note: string
  charges: TypedCharge[]
  chargesPaidBy: string
}
export const noCondition: TypedCondition = { km: '', fuel: '', note: '', charges: [], chargesPaidBy: '' }

const FUEL_LEVELS = ['Full', '3/4', '1/2', '1/4', 'Reserve'] as const
/** A fuel level as it is read: the full tank and the reserve have names, the others are fractions. */
export function fuelLabel(level: string): string {
  if (level === 'Full') return m.admin_bookings_fuel_full()
  return level === 'Reserve' ? m.admin_bookings_fuel_reserve() : level
}

/** As the server reads it. */
export function sentCondition({ km, fuel, note }: TypedCondition) {
  return { km: wholeNumber(km), fuel, note }
}

type ConditionFieldsProps = {
  form: AppForm<TypedCondition>
  /** Kilometres when it left; 0 where it is only leaving. */
  least?: number
}

/** Kilometres, fuel and a note, as the car stands in the yard. */
export function ConditionFields({ form, least = 0 }: ConditionFieldsProps) {
  const km = wholeNumber(form.watch('km'))
  const driven = least > 0 && km >= least ? m.admin_bookings_km_driven({ km: showKm(km - least) }) : undefined
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        <NumberField form={form} name="km" label={m.admin_bookings_km_label()} required hint={driven} />
        <SelectField
          form={form}
          name="fuel"
          label={m.admin_bookings_fuel_label()}
          required
          empty={m.admin_bookings_choose()}
          options={FUEL_LEVELS.map((value) => ({ value, label: fuelLabel(value) }))}
        />
      </div>
      <TextareaField
        form={form}
        name="note"
        label={m.admin_bookings_note_label()}
        hint={m.admin_bookings_condition_hint()}
        rows={2}
      />
    </>
  )
}

export const showKm = (km: number) => km.toLocaleString('en-GB')
