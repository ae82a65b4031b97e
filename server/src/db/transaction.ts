import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database, Db } from './database.ts'

// Not an argument, because a use case that forgot to pass it on would make changes without an entry in the log.
const current = new AsyncLocalStorage<StaffAction>()

const DEADLOCK = '40P01'
const SERIALIZATION_FAILURE = '40001'
const MAX_TRIES = 4

/** Runs `work` in a transaction; repeats it after a deadlock or serialization failure, so `work` may run several times. */
export async function inTransaction<T>(db: Database, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
        await setStaffAction(tx)
        return work(tx)
      })
    } catch (error) {
      if (tried === MAX_TRIES || !canRetry(error)) throw error
    }
  }
}

/**
 * Reads that must agree with each other: all see the database as it was at the first of them. Otherwise what is committed
 * between two statements is seen by the second alone.
 */
export function readSnapshot<T>(db: Database, read: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}

function canRetry(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && (error.code === DEADLOCK || error.code === SERIALIZATION_FAILURE)
  )
}

/** The request of staff that a change belongs to; the triggers of the audit log store it with the change. */
export type StaffAction = {
  account: string
  request: string
  /** The contract's name of the route. */
  route: string
  at: Date
  /** The reason that staff gave; empty if none was required. */
  reason: string
}

/** All changes that `work` makes in transactions are recorded in the audit log. */
export function asStaffAction<T>(action: StaffAction, work: () => Promise<T>): Promise<T> {
  return current.run(action, work)
}

/** Gives the triggers of this transaction the staff action that it belongs to. */
export async function setStaffAction(tx: Db): Promise<void> {
  const action = current.getStore()
  if (!action) return
  await sql`select set_config('twende.staff_action', ${JSON.stringify(action)}, true)`.execute(tx)
}

/** Does `work` and takes back what it wrote, within a transaction that goes on: for whether the database would refuse it. */
export async function tryOut(tx: Db, work: () => Promise<unknown>): Promise<void> {
  await sql`savepoint tried_out`.execute(tx)
  await work()
  await sql`rollback to savepoint tried_out`.execute(tx)
}

/** `now`, or one millisecond after `before` if that is later: each change gets another `updatedAt`. */
export function nextUpdatedAt(before: Date, now: Date): Date {
  return new Date(Math.max(now.getTime(), before.getTime() + 1))
}
