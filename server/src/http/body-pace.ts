import type { IncomingMessage } from 'node:http'

export type Pace = { windowMs: number; bytesASecond: number }

/** Calls `onSlow` once fewer bytes of a body came in a window than the pace asks; only while the body is being read. */
export function watchPace(body: IncomingMessage, { windowMs, bytesASecond }: Pace, onSlow: () => void) {
  const least = (windowMs / 1000) * bytesASecond
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
  }
  const stop = () => {
    clearInterval(timer)
    body.off('data', count).off('end', stop).off('close', stop)
  }
  const timer = setInterval(() => {
    const isSlow = bytes < least
    bytes = 0
    if (!isSlow) return
    stop()
    onSlow()
  }, windowMs)
  body.on('data', count).once('end', stop).once('close', stop)
  return { stop }
}
