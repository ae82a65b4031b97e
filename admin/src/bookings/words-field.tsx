import { Field, Input } from '@twende/ui/controls/field.tsx'

type WordsFieldProps = {
  label: string
  value: string
  onChange: (words: string) => void
  /** Words that are often meant; a tap puts them into the field. */
  usual: readonly string[]
  required?: boolean
  error?: string | undefined
  hint?: string
  maxLength?: number
}

export const USUAL_WAYS_TO_PAY = ['Cash', 'M-Pesa to the till', 'Card', 'Bank transfer'] as const

/** A line of text with what is often meant one tap away. */
export function WordsField(props: WordsFieldProps) {
  const { label, value, onChange, usual, required = false, error, hint, maxLength = 300 } = props
  return (
    <div className="grid gap-2">
      <Field label={label} required={required} error={error} hint={hint}>
        <Input
          value={value}
          maxLength={maxLength}
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
        />
      </Field>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{label}: often meant</legend>
        {usual.map((words) => (
          <button
            key={words}
            type="button"
            aria-pressed={value === words}
            onClick={() => onChange(words)}
            className="min-h-11 rounded-md border border-line bg-card px-3 text-left text-sm hover:border-ink aria-pressed:border-acacia aria-pressed:bg-acacia-tint"
          >
            {words}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
