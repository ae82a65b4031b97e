import { m } from '@twende/messages'
import { Star } from 'lucide-react'
import { useId, useState } from 'react'
import { classes } from './classes.ts'
import { FieldError } from './field.tsx'

const FIVE = [1, 2, 3, 4, 5] as const

type StarInputProps = {
  legend: string
  value: number
  onChange: (rating: number) => void
  error?: string | undefined
}

/** Five radio buttons that look like stars; 0 means none chosen yet. */
export function StarInput({ legend, value, onChange, error }: StarInputProps) {
  const name = useId()
  const [hovered, setHovered] = useState(0)
  return (
    <fieldset
      data-invalid={Boolean(error)}
      aria-describedby={error ? `${name}-error` : undefined}
      className="min-w-0"
    >
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      <div className="-ml-2 flex" onPointerLeave={() => setHovered(0)}>
        {FIVE.map((n) => (
          <label
            key={n}
            onPointerEnter={() => setHovered(n)}
            className="relative grid size-12 place-items-center rounded-md has-focus-visible:outline-3 has-focus-visible:outline-acacia"
          >
            <input
              type="radio"
              name={name}
              value={n}
              checked={value === n}
              onChange={() => onChange(n)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <Star
              aria-hidden="true"
              strokeWidth={1.5}
              className={classes(
                'size-8 text-sunrise-ink',
                n <= (hovered || value) ? 'fill-sunrise' : 'fill-transparent',
              )}
            />
            <span className="sr-only">{m.control_star_count({ count: n })}</span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
