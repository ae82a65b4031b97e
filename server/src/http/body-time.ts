import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

/** A form with pictures may take its time on a slow line (specification, section 9). */
export const LONGEST_UPLOAD_MS = 300_000
const LONGEST_BODY_MS = 30_000

/** Refuses requests whose small body does not arrive; only forms get the whole time that the server allows. */
export function limitBodyTime(app: FastifyInstance, longestMs = LONGEST_BODY_MS) {
  app.addHook('onRequest', async ({ raw, headers }) => {
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    if (raw.complete || !hasBody || /^multipart\/form-data/i.test(headers['content-type'] ?? '')) return
    const timer = setTimeout(() => {
      if (raw.complete) return
      // Whoever reads the body stops with this refusal, and the client hears it.
      if (raw.listenerCount('error') > 0) raw.emit('error', new AppError('too_slow'))
      else raw.destroy()
    }, longestMs)
    timer.unref()
    raw.once('close', () => clearTimeout(timer))
  })
}
