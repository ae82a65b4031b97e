import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

/** Reads JSON bodies; refuses text that PostgreSQL cannot keep and keys that reach for prototypes. */
export function parseJsonBodies(app: FastifyInstance) {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: 256 * 1024 },
    (_request, text, done) => {
      if (text === '') return done(null, undefined)
      try {
        done(null, JSON.parse(String(text), refuseUnkeepable))
      } catch (error) {
        done(error instanceof AppError ? error : new AppError('invalid'))
      }
    },
  )
}

function refuseUnkeepable(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new AppError('invalid')
  if (typeof value === 'string' && !isKeepable(value))
    throw new AppError('invalid', { message: 'Your text holds characters we cannot keep.' })
  return value
}

/** Whether PostgreSQL can keep the text: no NUL, no half surrogate pair. */
export function isKeepable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}
