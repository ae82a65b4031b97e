import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { ProofDeps } from '../../payments/proofs/settle-proof.ts'
import { approveOldestProof, rejectOldestProof } from '../../payments/proofs/settle-proof.ts'
import { listingExists } from '../listing-read-store.ts'
import { notifySeller } from '../notify-seller.ts'
import { payableOf } from '../unused-period.ts'

/** `code` is the payment code that staff looked at. */
type Decision = { listingId: string; code?: string | undefined; accountId: string }

/** Approves the oldest waiting payment proof; `amount` is given when another amount arrived. */
export async function approveListingPayment(
  deps: ProofDeps,
  { listingId, code, ...proof }: Decision & { amount?: number | undefined; note: string },
): Promise<void> {
  await refuseIfUnknown(deps, listingId)
  const approved = await inTransaction(deps.db, (tx) =>
    approveOldestProof(tx, deps, { ...payableOf(listingId), code }, { by: 'staff', ...proof }),
  )
  if (!approved) throw new AppError('listing_wrong_state')
}

/** Rejects the oldest waiting payment proof; the seller is told why and may send another. */
export async function rejectListingPayment(
  deps: ProofDeps,
  { listingId, code, reason, accountId }: Decision & { reason: string },
): Promise<void> {
  await refuseIfUnknown(deps, listingId)
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const proof = await rejectOldestProof(
      tx,
      deps,
      { ...payableOf(listingId), code },
      { note: reason, accountId },
    )
    if (!proof) throw new AppError('listing_wrong_state')

    await notifySeller(
      tx,
      listingId,
      (params) => ({ kind: 'listing_payment_refused', params: { ...params, reason } }),
      `refused ${proof.id}`,
      now,
      proof.email,
    )
  })
}

async function refuseIfUnknown({ db }: ProofDeps, listingId: string): Promise<void> {
  if (!(await listingExists(db, listingId))) throw new AppError('listing_not_found')
}
