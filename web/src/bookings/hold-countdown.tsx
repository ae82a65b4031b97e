import { classes } from '@twende/ui/controls/classes.ts'
import { Hourglass } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { showSeconds, useSecondsLeft } from '../payments/use-seconds-left.ts'

type HoldCountdownProps = { until: string; keepsCar: boolean; onEnd: () => void; className?: string }

/** How long an unpaid booking may still be paid, and whether it keeps its car meanwhile. What happens at the end is for the server to say. */
export function HoldCountdown({ until, keepsCar, onEnd, className }: HoldCountdownProps) {
  const left = useSecondsLeft(until) ?? 0
  const ended = left === 0
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (ended) end()
  }, [ended])
  return (
    <p
      className={classes(
        'figures flex items-center gap-2 text-sm font-semibold',
        left < 120 ? 'text-clay-deep' : 'text-sunrise-ink',
        className,
      )}
    >
      <Hourglass aria-hidden="true" className="size-4 shrink-0" />
      {ended
        ? 'The time to pay is over'
        : `${keepsCar ? 'We keep the car for you for' : 'The car is not kept for you: pay within'} ${showSeconds(left)}`}
    </p>
  )
}
