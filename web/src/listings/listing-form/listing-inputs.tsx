import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { Field, Input, Select, Textarea } from '../../ui/field.tsx'
import { longest } from './listing-rules.ts'
import { type ListingForm, type ListingTextField, listingLabels } from './listing-values.ts'

type Wired<Control> = {
  form: ListingForm
  name: ListingTextField
  required?: boolean
  hint?: ReactNode
  className?: string
} & Omit<Control, 'name' | 'value' | 'onChange' | 'form' | 'className' | 'required'>

function wiring({ values, change, problems }: ListingForm, name: ListingTextField) {
  return {
    error: problems[name],
    control: {
      name,
      value: values[name],
      onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
    },
  }
}

/** One line of text of a listing. */
export function TextInput({
  form,
  name,
  required,
  hint,
  className,
  ...rest
}: Wired<ComponentProps<'input'>>) {
  const { error, control } = wiring(form, name)
  return (
    <Field
      label={labelOf(name, required)}
      required={required}
      hint={hint}
      error={error}
      className={classes(className)}
    >
      <Input autoComplete="off" maxLength={longest[name]} {...rest} {...control} />
    </Field>
  )
}

/** A figure within bounds, with a number pad on phones. */
export function NumberInput({ className, ...rest }: ComponentProps<typeof TextInput>) {
  return <TextInput type="number" inputMode="numeric" {...rest} className={classes('figures', className)} />
}

/** Money, with or without commas. */
export function MoneyInput({ className, ...rest }: ComponentProps<typeof TextInput>) {
  return <TextInput inputMode="numeric" maxLength={16} {...rest} className={classes('figures', className)} />
}

export function LongText({
  form,
  name,
  required,
  hint,
  className,
  ...rest
}: Wired<ComponentProps<'textarea'>>) {
  const { error, control } = wiring(form, name)
  return (
    <Field
      label={labelOf(name, required)}
      required={required}
      hint={hint}
      error={error}
      className={classes(className)}
    >
      <Textarea maxLength={longest[name]} {...rest} {...control} />
    </Field>
  )
}

type Option = { value: string; label: string }
type SelectInputProps = Wired<ComponentProps<'select'>> & {
  options: readonly Option[]
  /** What an empty field says. */
  empty?: string
}

export function SelectInput(props: SelectInputProps) {
  const { form, name, required, hint, className, options, empty, ...rest } = props
  const { error, control } = wiring(form, name)
  const known = options.some(({ value }) => value === control.value)
  return (
    <Field
      label={listingLabels[name]}
      required={required}
      hint={hint}
      error={error}
      className={classes(className)}
    >
      <Select {...rest} {...control}>
        {empty !== undefined && <option value="">{empty}</option>}
        {!known && control.value !== '' && <option value={control.value}>{control.value}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function labelOf(name: ListingTextField, required: boolean | undefined): ReactNode {
  if (required) return listingLabels[name]
  return (
    <>
      {listingLabels[name]} <span className="font-normal text-soft">(optional)</span>
    </>
  )
}
