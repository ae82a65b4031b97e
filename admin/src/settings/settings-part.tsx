import { Field, Input } from '@twende/ui/controls/field.tsx'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'

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

type WholeNumberProps = {
  name: string
  label: string
  value: number
  min: number
  max: number
  unit: string
  hint?: string
}

export function WholeNumber({ name, label, value, min, max, unit, hint }: WholeNumberProps) {
  const range = `${min.toLocaleString('en-KE')} to ${max.toLocaleString('en-KE')} ${unit}.`
  return (
    <Field label={label} required hint={hint ? `${hint} ${range}` : range}>
      <Input
        name={name}
        type="number"
        inputMode="numeric"
        required
        min={min}
        max={max}
        step={1}
        defaultValue={value}
      />
    </Field>
  )
}

/** What is typed in a form, read anew at every change of the part that it is shown beside. */
export function useTyped<Typed>(kept: Typed, read: (form: FormData) => Typed) {
  const [typed, setTyped] = useState(kept)
  const part = useRef<HTMLDivElement>(null)
  const onInput = () => {
    const form = part.current?.closest('form')
    const locked = part.current?.querySelector('input:disabled')
    setTyped(form && !locked ? read(new FormData(form)) : kept)
  }
  const readAnew = useEffectEvent(onInput)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was saved meanwhile has come into the fields
  useEffect(() => readAnew(), [kept])
  return { typed, part, onInput }
}
