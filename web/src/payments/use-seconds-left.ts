import { serverNow } from '@twende/ui/api/server-clock.ts'
import { useEffect, useState } from 'react'

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
    return minutes % 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${minutes / 60} h`
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`
}
