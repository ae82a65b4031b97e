import { classes } from './classes.ts'

/** A quiet block in the place of something that is on its way; give it the size of the thing. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={classes('block animate-breathe rounded-sm bg-sand', className)} />
  )
}

/** Says once, to screen readers, that a page part is loading. */
export function LoadingNote({ children }: { children: string }) {
  return (
    <p role="status" className="sr-only">
      {children}
    </p>
  )
}
