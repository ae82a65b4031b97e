import { DateInput, Field, Input, Select, Textarea } from '@twende/ui/controls/field.tsx'
import { type Wired, wire } from '@twende/ui/form/wired.tsx'
import type { ComponentProps } from 'react'
import type { ChoiceName, Choices } from './booking-choices.ts'
import { fieldLabels, type Problems } from './wizard-rules.ts'

/** What every field of the wizard needs: the choices, a way to change them, and what to complain about. */
export type WizardForm = {
  choices: Choices
  change: (some: Partial<Choices>) => void
  problems: Problems
}

type Choice<Control> = Wired<WizardForm, ChoiceName, Control>

const wiring = ({ choices, ...form }: WizardForm, name: ChoiceName, required?: boolean) =>
  wire({ ...form, values: choices, labels: fieldLabels }, name, required)

export function TextChoice({
  form,
  name,
  required,
  hint,
  className,
  ...rest
}: Choice<ComponentProps<'input'>>) {
  const { field, control } = wiring(form, name, required)
  return (
    <Field {...field} hint={hint} className={className}>
      <Input {...rest} {...control} />
    </Field>
  )
}

export function LongTextChoice({ form, name, hint, className, ...rest }: Choice<ComponentProps<'textarea'>>) {
  const { field, control } = wiring(form, name)
  return (
    <Field {...field} hint={hint} className={className}>
      <Textarea {...rest} {...control} />
    </Field>
  )
}

export function DateChoice({ form, name, hint, className, ...rest }: Choice<ComponentProps<'input'>>) {
  const { field, control } = wiring(form, name, true)
  return (
    <Field {...field} hint={hint} className={className}>
      <DateInput {...rest} {...control} />
    </Field>
  )
}

export function SelectChoice({
  form,
  name,
  required,
  hint,
  className,
  children,
  ...rest
}: Choice<ComponentProps<'select'>>) {
  const { field, control } = wiring(form, name, required)
  return (
    <Field {...field} label={fieldLabels[name]} hint={hint} className={className}>
      <Select {...rest} {...control}>
        {children}
      </Select>
    </Field>
  )
}
