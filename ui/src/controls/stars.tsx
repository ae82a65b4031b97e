import { m } from '@twende/messages'
import { Star } from 'lucide-react'
import { classes } from './classes.ts'

const FIVE = [1, 2, 3, 4, 5] as const

/** A rating from 0 to 5 as five stars, partly filled where it is not whole. */
export function Stars({ rating, className }: { rating: number; className?: string | undefined }) {
  const row = FIVE.map((n) => <Star key={n} aria-hidden="true" className="size-4 shrink-0 fill-current" />)
  return (
    <span
      role="img"
      aria-label={m.control_stars({ rating: rating.toFixed(1) })}
      // As wide as its stars also where its place is wider: the filled part is a part of this width.
      className={classes('relative inline-flex w-fit text-line', className)}
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
      <span className="sr-only">{m.control_rated({ rating: rating.toFixed(1) })}</span>
      <span aria-hidden="true">{rating.toFixed(1)}</span>
      {count ? <span className="font-normal text-soft">({count})</span> : null}
    </span>
  )
}
