import { randomBytes } from 'node:crypto'
import {
  bestPlans,
  type ListingPlans,
  monthsPaidBy,
  whatIsMissing,
} from '@twende/contract/listings/listing-plan.ts'
import { type Db, refusedBy } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { paymentReceivedText } from '../notifications/notification-texts.ts'
import { queueNotification } from '../notifications/queue-notification.ts'
import { plansForMoney } from '../settings/read-plans.ts'
import {
  type ClaimRow,
  lockClaim,
  lockWaitingClaim,
  rejectWaitingClaims,
  settleClaimRow,
} from './claim-store.ts'
import { lockInboxMoney } from './inbox-store.ts'
import { changePayment, insertPayment, lockPayments, type PaymentRow } from './payment-store.ts'
import { findUseOfCode } from './proof-store.ts'
import { findBuyer } from './purchase-store.ts'
import { returnMoney } from './return-money.ts'
import { weighProof } from './weigh-proof.ts'

export type ClaimDeps = Pick<AppDeps, 'db' | 'clock' | 'random' | 'logger' | 'purchases'>

/** What bears a claim out: M-Pesa's own word, or a person who saw the money. */
type Approval =
  | { by: 'mpesa' }
  | { by: 'staff'; accountId: string; amount?: number | undefined; note: string }

/**
 * Makes a payment of a claim where everything that M-Pesa tells agrees with it, and hands over what it buys. False when
 * something differs, or when somebody has decided on it before.
 */
export async function approveBorneOutClaim(
  tx: Db,
  deps: ClaimDeps & Pick<AppDeps, 'config'>,
  claimId: string,
): Promise<boolean> {
  const claim = await lockClaim(tx, claimId)
  if (!claim) return false
  const { money, disagreements } = await weighProof(tx, deps, claim)
  if (!money || disagreements.length > 0) return false
  await approve(tx, deps, claim, { by: 'mpesa' })
  return true
}

/** Staff saw the money of the oldest waiting claim of a listing, or of the one of this code. False when none waits. */
export async function approveOldestClaim(
  tx: Db,
  deps: ClaimDeps,
  { listingId, code }: { listingId: string; code?: string | undefined },
  approval: Extract<Approval, { by: 'staff' }>,
): Promise<boolean> {
  const claim = await lockWaitingClaim(tx, listingId, code)
  if (!claim) return false
  const use = await findUseOfCode(tx, claim.code)
  if (use) throw codeCounts(use.reference)
  await approve(tx, deps, claim, approval).catch((error: unknown) => {
    throw isUsedCode(error) ? codeCounts('something else') : error
  })
  return true
}

const USED_ONCE = new Set(['mpesa_code_is_used_once', 'payment_receipt_is_used_once'])

/** Whether the database refused a code that came to count for something else at the same moment. */
export function isUsedCode(error: unknown): boolean {
  const constraint = refusedBy(error)
  return constraint !== undefined && USED_ONCE.has(constraint)
}

function codeCounts(reference: string): AppError {
  return new AppError('mpesa_code_used', {
    message: `The money with this code counts for ${reference} already. Refuse this message, or decide on that payment first.`,
  })
}

/** Refuses the oldest waiting claim of a listing and answers which. */
export async function rejectOldestClaim(
  tx: Db,
  { clock }: Pick<AppDeps, 'clock'>,
  { listingId, code }: { listingId: string; code?: string | undefined },
  { reason, accountId }: { reason: string; accountId: string },
): Promise<string | undefined> {
  const claim = await lockWaitingClaim(tx, listingId, code)
  if (claim) await settleClaimRow(tx, claim.id, { status: 'rejected', reason, accountId, now: clock.now() })
  return claim?.id
}

/** Nobody can decide any more on the messages for a listing that was deleted: its seller may pay for another with them. */
export async function withdrawClaims(
  tx: Db,
  { listingId, now }: { listingId: string; now: Date },
): Promise<void> {
  await rejectWaitingClaims(tx, listingId, { reason: 'The listing was deleted', now })
}

async function approve(tx: Db, deps: ClaimDeps, claim: ClaimRow, approval: Approval): Promise<void> {
  const now = deps.clock.now()
  const purchase = { purpose: claim.purpose, purchaseId: claim.purchase_id }
  const earlier = (await lockPayments(tx, purchase)).filter(({ status }) => status === 'partial')
  const { code } = claim
  // What M-Pesa itself told is what came in, whatever the message or staff say.
  const told = await lockInboxMoney(tx, code)
  const stated = approval.by === 'staff' ? approval.amount : undefined
  const amount = told?.amount ?? stated ?? claim.amount_read ?? claim.amount_typed
  const total = earlier.reduce((sum, { amount_received }) => sum + (amount_received ?? 0), amount)
  // A part was paid towards a plan of its day.
  const ofItsDay = await plansOf(tx, claim, { told, amount })
  const plans = bestPlans(total, [ofItsDay, ...earlier.flatMap(({ plans: then }) => (then ? [then] : []))])
  const payment = await insertPayment(tx, {
    ...purchase,
    account_id: claim.account_id,
    claim_id: claim.id,
    method: approval.by === 'mpesa' ? 'c2b' : 'message',
    amount,
    amount_received: amount,
    phone: claim.payer_phone,
    taken_by: approval.by === 'staff' ? approval.accountId : null,
    plans,
    status: 'partial',
    outcome: 'paid_less',
    receipt: code,
    callback_secret: randomBytes(32).toString('hex'),
    created_at: now,
    settled_at: now,
  })
  const reason =
    monthsPaidBy(total, plans) > 0
      ? await deliver(tx, deps, payment, earlier, total)
      : whatIsMissing(total, plans)
  const accountId = approval.by === 'staff' ? approval.accountId : undefined
  await settleClaimRow(tx, claim.id, { status: 'approved', reason, now, accountId })
  await thank(tx, payment, now)
}

/** By M-Pesa's own date where it told us of the money: that of a pasted message is what its seller says. */
async function plansOf(
  tx: Db,
  claim: ClaimRow,
  { told, amount }: { told: Awaited<ReturnType<typeof lockInboxMoney>>; amount: number },
): Promise<ListingPlans> {
  if (!told && amount === (claim.amount_read ?? claim.amount_typed)) return claim.plans
  const paidAt = told ? (told.paid_at ?? told.received_at) : claim.paid_at
  return plansForMoney(tx, { amount, paidAt, now: claim.created_at })
}

/** Parts that came before count towards the plan, so that no shilling is lost. */
async function deliver(
  tx: Db,
  deps: ClaimDeps,
  payment: PaymentRow,
  earlier: readonly PaymentRow[],
  total: number,
): Promise<string> {
  const { onPaid } = deps.purchases[payment.purpose]
  const handedOver = await onPaid(tx, deps, payment.purchase_id, { ...payment, amount_received: total })
  if (handedOver === 'done') {
    for (const { id } of [...earlier, payment])
      await changePayment(tx, id, { status: 'paid', outcome: 'paid' })
    return ''
  }
  await changePayment(tx, payment.id, { status: 'review', outcome: 'paid_too_late' })
  await returnMoney(tx, { payment, why: 'paid_too_late', now: deps.clock.now() })
  return 'This payment came too late to be used. We will send it back.'
}

async function thank(tx: Db, payment: PaymentRow, now: Date): Promise<void> {
  const buyer = await findBuyer(tx, payment)
  if (!buyer) return
  const { accountId, name, email, reference } = buyer
  const text = paymentReceivedText({
    name,
    amount: payment.amount,
    receipt: payment.receipt ?? '',
    purpose: `your listing ${reference}`,
  })
  const dedupeKey = `payment_received ${payment.id}`
  await queueNotification(tx, { ...text, accountId, recipient: email, dedupeKey }, now)
}
