import type { Db } from '../../db/database.ts'
import { violatedConstraint } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { queueNotification } from '../../notifications/queue-notification.ts'
import { bookPrice, bookReceipt } from '../ledger/book-payment.ts'
import type { PriceTerms } from '../payable.ts'
import type { PayableName } from '../payable-store.ts'
import { findPayer } from '../payable-store.ts'
import type { PaymentRow } from '../payment-store.ts'
import { changePayment, insertPayment, lockPayments, payableOf } from '../payment-store.ts'
import { lockProviderTransaction } from '../provider-transaction-store.ts'
import { refundPayment } from '../refunds/refund-payment.ts'
import { evaluateProof } from './evaluate-proof.ts'
import {
  lockProof,
  lockWaitingProof,
  type PaymentProof,
  rejectWaitingProofs,
  updateSettledProof,
} from './payment-proof-store.ts'
import { findUseOfCode } from './proof-evidence-store.ts'

export type ProofDeps = Pick<AppDeps, 'db' | 'clock' | 'random' | 'logger' | 'payables'>

/** What bears a claim out: M-Pesa's own word, or a person who saw the money. */
type Approval =
  | { by: 'mpesa' }
  | { by: 'staff'; accountId: string; amount?: number | undefined; note: string }

/**
 * Makes a payment of a claim where everything that M-Pesa tells agrees with it, and hands over what it buys. False when
 * something differs, or when somebody has decided on it before.
 */
export async function approveConfirmedProof(
  tx: Db,
  deps: ProofDeps & Pick<AppDeps, 'config'>,
  claimId: string,
): Promise<boolean> {
  const claim = await lockProof(tx, claimId)
  if (!claim) return false
  const { money, disagreements } = await evaluateProof(tx, deps, claim)
  if (!money || disagreements.length > 0) return false
  await approve(tx, deps, claim, { by: 'mpesa' })
  return true
}

/** Staff saw the money of the oldest waiting claim of a listing, or of the one of this code. False when none waits. */
export async function approveOldestProof(
  tx: Db,
  deps: ProofDeps,
  { payableId, code }: PayableName & { code?: string | undefined },
  approval: Extract<Approval, { by: 'staff' }>,
): Promise<boolean> {
  const claim = await lockWaitingProof(tx, payableId, code)
  if (!claim) return false
  const use = await findUseOfCode(tx, claim.code)
  if (use) throw codeCounts(use.reference)
  await approve(tx, deps, claim, approval).catch((error: unknown) => {
    throw isUsedCode(error) ? codeCounts('something else') : error
  })
  return true
}

const USED_ONCE = new Set(['payment_code_is_used_once', 'payment_receipt_is_used_once'])

/** Whether the database refused a code that came to count for something else at the same moment. */
export function isUsedCode(error: unknown): boolean {
  const constraint = violatedConstraint(error)
  return constraint !== undefined && USED_ONCE.has(constraint)
}

function codeCounts(reference: string): AppError {
  return new AppError('mpesa_code_used', {
    message: `The money with this code counts for ${reference} already. Refuse this message, or decide on that payment first.`,
  })
}

/** Refuses the oldest waiting claim of a listing and answers which. */
export async function rejectOldestProof(
  tx: Db,
  { clock }: Pick<AppDeps, 'clock'>,
  { payableId, code }: PayableName & { code?: string | undefined },
  { reason, accountId }: { reason: string; accountId: string },
): Promise<string | undefined> {
  const claim = await lockWaitingProof(tx, payableId, code)
  if (claim)
    await updateSettledProof(tx, claim.id, { status: 'rejected', reason, accountId, now: clock.now() })
  return claim?.id
}

/** Nobody can decide any more on the messages for a listing that was deleted: its seller may pay for another with them. */
export async function withdrawProofs(
  tx: Db,
  { payableId, now }: { payableId: string; now: Date },
): Promise<void> {
  await rejectWaitingProofs(tx, payableId, { reason: 'The listing was deleted', now })
}

async function approve(tx: Db, deps: ProofDeps, claim: PaymentProof, approval: Approval): Promise<void> {
  const now = deps.clock.now()
  const payable = { payableType: claim.payable_type, payableId: claim.payable_id }
  const { terms: priceTerms } = deps.payables[claim.payable_type]
  const earlier = (await lockPayments(tx, payable)).filter(({ status }) => status === 'partial')
  const { code } = claim
  // What M-Pesa itself told is what came in, whatever the message or staff say.
  const told = await lockProviderTransaction(tx, code)
  const stated = approval.by === 'staff' ? approval.amount : undefined
  const amount = told?.amount ?? stated ?? claim.amount_read ?? claim.amount_typed
  const total = earlier.reduce((sum, { amount_received }) => sum + (amount_received ?? 0), amount)
  // A part was paid towards a plan of its day.
  const ofItsDay = await termsOf(tx, priceTerms, claim, { told, amount })
  const terms = priceTerms?.best(total, [ofItsDay, ...earlier.map((part) => part.terms).filter(Boolean)])
  const payment = await insertPayment(tx, {
    ...payable,
    account_id: claim.account_id,
    payment_proof_id: claim.id,
    method: approval.by === 'mpesa' ? 'c2b' : 'message',
    amount,
    amount_received: amount,
    phone: claim.payer_phone,
    recorded_by: approval.by === 'staff' ? approval.accountId : null,
    terms,
    status: 'partial',
    outcome: 'paid_less',
    receipt: code,
    created_at: now,
    settled_at: now,
  })
  const { onPaid } = deps.payables[payment.payable_type]
  const missing = priceTerms?.missing(total, terms) ?? ''
  const handedOver =
    missing === ''
      ? await onPaid(tx, deps, payment.payable_id, { ...payment, amount_received: total })
      : 'not yet'
  await bookReceipt(tx, payment, { into: 'unapplied', at: now })
  const reason =
    handedOver === 'not yet' ? missing : await endDelivery(tx, { handedOver, payment, earlier, now })
  const accountId = approval.by === 'staff' ? approval.accountId : undefined
  await updateSettledProof(tx, claim.id, { status: 'approved', reason, now, accountId })
  await notifyPaymentReceived(tx, payment, now)
}

/** By M-Pesa's own date where it told us of the money: that of a pasted message is what its seller says. */
async function termsOf(
  tx: Db,
  priceTerms: PriceTerms | undefined,
  claim: PaymentProof,
  { told, amount }: { told: Awaited<ReturnType<typeof lockProviderTransaction>>; amount: number },
): Promise<unknown> {
  if (!told && amount === (claim.amount_read ?? claim.amount_typed)) return claim.terms
  const paidAt = told ? (told.paid_at ?? told.received_at) : claim.paid_at
  return priceTerms?.termsFor(tx, { amount, paidAt, now: claim.created_at })
}

type Delivery = {
  handedOver: 'done' | 'gone'
  payment: PaymentRow
  earlier: readonly PaymentRow[]
  now: Date
}

/** Parts that came before count towards the plan, so that no shilling is lost. */
async function endDelivery(tx: Db, { handedOver, payment, earlier, now }: Delivery): Promise<string> {
  if (handedOver === 'done') {
    for (const { id } of [...earlier, payment])
      await changePayment(tx, id, { status: 'paid', outcome: 'paid' })
    await bookPrice(tx, payment, { at: now })
    return ''
  }
  await changePayment(tx, payment.id, { status: 'review', outcome: 'paid_too_late' })
  await refundPayment(tx, { payment, why: 'paid_too_late', from: 'unapplied', now })
  return 'This payment came too late to be used. We will send it back.'
}

async function notifyPaymentReceived(tx: Db, payment: PaymentRow, now: Date): Promise<void> {
  const payer = await findPayer(tx, payableOf(payment))
  if (!payer) return
  const { accountId, name, email, reference } = payer
  const params = {
    name,
    payable: { type: payment.payable_type, reference },
    amount: payment.amount,
    receipt: payment.receipt ?? '',
  }
  const dedupeKey = `payment_received ${payment.id}`
  await queueNotification(tx, { kind: 'payment_received', params, accountId, email, dedupeKey }, now)
}
