import { classes } from '@twende/ui/controls/classes.ts'
import { Hourglass } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { showSeconds, useSecondsLeft } from '../payments/use-seconds-left.ts'

type OrderHoldProps = { until: string; keepsPieces: boolean; onEnd: () => void; className?: string }

/** How long an unpaid order still waits. What happens at the end is for the server to say. */
export function OrderHold({ until, keepsPieces, onEnd, className }: OrderHoldProps) {
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
        : `${keepsPieces ? 'We keep this order for you for' : 'Nothing is kept for you: pay within'} ${showSeconds(left)}`}
    </p>
  )
}
