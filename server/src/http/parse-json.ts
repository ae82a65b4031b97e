import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'
import { inLocaleOf } from './request-locale.ts'

/** Parses JSON bodies; refuses text that PostgreSQL cannot store, and `__proto__` keys. */
export function parseJsonBodies(app: FastifyInstance) {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: 256 * 1024 },
    (request, text, done) => {
      if (text === '') return done(null, undefined)
      try {
        done(
          null,
          inLocaleOf(request, () => JSON.parse(String(text), refuseUnkeepable)),
        )
      } catch (error) {
        done(error instanceof AppError ? error : inLocaleOf(request, () => new AppError('invalid')))
      }
    },
  )
}

function refuseUnkeepable(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new AppError('invalid')
  if (typeof value === 'string' && !isKeepable(value))
    throw new AppError('invalid', { message: m.validation_unkeepable_text() })
  return value
}

/** Whether PostgreSQL can store the text: no NUL and no lone surrogate. */
export function isKeepable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}
