import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import { DateInput, Field, Input, Select, Textarea } from '../ui/field.tsx'
import type { ChoiceName, Choices } from './booking-choices.ts'
import { fieldLabels, type Problems } from './wizard-rules.ts'

/** What every field of the wizard needs: the choices, a way to change them, and what to complain about. */
export type WizardForm = {
  choices: Choices
  change: (some: Partial<Choices>) => void
  problems: Problems
}

type Wired<Control> = {
  form: WizardForm
  name: ChoiceName
  required?: boolean
  hint?: ReactNode
  className?: string
} & Omit<Control, 'name' | 'value' | 'onChange' | 'form' | 'className' | 'required'>

function wiring({ choices, change, problems }: WizardForm, name: ChoiceName) {
  return {
    error: problems[name],
    control: {
      name,
      value: choices[name],
      onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
    },
  }
}

export function TextChoice({
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
      <Input {...rest} {...control} />
    </Field>
  )
}

export function LongTextChoice({ form, name, hint, className, ...rest }: Wired<ComponentProps<'textarea'>>) {
  const { error, control } = wiring(form, name)
  return (
    <Field label={labelOf(name, false)} hint={hint} error={error} className={classes(className)}>
      <Textarea {...rest} {...control} />
    </Field>
  )
}

export function DateChoice({ form, name, hint, className, ...rest }: Wired<ComponentProps<'input'>>) {
  const { error, control } = wiring(form, name)
  return (
    <Field label={fieldLabels[name]} required hint={hint} error={error} className={classes(className)}>
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
}: Wired<ComponentProps<'select'>>) {
  const { error, control } = wiring(form, name)
  return (
    <Field
      label={fieldLabels[name]}
      required={required}
      hint={hint}
      error={error}
      className={classes(className)}
    >
      <Select {...rest} {...control}>
        {children}
      </Select>
    </Field>
  )
}

function labelOf(name: ChoiceName, required: boolean | undefined): ReactNode {
  if (required) return fieldLabels[name]
  return (
    <>
      {fieldLabels[name]} <span className="font-normal text-soft">(optional)</span>
    </>
  )
}
