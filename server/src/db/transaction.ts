import pg from 'pg'
import type { Database, Db } from './database.ts'
import { setStaffAction } from './staff-action.ts'

const DEADLOCK = '40P01'
const SERIALIZATION_FAILURE = '40001'
const TRIES = 4

/** Runs `work` in a transaction, and again when PostgreSQL gave it up to untie a knot; `work` may run several times. */
export async function inTransaction<T>(db: Database, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
        await setStaffAction(tx)
        return work(tx)
      })
    } catch (error) {
      if (tried === TRIES || !wasGivenUp(error)) throw error
    }
  }
}

function wasGivenUp(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && (error.code === DEADLOCK || error.code === SERIALIZATION_FAILURE)
  )
}
