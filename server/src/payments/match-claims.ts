import { inTransaction } from '../db/transaction.ts'
import { findBorneOutClaims } from './claim-store.ts'
import { approveClaim, type ClaimDeps } from './settle-claim.ts'

/** Approves claims that M-Pesa's own word bears out: those of one code, or all. */
export async function matchClaims(deps: ClaimDeps, only: { code?: string } = {}): Promise<number> {
  let matched = 0
  for (const { claimId, receipt, amount } of await findBorneOutClaims(deps.db, only)) {
    const approved = await inTransaction(deps.db, (tx) =>
      approveClaim(tx, deps, claimId, { by: 'mpesa', receipt, amount }),
    )
    if (approved) matched += 1
  }
  return matched
}
