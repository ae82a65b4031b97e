import { ChevronDown, CircleAlert } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, useContext, useId, useState } from 'react'
import { classes } from './classes.ts'

type Wiring = {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
  /** For a control that finds by itself that what was typed cannot be read. */
  setProblem: (problem: string | undefined) => void
}
const FieldWiring = createContext<Wiring | null>(null)

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  required?: boolean | undefined
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** A label, one control, its hint and its error, wired together for screen readers. */
export function Field({
  label,
  hint,
  error,
  required = false,
  labelHidden,
  className,
  children,
}: FieldProps) {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const wrong = problem ?? error
  const described = [hint ? `${id}-hint` : '', wrong ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={classes('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
        {!required && !labelHidden ? null : <RequiredMark shown={required} />}
      </label>
      <FieldWiring
        value={{ id, describedBy: described || undefined, invalid: Boolean(wrong), required, setProblem }}
      >
        {children}
      </FieldWiring>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      {wrong && <FieldError id={`${id}-error`}>{wrong}</FieldError>}
    </div>
  )
}

function RequiredMark({ shown }: { shown: boolean }) {
  if (!shown) return null
  return (
    <span aria-hidden="true" className="text-clay">
      {' '}
      *
    </span>
  )
}

/** The sentence under a field that says what is wrong with it. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-clay-deep">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  )
}

/** The field around a control, if there is one. */
export function useField() {
  return useContext(FieldWiring)
}

function useWiring() {
  const wiring = useField()
  if (!wiring) return {}
  return {
    id: wiring.id,
    'aria-describedby': wiring.describedBy,
    'aria-invalid': wiring.invalid || undefined,
    'aria-required': wiring.required || undefined,
  }
}

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useWiring()} {...rest} className={classes('control', className)} />
}

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} {...useWiring()} {...rest} className={classes('control', className)} />
}

/** A native select with our arrow; children are `<option>`s. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={classes('relative block', className)}>
      <select {...useWiring()} {...rest} className="control appearance-none pr-10 text-ellipsis">
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-soft"
      />
    </span>
  )
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; error?: string | undefined }

export function Checkbox({ label, error, className, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label className="flex min-h-11 items-center gap-3 py-1">
        <input
          {...rest}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          className="size-5 shrink-0 accent-acacia"
        />
        <span>{label}</span>
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}
