import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { createApp } from '../app.ts'
import { seededRandom } from '../basic-deps.ts'
import { programUser } from '../embedded-postgres/embedded-postgres.ts'
import { openCutNetwork } from '../testing/cut-network.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { trial } from '../testing/trial.ts'
import { answerWithinMs, type Database, openDatabase, openPool } from './database.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
  await market.asOwner(async (owner) => {
    await sql`create table written (id uuid not null)`.execute(owner)
    await sql`grant select, insert on written to ${sql.id(programUser)}`.execute(owner)
  })
})
afterAll(() => market.close())

const SECONDS = [1, 5, 20, 60]
const WRITERS = 4
/** How long after the network is back the first write may come, on a machine that does nothing else. */
const FIRST_WRITE_MS = 5_000
const isFull = process.env.TRIALS === 'full'

/** Writes without pause until it is told to stop; each refused one is tried as another. */
function writeOn(db: Database) {
  const acknowledged: string[] = []
  let isOver = false
  const write = async () => {
    while (!isOver) {
      const id = uuidv7()
      await sql`insert into written values (${id})`.execute(db).then(
        () => void acknowledged.push(id),
        () => sleep(10),
      )
    }
  }
  const writers = Promise.all(Array.from({ length: WRITERS }, write))
  const stop = async () => {
    isOver = true
    await writers
  }
  return { acknowledged, stop }
}

trial(
  'a network that is cut loses no write and doubles none, and writes go on once it is back',
  { full: 5 * SECONDS.length, few: 1 },
  async ({ rounds, seed }) => {
    const { connection } = market.deps
    if ('connectionString' in connection) throw new Error('tests connect by fields')
    const network = await openCutNetwork(connection)
    onTestFinished(() => network.close())
    const { user, database } = connection
    const through = { host: network.host, port: network.port, user, database }
    // The limits are those of the product: the tests' own are longer.
    const pool = openPool(through, { max: WRITERS, answerWithinMs: answerWithinMs(through) })
    onTestFinished(() => pool.end())
    const db = openDatabase(pool)
    const app = await createApp({ ...market.deps, db })
    onTestFinished(() => app.close())
    const isReady = async () => (await app.inject('/api/health/ready')).statusCode === 200
    const first = Math.floor(seededRandom(seed)() * network.faults.length)
    for (let round = 0; round < rounds; round += 1) {
      const fault = network.faults[(first + round) % network.faults.length]
      const seconds = SECONDS[Math.floor(round / network.faults.length)]
      if (!fault || !seconds) break
      const writing = writeOn(db)
      await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(20)
      await fault.cut()
      const cutAt = performance.now()
      await sleep(200)
      const asked = performance.now()
      expect(await isReady()).toBe(false)
      const saidAfter = performance.now() - asked
      await sleep(Math.max(0, seconds * 1_000 - (performance.now() - cutAt)))
      const before = writing.acknowledged.length
      await fault.heal()
      const backAt = performance.now()
      await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(before)
      const firstAfter = performance.now() - backAt
      await writing.stop()
      await expect.poll(isReady).toBe(true)
      const { rows } = await sql<{ lost: number; doubled: number }>`
        select (select count(*)::int from unnest(${writing.acknowledged}::uuid[]) as told (id)
            where not exists (select from written where written.id = told.id)) as lost,
          (select count(*)::int from (select from written group by id having count(*) > 1) as twice) as doubled
      `.execute(market.db)
      expect({ fault: fault.name, ...rows[0] }).toEqual({ fault: fault.name, lost: 0, doubled: 0 })
      process.stderr.write(
        `${network.name}, ${fault.name} for ${seconds} s: ${writing.acknowledged.length} acknowledged, 0 lost, 0 doubled; ` +
          `not ready said in ${Math.round(saidAfter)} ms, first write ${Math.round(firstAfter)} ms after it was back\n`,
      )
      if (isFull) expect(firstAfter).toBeLessThan(FIRST_WRITE_MS)
    }
  },
)
