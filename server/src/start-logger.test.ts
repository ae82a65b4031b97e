import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { startLogger } from './start-logger.ts'

function logged(error: unknown): string {
  const lines: string[] = []
  startLogger('info', { write: (line) => void lines.push(line) }).error({ err: error }, 'request failed')
  return lines.join('')
}

async function errorOf(statement: string): Promise<unknown> {
  const client = new pg.Client(inject('postgres'))
  await client.connect()
  return client
    .query(statement)
    .catch((error: unknown) => error)
    .finally(() => client.end())
}

test('a refused row is not logged, only which rule refused it', async () => {
  const line = logged(
    await errorOf(`
      create temporary table people (phone text, constraint phone_is_short check (length(phone) < 5));
      insert into people values ('254712345678')`),
  )
  expect(line).toContain('phone_is_short')
  expect(line).toContain('"code":"23514"')
  expect(line).not.toContain('254712345678')
})

test('what a broken connection was doing is not logged', () => {
  const error = Object.assign(new Error('Connection terminated', { cause: new Error('cable cut') }), {
    client: { _activeQuery: { values: ['wanjiku@example.com'] } },
  })
  const line = logged(error)
  expect(line).toContain('Connection terminated: cable cut')
  expect(line).not.toContain('wanjiku')
})

test('of several errors at once each is told', () => {
  const line = logged(new AggregateError([new Error('no road north'), new Error('no road south')]))
  expect(line).toContain('no road north')
  expect(line).toContain('no road south')
})
