import { keepAmounts } from '@twende/contract/keep-amounts.ts'
import { Badge, type BadgeProps } from '@twende/ui/controls/badge.tsx'
import { classes } from '@twende/ui/controls/classes.ts'

/** The state of a row of a list. */
export function StatusBadge({ className, children, ...badge }: BadgeProps) {
  return (
    <Badge {...badge} className={classes('px-2 py-0.75 text-xs', className)}>
      {typeof children === 'string' ? keepAmounts(children) : children}
    </Badge>
  )
}
