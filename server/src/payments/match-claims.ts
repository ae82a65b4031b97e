import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { findProofsToMatch } from './proof-store.ts'
import { approveBorneOutClaim, type ClaimDeps, isUsedCode } from './settle-claim.ts'

/** Approves claims that M-Pesa's own word bears out in everything that it tells: those of one code or listing, or all. */
export async function matchClaims(
  deps: ClaimDeps & Pick<AppDeps, 'config'>,
  only: { code?: string; listingId?: string } = {},
): Promise<number> {
  let matched = 0
  for (const claimId of await findProofsToMatch(deps.db, only)) {
    const approve = inTransaction(deps.db, (tx) => approveBorneOutClaim(tx, deps, claimId))
    const approved = await approve.catch((error: unknown) => {
      // The claim waits for staff.
      if (isUsedCode(error)) return false
      throw error
    })
    if (approved) matched += 1
  }
  return matched
}
