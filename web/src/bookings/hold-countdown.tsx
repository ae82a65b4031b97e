import { Hourglass } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { showSeconds, useSecondsLeft } from '../payments/use-seconds-left.ts'
import { classes } from '../ui/classes.ts'

type HoldCountdownProps = { until: string; onEnd: () => void; className?: string }

/** How long an unpaid booking still keeps its car. What happens at the end is for the server to say. */
export function HoldCountdown({ until, onEnd, className }: HoldCountdownProps) {
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
      {ended ? 'The time to pay is over' : `We keep the car for you for ${showSeconds(left)}`}
    </p>
  )
}
