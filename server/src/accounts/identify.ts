import type { Database } from '../db/database.ts'
import type { IdentifyCaller } from '../http/caller.ts'
import { findAccountById } from './account-store.ts'
import { readToken, type TokenDeps } from './session-token.ts'

/** Asks the database on every call: a reset, a ban or a new role counts from the next request on. */
export function identifyFrom(deps: TokenDeps & { db: Database }): IdentifyCaller {
  return async (token) => {
    const claims = await readToken(deps, token)
    if (!claims) return undefined
    const account = await findAccountById(deps.db, claims.id)
    if (!account || account.bannedAt || account.tokenVersion !== claims.v) return undefined
    return { accountId: account.id, role: account.role, name: account.name, email: account.email }
  }
}
