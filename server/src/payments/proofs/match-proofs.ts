import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { findProofsToMatch } from './proof-evidence-store.ts'
import { approveConfirmedProof, isUsedCode, type ProofDeps } from './settle-proof.ts'

/** Approves claims that M-Pesa's own word bears out in everything that it tells: those of one code or payable, or all. */
export async function matchProofs(
  deps: ProofDeps & Pick<AppDeps, 'config'>,
  only: { code?: string; payableId?: string } = {},
): Promise<number> {
  let matched = 0
  for (const claimId of await findProofsToMatch(deps.db, only)) {
    const approve = inTransaction(deps.db, (tx) => approveConfirmedProof(tx, deps, claimId))
    const approved = await approve.catch((error: unknown) => {
      // The claim waits for staff.
      if (isUsedCode(error)) return false
      throw error
    })
    if (approved) matched += 1
  }
  return matched
}
