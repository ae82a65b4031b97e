import { showKsh } from '@twende/contract/money.ts'
import { classes } from './classes.ts'

const sizes = { sm: 'text-base', md: 'text-xl', lg: 'text-3xl' } as const

export type PriceProps = {
  ksh: number
  /** `day`, `month`, `3 days`: what the money is for. */
  per?: string | undefined
  size?: keyof typeof sizes | undefined
  className?: string | undefined
}

/** An amount as the whole product writes it: `Ksh 12,500`, with tabular figures. */
export function Price({ ksh, per, size = 'md', className }: PriceProps) {
  return (
    <span className={classes('figures whitespace-nowrap', className)}>
      <span className={classes('font-display font-bold tracking-tight', sizes[size])}>{showKsh(ksh)}</span>
      {per && <span className="text-sm text-soft"> / {per}</span>}
    </span>
  )
}
