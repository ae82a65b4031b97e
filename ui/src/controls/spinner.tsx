import { classes } from './classes.ts'

/** A turning ring; give a label where nothing else on screen says what is awaited. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  const ring = (
    <span
      aria-hidden="true"
      className={classes(
        'inline-block size-5 animate-spin rounded-full border-2 border-current border-r-transparent',
        className,
      )}
    />
  )
  if (!label) return ring
  return (
    <span role="status" className="flex flex-col items-center gap-3 py-12 text-soft">
      {ring}
      <span>{label}</span>
    </span>
  )
}
