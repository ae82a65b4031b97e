import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { type Jobs, openJobs, type Workers } from './job-queue.ts'

let market: TestMarket
let second: Jobs

beforeAll(async () => {
  market = await openTestMarket()
  second = await openJobs(market.deps.connection, pino({ level: 'silent' }))
})
afterAll(async () => {
  await second.stop()
  await market.close()
})

test('a job runs only if the change it belongs to is kept', async () => {
  const ran: string[] = []
  const workers = workersThat((id) => ran.push(id))
  await market.db
    .transaction()
    .execute((tx) => market.deps.jobs.enqueue(tx, 'send-payment-request', { paymentId: 'kept' }))
  const undone = market.db.transaction().execute(async (tx) => {
    await market.deps.jobs.enqueue(tx, 'send-payment-request', { paymentId: 'undone' })
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  await market.deps.jobs.runQueued(workers)
  await market.deps.jobs.runQueued(workers)
  expect(ran).toEqual(['kept'])
})

test('a job for later does not run now', async () => {
  const ran: string[] = []
  const startAfter = new Date(Date.now() + 60_000)
  await market.deps.jobs.enqueue(market.db, 'send-payment-request', { paymentId: 'later' }, { startAfter })
  await market.deps.jobs.runQueued(workersThat((id) => ran.push(id)))
  expect(ran).toEqual([])
})

test('a job that must not be repeated is not run again after it failed', async () => {
  let tries = 0
  const workers = workersThat(() => {
    tries += 1
    throw new Error('the line broke')
  })
  await market.deps.jobs.enqueue(market.db, 'send-payment-request', { paymentId: 'unlucky' })
  await market.deps.jobs.runQueued(workers)
  await market.deps.jobs.runQueued(workers)
  expect(tries).toBe(1)
})

test('two processes share the jobs, and each job runs once', async () => {
  const ran: string[] = []
  const workers = workersThat((id) => ran.push(id))
  await market.deps.jobs.start(workers)
  await second.start(workers)
  const ids = Array.from({ length: 60 }, (_, index) => `job ${index}`)
  await Promise.all(
    ids.map((paymentId) => market.deps.jobs.enqueue(market.db, 'send-payment-request', { paymentId })),
  )
  await expect.poll(() => ran.length).toBe(60)
  expect(new Set(ran)).toEqual(new Set(ids))
})

function workersThat(push: (paymentId: string) => unknown): Workers {
  return {
    'send-payment-request': async ({ paymentId }) => push(paymentId),
    'process-webhook-message': async () => {},
    'register-callbacks': async () => {},
    'make-agreement': async () => {},
  }
}
