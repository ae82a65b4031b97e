import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Which request of staff a change belongs to; the audit log's triggers write it beside what changed. */
export type StaffAction = {
  account: string
  request: string
  /** The contract's name of the route. */
  route: string
  at: Date
  /** Why, in staff's words; empty where none were asked for. */
  reason: string
}

// Not an argument: a verb that forgot to pass it on would change things that the log then misses.
const current = new AsyncLocalStorage<StaffAction>()

/** Everything that `work` changes in transactions goes into the audit log. */
export function asStaffAction<T>(action: StaffAction, work: () => Promise<T>): Promise<T> {
  return current.run(action, work)
}

/** Tells this transaction's triggers on whose behalf it runs. */
export async function setStaffAction(tx: Db): Promise<void> {
  const action = current.getStore()
  if (!action) return
  await sql`select set_config('twende.staff_action', ${JSON.stringify(action)}, true)`.execute(tx)
}
