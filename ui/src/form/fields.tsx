import { meantEmail } from '@twende/contract/accounts/email-hint.ts'
import { m } from '@twende/messages'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId } from 'react'
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { DateInput, type DateInputProps } from '../controls/date-input.tsx'
import { Checkbox, Field, FieldError, Input, Select, Textarea } from '../controls/field.tsx'
import { PasswordInput } from './form-parts.tsx'
import type { AppForm } from './use-app-form.ts'

type FormProps<Values extends FieldValues> = {
  form: AppForm<Values>
  children: ReactNode
  className?: string
  id?: string
  /** The name of the form as a region of the page. */
  label?: string
  onKeyDown?: (event: KeyboardEvent) => void
  /** Called once it was sent and accepted. */
  onDone?: () => void
}

/** The form element around fields that are bound to `form`. */
export function Form<Values extends FieldValues>(props: FormProps<Values>) {
  const { form, children, onDone, label, ...rest } = props
  useEarlyText(form)
  return (
    <form
      {...rest}
      aria-label={label}
      ref={form.ref}
      noValidate
      onFocus={form.prepare}
      onSubmit={(event) => {
        event.preventDefault()
        // A form in a dialog stands inside the form that opened it, for React.
        event.stopPropagation()
        void form.submit().then((done) => done && onDone?.())
      }}
    >
      {children}
    </form>
  )
}

/** A date field shows another text than its value, and reads it itself. */
const early = 'input:not([data-typed-day]), textarea'

/** Takes over what was typed before the scripts of the page had arrived, in fields whose value is their text. */
function useEarlyText<Values extends FieldValues>({ ref, control, getValues, setValue }: AppForm<Values>) {
  useEffect(() => {
    const fields = new Set<string>(control._names.mount)
    for (const input of ref.current?.querySelectorAll<HTMLInputElement>(early) ?? []) {
      const typed = !/checkbox|radio|file/.test(input.type) && input.value
      const isText = fields.has(input.name) && typeof getValues(input.name as never) === 'string'
      if (typed && isText) setValue(input.name as never, typed as never)
    }
  }, [ref, control, getValues, setValue])
}

export type Bound<Values extends FieldValues, Value = string> = {
  form: AppForm<Values>
  name: FieldPathByValue<Values, Value>
  label: ReactNode
  hint?: ReactNode
  required?: boolean
  /** Adds "(optional)" to the label. */
  optional?: boolean
  labelHidden?: boolean
  className?: string | undefined
  /** Fields whose messages depend on this one. */
  deps?: string[]
  /** Told of each new value. */
  onChosen?: (value: Value) => void
}

type BoundControl<Value> = {
  name: string
  value: Value
  onChange: (value: unknown) => void
  onBlur: () => void
  ref: (element: unknown) => void
}

/** The props of a field's frame and of its control. */
export function useBound<Values extends FieldValues, Value = string>(props: Bound<Values, Value>) {
  const { form, name, label, hint, required, optional, labelHidden, className, deps, onChosen } = props
  const { field, fieldState } = useController({
    control: form.control as unknown as Control<FieldValues>,
    name: name as string,
    ...(deps && { rules: { deps } }),
  })
  const { disabled: _, onChange, ...control } = field
  return {
    frame: {
      label: optional ? <OptionalLabel label={label} /> : label,
      hint,
      required,
      labelHidden,
      className,
      error: fieldState.error?.message,
    },
    control: {
      ...control,
      onChange: (next: unknown) => {
        onChange(next)
        onChosen?.(form.getValues(name) as Value)
      },
    } as BoundControl<Value>,
  }
}

function OptionalLabel({ label }: { label: ReactNode }) {
  return (
    <>
      {label} <span className="font-normal text-soft">{m.common_optional()}</span>
    </>
  )
}

type Rest<Element extends 'input' | 'textarea' | 'select'> = Omit<
  ComponentProps<Element>,
  keyof Bound<FieldValues> | 'value' | 'onChange' | 'onBlur' | 'ref'
>

/** Splits what belongs to a field's binding from what its control is given. */
function useParts<Values extends FieldValues, Props extends Bound<Values>>(props: Props) {
  const { form, name, label, hint, required, optional, labelHidden, className, deps, onChosen, ...rest } =
    props
  return { ...useBound<Values>(props), rest }
}

/** One line of text. */
export function TextField<Values extends FieldValues>(
  props: Bound<Values> & Rest<'input'> & { figures?: boolean },
) {
  const { frame, control, rest } = useParts<Values, typeof props>(props)
  const { figures, ...given } = rest
  const meant = given.type === 'email' ? meantEmail(control.value) : undefined
  return (
    <Field {...frame} hint={meant === undefined ? frame.hint : m.common_email_meant({ email: meant })}>
      <Input {...given} {...control} className={figures ? 'figures' : undefined} />
    </Field>
  )
}

/** A whole number, kept as it was typed: `wholeNumber` reads it, `plainDigits` is its text for a form with files. */
export function NumberField<Values extends FieldValues>(props: Bound<Values> & Rest<'input'>) {
  const { frame, control, rest } = useParts<Values, typeof props>(props)
  return (
    <Field {...frame}>
      <Input inputMode="numeric" autoComplete="off" {...rest} {...control} className="figures" />
    </Field>
  )
}

export function TextareaField<Values extends FieldValues>(props: Bound<Values> & Rest<'textarea'>) {
  const { frame, control, rest } = useParts<Values, typeof props>(props)
  return (
    <Field {...frame}>
      <Textarea {...rest} {...control} />
    </Field>
  )
}

type Option = { value: string; label: string }

/** A choice from a list; `empty` is the label of no choice. A value that is not in the list is shown as it is. */
export function SelectField<Values extends FieldValues>(
  props: Bound<Values> & Rest<'select'> & { options: readonly Option[]; empty?: string },
) {
  const { frame, control, rest } = useParts<Values, typeof props>(props)
  const { options, empty, ...given } = rest
  const known = control.value === '' || options.some(({ value }) => value === control.value)
  return (
    <Field {...frame}>
      <Select {...given} {...control}>
        {empty !== undefined && <option value="">{empty}</option>}
        {!known && <option value={control.value}>{control.value}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** A day as `YYYY-MM-DD`. */
export function DateField<Values extends FieldValues>(
  props: Bound<Values> & Omit<DateInputProps, keyof Bound<Values> | 'value' | 'onChange' | 'onBlur' | 'ref'>,
) {
  const { frame, control, rest } = useParts<Values, typeof props>(props)
  return (
    <Field {...frame}>
      <DateInput {...rest} {...control} />
    </Field>
  )
}

export function PasswordField<Values extends FieldValues>(props: Bound<Values> & Rest<'input'>) {
  const { frame, control, rest } = useParts<Values, typeof props>(props)
  return (
    <Field {...frame}>
      <PasswordInput {...rest} {...control} />
    </Field>
  )
}

/** One of a few choices, all of them shown. */
export function RadioField<Values extends FieldValues>(
  props: Bound<Values> & { options: readonly Option[] },
) {
  const { frame, control } = useBound<Values>(props)
  const id = useId()
  return (
    <fieldset
      data-invalid={Boolean(frame.error)}
      aria-describedby={frame.error ? id : undefined}
      className="min-w-0"
    >
      <legend className="mb-1 text-sm font-semibold">{frame.label}</legend>
      {props.options.map(({ value, label }) => (
        <label key={value} className="flex min-h-11 items-center gap-3 py-1">
          <input
            type="radio"
            name={control.name}
            value={value}
            checked={control.value === value}
            onChange={() => control.onChange(value)}
            className="size-5 shrink-0 accent-acacia"
          />
          {label}
        </label>
      ))}
      {frame.error && <FieldError id={id}>{frame.error}</FieldError>}
    </fieldset>
  )
}

export function CheckboxField<Values extends FieldValues>(props: Bound<Values, boolean>) {
  const { frame, control } = useBound<Values, boolean>(props)
  const { value, ...given } = control
  return (
    <Checkbox
      {...given}
      checked={value}
      label={frame.label}
      error={frame.error}
      className={frame.className}
      aria-required={frame.required || undefined}
    />
  )
}
