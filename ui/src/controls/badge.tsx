import type { ReactNode } from 'react'
import { classes } from './classes.ts'

const tones = {
  neutral: 'bg-sand text-ink',
  acacia: 'bg-acacia-tint text-acacia-deep',
  sunrise: 'bg-sunrise-tint text-sunrise-ink',
  clay: 'bg-clay-tint text-clay-deep',
  ink: 'bg-ink text-paper',
  paper: 'bg-paper text-ink',
} as const

export type BadgeTone = keyof typeof tones
export type BadgeProps = {
  tone?: BadgeTone | undefined
  icon?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A short word about the state of a thing. */
export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span
      className={classes(
        'inline-flex w-fit max-w-full shrink-0 items-center gap-1 rounded-full px-2.5 py-0.5 text-[0.8125rem] leading-tight font-semibold [&_svg]:size-3.5',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  )
}
