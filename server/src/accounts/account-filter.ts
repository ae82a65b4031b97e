import type { Db } from '../db/database.ts'
import { findAccountById } from './account-store.ts'

/** The name of the account by which a list is filtered; null without a filter or for an unknown account. */
export async function accountFilterName(db: Db, accountId: string | undefined): Promise<string | null> {
  if (accountId === undefined) return null
  return (await findAccountById(db, accountId))?.name ?? null
}
