import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { postPrice, postReceipt } from '../ledger/post-payment.ts'
import { notifyPaymentReceived } from '../notify-payment-received.ts'
import type { Payable, PriceTerms } from '../payable.ts'
import type { PayableName } from '../payable-store.ts'
import type { ProofReason } from '../payment-labels.ts'
import {
  changePayment,
  insertPayment,
  isUsedCode,
  lockPayments,
  type PaymentRow,
  usedCodeError,
} from '../payment-store.ts'

import {
  isCounted,
  lockProviderTransaction,
  type ProviderTransaction,
} from '../provider-transaction-store.ts'
import { refundPayment } from '../refunds/create-refund.ts'
import { isRefundOwed } from '../refunds/refund-store.ts'
import { evaluateProof } from './evaluate-proof.ts'
import {
  findProofsToMatch,
  findUseOfCode,
  lockProof,
  lockWaitingProof,
  type PaymentProof,
  rejectWaitingProofs,
  saveProofDecision,
} from './payment-proof-store.ts'

export type ProofDeps = Pick<AppDeps, 'db' | 'clock' | 'random' | 'logger' | 'payables'>

/** Approves waiting proofs with which the provider's transaction agrees: those of one code or payable, or all. */
export async function matchProofs(
  deps: ProofDeps & Pick<AppDeps, 'config'>,
  only: { code?: string; payableId?: string } = {},
): Promise<number> {
  let matched = 0
  for (const proofId of await findProofsToMatch(deps.db, only)) {
    const approved = await inTransaction(deps.db, (tx) => approveConfirmedProof(tx, deps, proofId)).catch(
      (error: unknown) => {
        // The proof waits for staff.
        if (isUsedCode(error) || (error instanceof AppError && error.code === 'mpesa_code_used')) return false
        throw error
      },
    )
    if (approved) matched += 1
  }
  return matched
}

/** False when the provider's transaction differs from the proof, or when the proof was decided on before. */
async function approveConfirmedProof(
  tx: Db,
  deps: ProofDeps & Pick<AppDeps, 'config'>,
  proofId: string,
): Promise<boolean> {
  const proof = await lockProof(tx, proofId)
  if (!proof) return false
  const { transaction, disagreements } = await evaluateProof(tx, deps, proof)
  if (!transaction || disagreements.length > 0) return false
  await approve(tx, deps, proof, { by: 'provider' })
  return true
}

/** Who confirms a proof: the provider's transaction, or a person who saw the money. */
type Approval =
  | { by: 'provider' }
  | { by: 'staff'; accountId: string; amount?: number | undefined; note: string }

/** Approves the oldest waiting proof of a payable, or the one of this code. False when none waits. */
export async function approveOldestProof(
  tx: Db,
  deps: ProofDeps,
  { payableId, code }: PayableName & { code?: string | undefined },
  approval: Extract<Approval, { by: 'staff' }>,
): Promise<boolean> {
  const proof = await lockWaitingProof(tx, payableId, code)
  if (!proof) return false
  const use = await findUseOfCode(tx, proof.code)
  if (use) throw usedCodeError(m.error_code_money_counts({ reference: use.reference }))
  await approve(tx, deps, proof, approval).catch((error: unknown) => {
    throw isUsedCode(error) ? usedCodeError(m.error_code_money_counts_for_something()) : error
  })
  return true
}

/** Rejects the oldest waiting proof of a payable, or the one of this code, and returns it. */
export async function rejectOldestProof(
  tx: Db,
  { clock }: Pick<AppDeps, 'clock'>,
  { payableId, code }: PayableName & { code?: string | undefined },
  { note, accountId }: { note: string; accountId: string },
): Promise<PaymentProof | undefined> {
  const proof = await lockWaitingProof(tx, payableId, code)
  if (!proof) return undefined
  const decision = {
    status: 'rejected',
    reason: 'refused_by_staff',
    note,
    accountId,
    now: clock.now(),
  } as const
  await saveProofDecision(tx, proof.id, decision)
  return proof
}

/** Rejects the waiting proofs of a payable that was deleted, so that their codes can pay for another one. */
export async function withdrawProofs(
  tx: Db,
  { payableId, now }: { payableId: string; now: Date },
): Promise<void> {
  await rejectWaitingProofs(tx, payableId, { reason: 'payable_deleted', now })
}

async function approve(tx: Db, deps: ProofDeps, proof: PaymentProof, approval: Approval): Promise<void> {
  const now = deps.clock.now()
  const payable = { payableType: proof.payable_type, payableId: proof.payable_id }
  const { terms: priceTerms, onPaid } = deps.payables[proof.payable_type]
  const earlier = await lockParts(tx, payable)
  const { code } = proof
  // The amount that the provider reported counts, whatever the proof or staff say.
  const transaction = await lockProviderTransaction(tx, code)
  if (transaction && (await isCounted(tx, transaction)))
    throw usedCodeError(m.error_code_money_counts_for_something())
  const stated = approval.by === 'staff' ? approval.amount : undefined
  const amount = transaction?.amount ?? stated ?? proof.amount_read ?? proof.amount_typed
  const total = earlier.reduce((sum, { amount_received }) => sum + (amount_received ?? 0), amount)
  // A part was paid by the price list of its own day.
  const ofItsDay = await termsOf(tx, priceTerms, proof, { transaction, amount })
  const terms = priceTerms?.best(total, [ofItsDay, ...earlier.map((part) => part.terms).filter(Boolean)])
  const accountId = approval.by === 'staff' ? approval.accountId : undefined
  const payment = await insertPayment(tx, {
    ...payable,
    account_id: proof.account_id,
    payment_proof_id: proof.id,
    method: approval.by === 'provider' && transaction ? transaction.method : proof.method,
    amount,
    amount_received: amount,
    phone: proof.payer_phone,
    recorded_by: accountId ?? null,
    terms,
    status: 'partial',
    outcome: 'paid_less',
    receipt: code,
    created_at: now,
    settled_at: now,
    paid_at: transaction?.moved_at ?? pastTime(proof.paid_at, now),
  })
  const isEnough = priceTerms?.tooLittle(total, terms) === undefined
  const delivery = isEnough
    ? await onPaid(tx, deps, payment.payable_id, { ...payment, amount_received: total })
    : 'not_yet'
  await postReceipt(tx, payment, { into: 'unapplied', at: now })
  const reason = await finishDelivery(tx, { delivery, payment, earlier, now })
  const paidSoFar = reason === 'part_paid' ? total : undefined
  await saveProofDecision(tx, proof.id, { status: 'approved', reason, paidSoFar, now, accountId })
  const time = reason === undefined ? priceTerms?.bought(total, terms) : undefined
  const isPart = reason === 'part_paid'
  const part = isPart ? await priceTerms?.missing(tx, payment.payable_id, { total, terms }) : undefined
  await notifyPaymentReceived(tx, payment, { receipt: code, amount, time, part, now, to: proof.email })
}

/** When a message says that its money moved; now where it names no time, or one of the future. */
function pastTime(stated: Date | null, now: Date): Date {
  return stated !== null && stated < now ? stated : now
}

/** What was paid in parts before, and does not go back. */
async function lockParts(tx: Db, payable: PayableName): Promise<PaymentRow[]> {
  const parts: PaymentRow[] = []
  for (const payment of await lockPayments(tx, payable))
    if (payment.status === 'partial' && !(await isRefundOwed(tx, payment.id))) parts.push(payment)
  return parts
}

/** The price list of the day that the provider reported, if it did: the date in a proof is only stated by its payer. */
async function termsOf(
  tx: Db,
  priceTerms: PriceTerms | undefined,
  proof: PaymentProof,
  { transaction, amount }: { transaction: ProviderTransaction | undefined; amount: number },
): Promise<unknown> {
  if (!transaction && amount === (proof.amount_read ?? proof.amount_typed)) return proof.terms
  const paidAt = transaction ? (transaction.paid_at ?? transaction.received_at) : proof.paid_at
  return priceTerms?.termsFor(tx, { amount, paidAt, now: proof.created_at })
}

type Delivery = {
  delivery: Awaited<ReturnType<Payable['onPaid']>> | 'not_yet'
  payment: PaymentRow
  earlier: readonly PaymentRow[]
  now: Date
}

/** Marks the payment by what became of its payable. Earlier parts count towards the price too. */
async function finishDelivery(
  tx: Db,
  { delivery, payment, earlier, now }: Delivery,
): Promise<ProofReason | undefined> {
  if (delivery === 'not_yet') return 'part_paid'
  if (delivery === 'done') {
    for (const { id } of [...earlier, payment])
      await changePayment(tx, id, { status: 'paid', outcome: 'paid' })
    await postPrice(tx, payment, { at: now })
    return undefined
  }
  await changePayment(tx, payment.id, { status: 'review', outcome: 'paid_too_late' })
  await refundPayment(tx, { payment, reason: 'paid_too_late', from: 'unapplied', now })
  return 'paid_too_late'
}
