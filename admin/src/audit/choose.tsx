import { Field, Select } from '@twende/ui/controls/field.tsx'

type Choice = { value: string; label: string }
type ChooseProps = {
  label: string
  className?: string
  all: string
  value: string | undefined
  choices: readonly Choice[]
  onChoose: (value: string | undefined) => void
}

/** One choice of a filter; the first leaves it open. */
export function Choose({ label, className, all, value, choices, onChoose }: ChooseProps) {
  return (
    <Field label={label} labelHidden className={className ?? ''}>
      <Select value={value ?? ''} onChange={({ target }) => onChoose(target.value || undefined)}>
        <option value="">{all}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </Field>
  )
}
