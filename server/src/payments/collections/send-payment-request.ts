import { takeForRequest } from '../payment-store.ts'
import { collectionOf } from '../providers/registry.ts'
import { FIRST_CHECK_SECONDS } from './poll-pending-payments.ts'
import { type CollectionDeps, settlePayment } from './settle-payment.ts'

/** Sends the request of a payment to its provider, at most once. */
export async function sendPaymentRequest(
  deps: CollectionDeps,
  { paymentId }: { paymentId: string },
): Promise<void> {
  const { db, clock, payables } = deps
  const now = clock.now()
  const nextCheckAt = new Date(now.getTime() + FIRST_CHECK_SECONDS * 1000)
  const payment = await takeForRequest(db, paymentId, { now, nextCheckAt })
  if (!payment) return
  const result = await collectionOf(payment).start(deps, {
    payment,
    reference: payment.requested_reference ?? '',
    description: payables[payment.payable_type].description,
  })
  if (result) await settlePayment(deps, payment.id, result)
}
