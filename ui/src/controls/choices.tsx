import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

export type Choice<Value extends string> = { value: Value; label: ReactNode; hint?: ReactNode }

type ChoicesProps<Value extends string> = {
  legend: string
  legendHidden?: boolean | undefined
  choices: ReadonlyArray<Choice<Value>>
  value: Value
  onChange: (value: Value) => void
  /** `cards` for weighty choices with hints, `segments` for a compact switch. */
  look?: 'cards' | 'segments' | undefined
  className?: string | undefined
}

/** A group of radio buttons, as cards or as a segmented switch. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, legendHidden, choices, value, onChange, look = 'cards', className } = props
  const name = useId()
  const cards = look === 'cards'
  return (
    <fieldset className={classes('min-w-0', className)}>
      <legend className={legendHidden ? 'sr-only' : 'mb-2 text-sm font-semibold'}>{legend}</legend>
      <div
        className={
          cards
            ? 'grid gap-3 sm:grid-cols-2'
            : 'inline-flex max-w-full overflow-x-auto rounded-md border border-edge bg-card p-1'
        }
      >
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={classes(
              'has-focus-visible:outline-3 has-focus-visible:outline-acacia',
              cards
                ? 'flex min-h-12 items-start gap-3 rounded-md border border-edge bg-card p-4 has-checked:border-acacia has-checked:bg-acacia-tint has-checked:ring-1 has-checked:ring-acacia'
                : 'grid min-h-11 place-items-center rounded-sm px-4 text-sm font-semibold whitespace-nowrap has-checked:bg-acacia has-checked:text-paper',
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className={cards ? 'mt-0.5 size-5 shrink-0 accent-acacia' : 'sr-only'}
            />
            <span>
              <span className="font-semibold">{choice.label}</span>
              {choice.hint && <span className="block text-sm text-soft">{choice.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
