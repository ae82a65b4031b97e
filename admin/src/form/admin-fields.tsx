import { HOURLY_TIMES } from '@twende/contract/business-constants.ts'
import { nairobiDay, showInstant } from '@twende/contract/calendar-day.ts'
import { type SettledBy, settledByLabels } from '@twende/contract/payments/desk-payment.ts'
import { readTypedCode } from '@twende/contract/payments/mpesa-code-input.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { Field, Input } from '@twende/ui/controls/field.tsx'
import { type Bound, DateField, SelectField, TextField, useBound } from '@twende/ui/form/fields.tsx'
import type { AppForm } from '@twende/ui/form/use-app-form.ts'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useRights } from '../frame/rights.tsx'
import { hasDay, type noPayment } from './payment-values.ts'

/** A required time of day, on the hour. */
export function HourField<Values extends FieldValues>({
  hours = HOURLY_TIMES,
  ...props
}: Bound<Values> & { hours?: readonly string[] | undefined }) {
  const options = hours.map((time) => ({ value: time, label: time }))
  return <SelectField {...props} required options={options} />
}

/** An M-Pesa code, in capitals and without spaces however it is typed. */
export function MpesaCodeField<Values extends FieldValues>({
  label = m.admin_common_mpesa_code_label(),
  ...props
}: Omit<Bound<Values>, 'label'> & { label?: string | undefined }) {
  const { frame, control } = useBound<Values>({ ...props, label })
  return (
    <Field {...frame}>
      <Input
        {...control}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="figures"
        onChange={({ target }) => control.onChange(readTypedCode(target.value))}
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

export const wayOptions = (ways: readonly SettledBy[]) =>
  ways.map((way) => ({ value: way, label: settledByLabels[way]() }))

type PaymentFieldsProps<Values extends FieldValues> = {
  form: AppForm<Values>
  ways: readonly SettledBy[]
  label?: string
  /** How much is paid, in shillings, once that is known: unmatched money of that amount is offered. */
  amount?: number | undefined
  codeLabel?: string | undefined
  codeHint?: string
  noteHint?: string
  dayLabel?: string
  dayHint?: string
  /** What else belongs to an M-Pesa code. */
  children?: ReactNode
}

/** How something was paid: a way, the code of M-Pesa or the day, a note. */
export function PaymentFields<Values extends typeof noPayment>({
  form: given,
  ways,
  amount,
  children,
  ...texts
}: PaymentFieldsProps<Values>) {
  // Of the form only these four fields are bound.
  const form = given as unknown as AppForm<typeof noPayment>
  const way = form.watch('paidBy')
  return (
    <>
      <SelectField
        form={form}
        name="paidBy"
        label={texts.label ?? m.admin_bookings_how_paid_label()}
        required
        empty={m.admin_desk_choose()}
        hint={hintOf(way)}
        options={wayOptions(ways)}
      />
      {way === 'mpesa' && (
        <>
          <MpesaCodeField
            form={form}
            name="code"
            label={texts.codeLabel}
            required
            hint={texts.codeHint ?? m.admin_bookings_code_hint()}
          />
          {children}
          {amount !== undefined && amount > 0 && (
            <UnmatchedChoices
              amount={amount}
              chosen={form.watch('code')}
              onChoose={(code) => form.setValue('code', code, { shouldValidate: true })}
            />
          )}
        </>
      )}
      {hasDay(way) && (
        <DateField
          form={form}
          name="paidOn"
          label={texts.dayLabel ?? m.admin_desk_paid_on_label()}
          hint={texts.dayHint ?? m.admin_desk_paid_on_hint()}
          max={nairobiDay(serverNow())}
        />
      )}
      <TextField
        form={form}
        name="note"
        label={m.admin_desk_note_label()}
        hint={texts.noteHint ?? m.admin_desk_note_hint()}
        autoComplete="off"
      />
    </>
  )
}

/** What follows where no money came. */
export function hintOf(way: SettledBy | ''): string | undefined {
  if (way === 'none') return m.admin_desk_later_hint()
  return way === 'deposit' ? m.admin_desk_deposit_hint() : undefined
}

const MOST_OFFERED = 5

type UnmatchedChoicesProps = { amount: number; chosen: string; onChoose: (code: string) => void }

/** Money of this amount that M-Pesa reported and nothing has used, for staff who may see money. */
export function UnmatchedChoices(props: UnmatchedChoicesProps) {
  return useRights().includes('payments') && <UnmatchedMoney {...props} />
}

/** Each sum is one tap away. Shows nothing where there is none. */
function UnmatchedMoney({ amount, chosen, onChoose }: UnmatchedChoicesProps) {
  const { answer } = useAnswer(`unmatched ${amount}`, (signal) =>
    call(
      'GET /api/admin/payments',
      { query: { queue: 'unmatched', amount, limit: MOST_OFFERED } },
      { signal },
    ),
  )
  const money = answer.value?.data ?? []
  if (money.length === 0) return null
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm">{m.admin_desk_unmatched_label()}</legend>
      {money.map(({ _id, payer, reference, at }) => (
        <button
          key={_id}
          type="button"
          aria-pressed={chosen === _id}
          onClick={() => onChoose(_id)}
          className="figures min-h-11 rounded-md border border-line bg-card px-3 text-left text-sm hover:border-ink aria-pressed:border-acacia aria-pressed:bg-acacia-tint"
        >
          {[_id, payer, reference, showInstant(at)].filter(Boolean).join(', ')}
        </button>
      ))}
    </fieldset>
  )
}
