import type { PayableType } from '@twende/contract/payments/payment.ts'
import type { AppDeps } from '../../deps.ts'
import type { PurchasePart } from '../payable.ts'
import { isOfCancellation } from '../payment-labels.ts'
import type { RefundRow } from './refund-store.ts'

type PartDeps = Pick<AppDeps, 'db' | 'payables'>

/**
 * What was bought besides the thing itself and goes back with it, by the id of the refund: only where its purchase was
 * cancelled, and as much goes back as the parts cost. What is kept of a cancelled purchase is never of its parts.
 */
export async function findRefundedParts(
  { db, payables }: PartDeps,
  refunds: readonly RefundRow[],
): Promise<ReadonlyMap<string, readonly PurchasePart[]>> {
  const cancelled = refunds.filter(({ paymentId, reason }) => paymentId === null && isOfCancellation(reason))
  const found = new Map<string, readonly PurchasePart[]>()
  for (const purpose of new Set<PayableType>(cancelled.map((refund) => refund.purpose))) {
    const same = cancelled.filter((refund) => refund.purpose === purpose)
    const ids = same.map(({ purchaseId }) => purchaseId)
    const parts = await payables[purpose].partsOf?.(db, ids)
    for (const { id, purchaseId, amount } of same) {
      const bought = parts?.get(purchaseId) ?? []
      if (bought.reduce((sum, part) => sum + part.amount, 0) <= amount) found.set(id, bought)
    }
  }
  return found
}
