import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

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
        done(error instanceof Refusal ? error : new Refusal('invalid'))
      }
    },
  )
}

function refuseUnkeepable(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new Refusal('invalid')
  if (typeof value === 'string' && !isKeepable(value))
    throw new Refusal('invalid', { message: 'Your text holds characters we cannot keep.' })
  return value
}

/** Whether PostgreSQL can keep the text: no NUL, no half surrogate pair. */
export function isKeepable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}
