import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { findCategoryRenames, writeRenameStep } from './category-rename-store.ts'

/** Leaves the database to others between two steps. */
const PAUSE_MS = 100
/** A stopping process waits for the task, which goes on in its next slot. */
const LONGEST_RUN_MS = 4_000

/**
 * Writes the new names of categories into the search text of their listings, step by step. Each step is a transaction that
 * also says how far it came, so that after a crash the next run goes on there.
 */
export async function continueCategoryRenames({ db }: Pick<AppDeps, 'db'>): Promise<void> {
  const latest = Date.now() + LONGEST_RUN_MS
  while ((await inTransaction(db, writeRenameStep)) && Date.now() < latest) await sleep(PAUSE_MS)
}

/** How many listings of each category that is being renamed have the new name, by the id of the category. */
export async function readCategoryRenames({ db }: Pick<AppDeps, 'db'>) {
  return findCategoryRenames(db)
}
