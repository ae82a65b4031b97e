import type { Database } from '../db/database.ts'
import type { Clock } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { findAccountById, markBanned } from './account-store.ts'

/** Closes an account; its sessions end with the next request. Banning twice is the same as once. */
export async function banAccount(deps: { db: Database; clock: Clock }, accountId: string): Promise<void> {
  if (await markBanned(deps.db, accountId, deps.clock.now())) return
  if (!(await findAccountById(deps.db, accountId))) throw new Refusal('not_found')
}
