import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { MAX_CSV_ROWS } from './csv.ts'

const MIB = 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
  await sql`
    insert into accounts (id, name, email, phone, password_hash, created_at)
    select gen_random_uuid(), 'Wanjiku Kamau ' || n, 'wanjiku' || n || '@example.test', '2547' || lpad(n::text, 8, '0'), '-', now()
    from generate_series(1, ${MAX_CSV_ROWS}) n`.execute(market.db)
})
afterAll(() => market.close())

function memory(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / MIB
}

test('the file of the most rows there may be is never in memory as a whole', async () => {
  const { token } = await market.signUp({ role: 'admin' })
  const address = await market.app.listen({ port: 0, host: '127.0.0.1' })
  const before = memory()
  const answer = await fetch(`${address}/api/admin/people.csv`, {
    headers: { token, 'accept-encoding': 'identity' },
  })
  expect(answer.status).toBe(200)
  let bytes = 0
  let most = 0
  let lines = 0
  let nextMeasure = 0
  let end = ''
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    end = `${end}${Buffer.from(chunk).toString()}`.slice(-300)
    lines += Buffer.from(chunk).filter((byte) => byte === 0x0a).length
    if (bytes < nextMeasure) continue
    nextMeasure = bytes + 256 * 1024
    most = Math.max(most, memory() - before)
  }
  expect(lines).toBeGreaterThan(MAX_CSV_ROWS)
  // There are more people, at least the admin: a file that lacks some says so.
  expect(end).toContain(`Total (rows: ${MAX_CSV_ROWS})`)
  expect(end).toContain('These are not all rows')
  // The rows alone would be more than 40 MiB; the keys of all of them are about 5.
  expect(most).toBeLessThan(20)
})
