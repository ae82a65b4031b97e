import { Badge, type BadgeProps } from '../ui/badge.tsx'
import { classes } from '../ui/classes.ts'

/** The state of a thing in a list of the back office. */
export function StatusBadge({ className, ...badge }: BadgeProps) {
  return <Badge {...badge} className={classes('px-2 py-0.75 text-xs', className)} />
}
