import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { PREGENERATED_ROUNDS } from '../../server/src/media/picture-variants.ts'
import { abortMany, floods } from './floods.ts'
import { memoryMiB } from './measure.ts'
import { readConnection } from './read-connection.ts'
import type { Measured } from './results.ts'
import { withMarket } from './running-market.ts'

/** Longer than an idle thread or process lives, and garbage is kept (docs/decisions/24-memory-is-given-back-at-rest.md). */
const UNTIL_REST_MS = 100_000
const AFTER_FLOODS_MS = 60_000
const TIMES = 1_500

/** What the program and its database take at rest with the demo market, and a minute after floods. */
export async function measureMemory(): Promise<Measured> {
  const dataDir = await mkdtemp(join(tmpdir(), 'twende-bench-'))
  try {
    // The market is filled and its pictures are drawn once; what that leaves in memory is gone after the next start.
    await withMarket({ dataDir, env: { PREGENERATE_PICTURES: 'on' } }, () => untilPicturesAreDrawn(dataDir))
    return await withMarket({ dataDir, env: { PREGENERATE_PICTURES: 'on' } }, async (market) => {
      await sleep(UNTIL_REST_MS)
      const rest = memoryMiB(market.pids())
      const token = await market.signUp()
      for (const flood of Object.values(floods(token))) await abortMany(market.port, flood, TIMES)
      await sleep(AFTER_FLOODS_MS)
      return {
        memory_at_rest: { value: rest },
        memory_after_floods: { value: memoryMiB(market.pids()), yardstick: rest },
      }
    })
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Waits until the sizes of the demo's pictures are drawn, which takes a processor for some minutes. */
async function untilPicturesAreDrawn(dataDir: string): Promise<void> {
  const client = new pg.Client(await readConnection(dataDir))
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query('select from pictures where pregenerated_rounds < $1 limit 1', [
        PREGENERATED_ROUNDS.length,
      ])
      if (rows.length === 0) return
      await sleep(1_000)
    }
  } finally {
    await client.end()
  }
}
