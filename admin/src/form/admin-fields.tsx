import { HOURLY_TIMES } from '@twende/contract/business-constants.ts'
import { m } from '@twende/messages'
import { Field, Input } from '@twende/ui/controls/field.tsx'
import { type Bound, SelectField, useBound } from '@twende/ui/form/fields.tsx'
import type { AppForm } from '@twende/ui/form/use-app-form.ts'
import type { FieldValues } from 'react-hook-form'

export const usualWaysToPay = () => [
  m.admin_bookings_way_cash(),
  m.admin_bookings_way_till(),
  m.admin_bookings_way_card(),
  m.admin_bookings_way_transfer(),
]

/** A required time of day, on the hour. */
export function HourField<Values extends FieldValues>({
  hours = HOURLY_TIMES,
  ...props
}: Bound<Values> & { hours?: readonly string[] | undefined }) {
  const options = hours.map((time) => ({ value: time, label: time }))
  return <SelectField {...props} required options={options} />
}

/** An M-Pesa code, in capitals and without spaces however it is typed. */
export function MpesaCodeField<Values extends FieldValues>(props: Omit<Bound<Values>, 'label'>) {
  const { frame, control } = useBound<Values>({ ...props, label: m.admin_common_mpesa_code_label() })
  return (
    <Field {...frame}>
      <Input
        {...control}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="figures"
        onChange={({ target }) => control.onChange(target.value.toUpperCase().replace(/\s/g, ''))}
      />
    </Field>
  )
}

/** A line of text with what is often meant one tap away. */
export function SuggestionsField<Values extends FieldValues>(
  props: Bound<Values> & { label: string; suggestions: readonly string[] },
) {
  const { frame, control } = useBound<Values>(props)
  return (
    <div className="grid gap-2">
      <Field {...frame}>
        <Input {...control} autoComplete="off" />
      </Field>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{m.admin_bookings_suggestions({ label: props.label })}</legend>
        {props.suggestions.map((words) => (
          <button
            key={words}
            type="button"
            aria-pressed={control.value === words}
            onClick={() => control.onChange(words)}
            className="min-h-11 rounded-md border border-line bg-card px-3 text-left text-sm hover:border-ink aria-pressed:border-acacia aria-pressed:bg-acacia-tint"
          >
            {words}
          </button>
        ))}
      </fieldset>
    </div>
  )
}

type HowPaid = { note: string; code: string }

/** With which M-Pesa payment staff took the money, or how else. */
export function HowPaidFields({ form }: { form: AppForm<HowPaid> }) {
  return (
    <>
      <MpesaCodeField form={form} name="code" hint={m.admin_bookings_take_code_hint()} />
      <SuggestionsField
        form={form}
        name="note"
        label={m.admin_bookings_how_paid_label()}
        required
        suggestions={usualWaysToPay()}
      />
    </>
  )
}
