import type { Db } from '../db/database.ts'
import { findAccountById } from './account-store.ts'

/** Whose list staff asked for, to say so above it; null where it is everybody's, or of nobody we know. */
export async function accountFilterName(db: Db, accountId: string | undefined): Promise<string | null> {
  if (accountId === undefined) return null
  return (await findAccountById(db, accountId))?.name ?? null
}
