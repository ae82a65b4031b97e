import pg from 'pg'
import type { Database, Db } from './database.ts'
import { setStaffAction } from './staff-action.ts'

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

function canRetry(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && (error.code === DEADLOCK || error.code === SERIALIZATION_FAILURE)
  )
}
