import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../app-error.ts'

/** For forms with pictures on a slow connection (specification, section 9). */
export const LONGEST_UPLOAD_MS = 300_000

const LONGEST_BODY_MS = 30_000

export type Pace = { windowMs: number; bytesASecond: number }

/** Calls `onSlow` once when fewer bytes arrived in a window than the pace requires; only while the body is being read. */
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

/** Refuses requests whose body does not arrive in time; only forms may take as long as the server allows. */
export function limitBodyTime(app: FastifyInstance, longestMs = LONGEST_BODY_MS) {
  app.addHook('onRequest', async ({ raw, headers }) => {
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    if (raw.complete || !hasBody || /^multipart\/form-data/i.test(headers['content-type'] ?? '')) return
    const timer = setTimeout(() => {
      if (raw.complete) return
      // The reader of the body fails with this error, and the client receives it.
      if (raw.listenerCount('error') > 0) raw.emit('error', new AppError('too_slow'))
      else raw.destroy()
    }, longestMs)
    timer.unref()
    raw.once('close', () => clearTimeout(timer))
  })
}
