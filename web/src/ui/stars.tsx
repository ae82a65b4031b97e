import { Star } from 'lucide-react'
import { useId, useState } from 'react'
import { classes } from './classes.ts'
import { FieldError } from './field.tsx'

const FIVE = [1, 2, 3, 4, 5] as const

/** A rating from 0 to 5 as five stars, partly filled where it is not whole. */
export function Stars({ rating, className }: { rating: number; className?: string | undefined }) {
  const row = FIVE.map((n) => <Star key={n} aria-hidden="true" className="size-4 shrink-0 fill-current" />)
  return (
    <span
      role="img"
      aria-label={`${rating.toFixed(1)} out of 5 stars`}
      className={classes('relative inline-flex text-line', className)}
    >
      {row}
      <span
        className="absolute inset-y-0 left-0 flex overflow-hidden text-sunrise"
        style={{ width: `${(Math.min(Math.max(rating, 0), 5) / 5) * 100}%` }}
      >
        {row}
      </span>
    </span>
  )
}

/** One star and the figure, for cards. */
export function Rating({ rating, count, className }: { rating: number; count?: number; className?: string }) {
  return (
    <span className={classes('figures inline-flex items-center gap-1 text-sm font-semibold', className)}>
      <Star aria-hidden="true" className="size-4 fill-sunrise text-sunrise" />
      <span className="sr-only">Rated </span>
      {rating.toFixed(1)}
      <span className="sr-only"> out of 5</span>
      {count ? <span className="font-normal text-soft">({count})</span> : null}
    </span>
  )
}

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
    <fieldset aria-describedby={error ? `${name}-error` : undefined} className="min-w-0">
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
            <span className="sr-only">{n === 1 ? '1 star' : `${n} stars`}</span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
