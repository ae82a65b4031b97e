import type { ReactNode } from 'react'

/** What a form of texts lends to each of its fields. */
type Form<Name extends string> = {
  values: Readonly<Record<Name, string>>
  change: (some: { [name: string]: string }) => void
  problems: Partial<Readonly<Record<Name, string>>>
  labels: Readonly<Record<Name, string>>
}

export type Wired<FormOfIt, Name extends string, Control> = {
  form: FormOfIt
  name: Name
  required?: boolean
  hint?: ReactNode
  className?: string
} & Omit<Control, 'name' | 'value' | 'onChange' | 'form' | 'className' | 'required'>

/** Wires one field of a form: what stands around the control, and the control itself. */
export function wire<Name extends string>(form: Form<Name>, name: Name, required = false) {
  const label = form.labels[name]
  return {
    field: { label: required ? label : <Optional label={label} />, required, error: form.problems[name] },
    control: {
      name,
      value: form.values[name],
      onChange: ({ target }: { target: { value: string } }) => form.change({ [name]: target.value }),
    },
  }
}

function Optional({ label }: { label: string }) {
  return (
    <>
      {label} <span className="font-normal text-soft">(optional)</span>
    </>
  )
}
