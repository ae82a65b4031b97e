import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { TestMarket } from './test-app.ts'

/**
 * Begins all of these, in this order, while another connection holds what `held` locks, and lets go once each of them has ended
 * or waits for a lock. Each has then read, before any other has written, all that its own locks let it read: one round shows what
 * many that merely start together do not.
 */
export async function atTheSameMoment<const T extends readonly (() => Promise<unknown>)[]>(
  market: Pick<TestMarket, 'asOwner'>,
  held: RawBuilder<unknown>,
  starts: T,
): Promise<{ -readonly [At in keyof T]: PromiseSettledResult<Awaited<ReturnType<T[At]>>> }> {
  const begun = await market.asOwner((owner) =>
    owner.transaction().execute(async (tx) => {
      await held.execute(tx)
      let running = 0
      const all: Promise<unknown>[] = []
      for (const start of starts) {
        running += 1
        const one = start()
        const end = () => {
          running -= 1
        }
        one.then(end, end)
        all.push(one)
        while ((await countWaiting(tx)) < running) await sleep(5)
      }
      // An array, because the transaction would wait for promises that wait for it.
      return { all }
    }),
  )
  return (await Promise.allSettled(begun.all)) as never
}

/** How many connections to this database wait for a lock. */
async function countWaiting(tx: Db): Promise<number> {
  // Within a transaction, the list of connections is otherwise that of the first look.
  await sql`select pg_stat_clear_snapshot()`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(distinct pg_locks.pid) from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`.execute(tx)
  return rows[0]?.count ?? 0
}
