import { setTimeout as sleep } from 'node:timers/promises'
import type { AgreementKind } from '@twende/contract/agreements/agreement-routes.ts'
import { fromKysely, type Job, type JobResult, PgBoss, type QueueOptions } from 'pg-boss'
import type { Logger } from 'pino'
import type { Connection, Db } from '../db/database.ts'
import { continueTrace, traceToStore } from '../tracing/tracing.ts'

export type JobData = {
  'send-payment-request': { paymentId: string }
  'process-webhook-message': { messageId: number }
  'register-callbacks': Record<string, never>
  'make-agreement': { bookingId: string; kind: AgreementKind }
}
export type JobName = keyof JobData
/** The data of a job that was added in a trace, which it continues. */
type Traced<Data> = Data & { traceparent?: string }

export type Workers = { [Name in JobName]: (data: JobData[Name]) => Promise<unknown> }

const queues: Record<JobName, QueueOptions> = {
  // A request whose answer was lost may have reached the payer, so it is never sent again.
  'send-payment-request': { retryLimit: 0, expireInSeconds: 60 },
  'process-webhook-message': {
    retryLimit: 10,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 60,
  },
  'register-callbacks': {
    retryLimit: 20,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 60,
  },
  'make-agreement': {
    retryLimit: 30,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 120,
  },
}
/** The least that the queue knows. */
const LONGEST_END_MS = 1_000
/** As long as requests may take that run at the stop (`request-end.ts`). */
const LONGEST_WORK_END_MS = 1_500
const RETENTION_SECONDS = 24 * 3600
/** A statement of the queue that is not answered ends, and with it its connection, which the network may have forgotten. */
const LIMITS = { query_timeout: 15_000, connectionTimeoutMillis: 5_000, keepAlive: true }

export type Jobs = {
  /** Adds a job in the caller's transaction: it runs if and only if that commits. */
  enqueue<Name extends JobName>(
    tx: Db,
    name: Name,
    data: JobData[Name],
    options?: { startAfter?: Date },
  ): Promise<void>
  /** Starts to run jobs, also those that other processes added; each runs in one process. */
  start(workers: Workers): Promise<void>
  /** Runs all jobs that are due now, then returns. */
  runQueued(workers: Workers): Promise<void>
  /** Starts no more jobs and waits a moment for those that are running; jobs can still be added, for the next process. */
  endWork(): Promise<void>
  /** Closes the queue, after a moment for jobs that are still running; it runs what was left again, if it may. */
  stop(): Promise<void>
}

/** Creates or updates the tables of the queues; runs as the owner of the database, before anything uses them. */
export async function prepareJobs(owner: Connection, logger: Logger): Promise<void> {
  const boss = new PgBoss({ ...owner, max: 2, useListenNotify: true, supervise: false, schedule: false })
  logProblems(boss, logger)
  await boss.start()
  try {
    for (const name of jobNames) {
      const options = { ...queues[name], deleteAfterSeconds: RETENTION_SECONDS, notify: true }
      await boss.createQueue(name, options)
      await boss.updateQueue(name, options)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** Opens the queues on the database the rest of the application uses; jobs can be added at once. */
export async function openJobs(connection: Connection, logger: Logger): Promise<Jobs> {
  // The role of the running program cannot change tables; `prepareJobs` has created them.
  const boss = new PgBoss({
    ...LIMITS,
    ...connection,
    max: 2,
    useListenNotify: true,
    schedule: false,
    migrate: false,
  })
  logProblems(boss, logger)
  await boss.start()

  async function work<Name extends JobName>(name: Name, workers: Workers) {
    await boss.work<JobData[Name], JobResult[]>(
      name,
      { batchSize: 10, localConcurrency: 2, burstWhenBatchFull: true, perJobResults: true },
      (jobs) => Promise.all(jobs.map((job) => attempt(name, workers, job))),
    )
  }

  async function attempt<Name extends JobName>(
    name: Name,
    workers: Workers,
    { id, data }: Pick<Job<Traced<JobData[Name]>>, 'id' | 'data'>,
  ): Promise<JobResult> {
    try {
      await continueTrace(data.traceparent, { name: `job ${name}`, kind: 'consumer' }, () =>
        workers[name](data),
      )
      return { id, status: 'completed' }
    } catch (error) {
      logger.error({ err: error, job: name, id }, 'a job failed')
      return { id, status: 'failed' }
    }
  }

  async function runBatch<Name extends JobName>(name: Name, workers: Workers): Promise<number> {
    const jobs = await boss.fetch<JobData[Name]>(name, { batchSize: 50 })
    for (const job of jobs) {
      const { status } = await attempt(name, workers, job)
      await (status === 'completed' ? boss.complete(name, job.id) : boss.fail(name, job.id))
    }
    return jobs.length
  }

  return {
    async enqueue(tx, name, data, { startAfter } = {}) {
      const traceparent = traceToStore()
      const sent = traceparent === undefined ? data : { ...data, traceparent }
      await boss.send(name, sent, { db: fromKysely(tx), ...(startAfter ? { startAfter } : {}) })
    },
    async start(workers) {
      for (const name of jobNames) await work(name, workers)
    },
    async runQueued(workers) {
      let ran: number
      do {
        ran = 0
        for (const name of jobNames) ran += await runBatch(name, workers)
      } while (ran > 0)
    },
    async endWork() {
      const ended = Promise.all(jobNames.map((name) => boss.offWork(name)))
      await Promise.race([ended, sleep(LONGEST_WORK_END_MS, undefined, { ref: false })])
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: LONGEST_END_MS })
    },
  }
}

function logProblems(boss: PgBoss, logger: Logger): void {
  boss.on('error', (error) => logger.warn({ err: error }, 'error in the job queue'))
  boss.on('warning', ({ message }) => logger.warn({ warning: message }, 'warning of the job queue'))
}

const jobNames = [
  'send-payment-request',
  'process-webhook-message',
  'register-callbacks',
  'make-agreement',
] as const satisfies readonly JobName[]
