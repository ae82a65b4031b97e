import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, openPool } from '../db/database.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { startScheduler } from './scheduler.ts'

let market: TestMarket
let second: { db: ReturnType<typeof openDatabase>; logger: pino.Logger }

beforeAll(async () => {
  market = await openTestMarket()
  second = { db: openDatabase(openPool(market.deps.connection)), logger: pino({ level: 'silent' }) }
})
afterAll(async () => {
  await second.db.destroy()
  await market.close()
})

test('two processes keep one timetable: each slot is run once', async () => {
  const slots: number[] = []
  const line = { name: 'count', everySeconds: 1, run: async () => slots.push(await slotOf('count')) }
  const keepers = [startScheduler([line], market.deps), startScheduler([line], second)]
  await expect.poll(() => slots.length).toBeGreaterThanOrEqual(4)
  await Promise.all(keepers.map((keeper) => keeper.stop()))
  expect(new Set(slots).size).toBe(slots.length)
  const ran = slots.length
  await wait(1_500)
  expect(slots.length).toBe(ran)
})

test('a line that fails is logged and runs again at its next time', async () => {
  let runs = 0
  const run = async () => {
    runs += 1
    throw new Error('no line to the outside')
  }
  const keeper = startScheduler([{ name: 'unlucky', everySeconds: 1, run }], market.deps)
  await expect.poll(() => runs).toBeGreaterThanOrEqual(2)
  await keeper.stop()
  expect(market.logged.filter((entry) => entry.includes('no line to the outside')).length).toBe(runs)
})

test('stopping waits for what runs', async () => {
  let begun = false
  let done = false
  const run = async () => {
    begun = true
    await wait(300)
    done = true
  }
  const keeper = startScheduler([{ name: 'slow', everySeconds: 60, run }], market.deps, 600_000)
  await expect.poll(() => begun).toBe(true)
  await keeper.stop()
  expect(done).toBe(true)
})

test('stopping asks what runs to end after what it is at', async () => {
  let isRunning = false
  const run = async (stopping?: AbortSignal) => {
    isRunning = true
    while (!stopping?.aborted) await wait(10)
    isRunning = false
  }
  const keeper = startScheduler([{ name: 'endless', everySeconds: 60, run }], market.deps)
  await expect.poll(() => isRunning).toBe(true)
  await keeper.stop()
  expect(isRunning).toBe(false)
})

test('stopping leaves what does not end, and names it', async () => {
  let isRunning = false
  const run = () => {
    isRunning = true
    return new Promise(() => {})
  }
  const keeper = startScheduler([{ name: 'stuck', everySeconds: 60, run }], market.deps, 50)
  await expect.poll(() => isRunning).toBe(true)
  await keeper.stop()
  expect(market.logged.find((entry) => entry.includes('tasks were left'))).toContain('"tasks":["stuck"]')
})

async function slotOf(name: string): Promise<number> {
  const { started_at } = await market.db
    .selectFrom('scheduled_task_runs')
    .select('started_at')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return started_at.getTime()
}
