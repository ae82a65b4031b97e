import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { startLogger } from './start-logger.ts'

test('a database error is told without the row it quotes', () => {
  const lines: string[] = []
  const logger = startLogger('info', { write: (line) => void lines.push(line) })
  const error = new DatabaseError('violates check constraint "payment_amount_is_positive"', 10, 'error')
  error.code = '23514'
  error.constraint = 'payment_amount_is_positive'
  error.detail = 'Failing row contains (254712345678, a callback secret).'
  logger.error({ err: new Error('could not keep it', { cause: error }) }, 'broken')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('payment_amount_is_positive')
  expect(lines[0]).toContain('23514')
  expect(lines[0]).not.toContain('254712345678')
})

test('secrets are cut out, also one level down', () => {
  const lines: string[] = []
  const logger = startLogger('info', { write: (line) => void lines.push(line) })
  logger.info({ token: 'eyJ-secret', body: { password: 'hunter22', name: 'Amina' } }, 'seen')
  expect(lines[0]).toContain('Amina')
  expect(lines[0]).not.toMatch(/eyJ-secret|hunter22/)
})

test('what a broken connection was doing is not told', () => {
  const lines: string[] = []
  const logger = startLogger('info', { write: (line) => void lines.push(line) })
  const client = { _activeQuery: { values: ['wanjiku@example.com'] } }
  logger.warn({ err: Object.assign(new Error('Connection terminated'), { client }) }, 'broken')
  expect(lines[0]).toContain('Connection terminated')
  expect(lines[0]).not.toContain('wanjiku')
})

test('of several errors at once each is told', () => {
  const lines: string[] = []
  const logger = startLogger('info', { write: (line) => void lines.push(line) })
  logger.error({ err: new AggregateError([new Error('no road north'), new Error('no road south')]) }, 'lost')
  expect(lines[0]).toContain('no road north')
  expect(lines[0]).toContain('no road south')
})
