import { classes } from '@twende/ui/controls/classes.ts'
import { Field, Input, Select, Textarea } from '@twende/ui/controls/field.tsx'
import { type Wired, wire } from '@twende/ui/form/wired.tsx'
import type { ComponentProps } from 'react'
import { longest } from './listing-rules.ts'
import { type ListingForm, type ListingTextField, listingLabels } from './listing-values.ts'

type TextOf<Control> = Wired<ListingForm, ListingTextField, Control>

const wiring = (form: ListingForm, name: ListingTextField, required?: boolean) =>
  wire({ ...form, labels: listingLabels }, name, required)

/** One line of text of a listing. */
export function TextInput({
  form,
  name,
  required,
  hint,
  className,
  ...rest
}: TextOf<ComponentProps<'input'>>) {
  const { field, control } = wiring(form, name, required)
  return (
    <Field {...field} hint={hint} className={className}>
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
}: TextOf<ComponentProps<'textarea'>>) {
  const { field, control } = wiring(form, name, required)
  return (
    <Field {...field} hint={hint} className={className}>
      <Textarea maxLength={longest[name]} {...rest} {...control} />
    </Field>
  )
}

type Option = { value: string; label: string }
type SelectInputProps = TextOf<ComponentProps<'select'>> & {
  options: readonly Option[]
  /** What an empty field says. */
  empty?: string
}

export function SelectInput(props: SelectInputProps) {
  const { form, name, required, hint, className, options, empty, ...rest } = props
  const { field, control } = wiring(form, name, required)
  const known = options.some(({ value }) => value === control.value)
  return (
    <Field {...field} label={listingLabels[name]} hint={hint} className={className}>
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
