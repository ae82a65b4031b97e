import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Db } from './database.ts'

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

// Not an argument, because a use case that forgot to pass it on would make changes without an entry in the log.
const current = new AsyncLocalStorage<StaffAction>()

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
