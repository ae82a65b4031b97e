import { m } from '@twende/messages'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { classes } from '@twende/ui/controls/classes.ts'
import { Hourglass } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'

type HoldCountdownProps = {
  until: string
  /** What is shown while the time runs. */
  message: (values: { time: string }) => string
  onEnd: () => void
  className?: string
}

/** How long an unpaid booking or order can still be paid. The server decides what happens at the end. */
export function HoldCountdown({ until, message, onEnd, className }: HoldCountdownProps) {
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
      {ended ? m.checkout_hold_ended() : message({ time: showSeconds(left) })}
    </p>
  )
}

/** Whole seconds until an instant by the server's clock, counted down; 0 from then on, undefined without an instant. */
export function useSecondsLeft(until: string | null | undefined): number | undefined {
  const [, tick] = useState(0)
  const left = until ? secondsUntil(until) : undefined
  const running = left !== undefined && left > 0
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => tick((n) => n + 1), 1000)
    return () => clearInterval(timer)
  }, [running])
  return left
}

function secondsUntil(instant: string): number {
  return Math.max(0, Math.ceil((Date.parse(instant) - serverNow().getTime()) / 1000))
}

/** `14:05`, or `1 h 59 min` where seconds do not matter. */
export function showSeconds(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes >= 60)
    return minutes % 60
      ? m.payment_view_hours_minutes({ hours: Math.floor(minutes / 60), minutes: minutes % 60 })
      : m.payment_view_hours({ hours: minutes / 60 })
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`
}
