import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import type { NotificationParams } from '../../notifications/notification-kinds.ts'
import { queueNotification } from '../../notifications/queue-notification.ts'
import { type Balance, findBalance, sumReceivedBy } from '../ledger/ledger-store.ts'
import { placeOf } from '../ledger/post-payment.ts'
import { type OwedFrom, oweRefund, reverseRefundOwed, type Waiting } from '../ledger/postings.ts'
import type { LoweredRefund } from '../payable.ts'
import { findPayer, type PayableName } from '../payable-store.ts'
import { isOfPart, type PaymentRefundReason, type RefundReason } from '../payment-labels.ts'
import { findPayment, type PaymentRow, payableOf } from '../payment-store.ts'
import { refundWayOfMethod } from '../providers/registry.ts'
import {
  findRefundWay,
  insertRefund,
  lockCancellationRefunds,
  lockRefundsDue,
  markRefundWithdrawn,
} from './refund-store.ts'

type NewRefund = PayableName & {
  amount: number
  reason: RefundReason
  /** What the person who cancelled or decided wrote. */
  note?: string | undefined
  /** The payment that goes back; not given when the payable was cancelled. */
  paymentId?: string
  /** Where the ledger has the money; by default it paid for a price, unless it is more than that. */
  from?: OwedFrom
  /** What goes back apart from a cancellation, where a payable may have several refunds. */
  occasion?: string
  /** The payment that brought more than was owed. */
  cameWith?: string | undefined
}

/** Records that money is owed back, at most once for a cancelled payable, for a payment and for an occasion; staff pays it later. */
export async function createRefund(
  tx: Db,
  { payableType, payableId, amount, reason, note, paymentId, from, occasion = '', cameWith }: NewRefund,
  now: Date,
): Promise<void> {
  const refundId = await insertRefund(tx, {
    payable_type: payableType,
    payable_id: payableId,
    payment_id: paymentId ?? null,
    amount,
    reason,
    reason_note: note ?? '',
    occasion,
    came_with: cameWith ?? null,
    created_at: now,
  })
  if (refundId === undefined) return
  const payable = { type: payableType, id: payableId }
  const key = `refund ${refundId} owed`
  const ends = !isOfPart(reason)
  const place = from ?? (reason === 'more_than_owed' ? 'unapplied' : 'price')
  await oweRefund(tx, { payable, paymentId, refundId, amount, from: place, ends, key, at: now })
}

/** Creates the refund of one payment, and notifies its customer. */
export async function refundPayment(
  tx: Db,
  {
    payment,
    reason,
    note,
    from,
    now,
  }: {
    payment: PaymentRow
    reason: PaymentRefundReason
    /** What staff wrote to the customer. */
    note?: string | undefined
    /** Where the ledger has the money. */
    from: Waiting
    now: Date
  },
): Promise<void> {
  const amount = await sumReceivedBy(tx, payment.id)
  const payable = payableOf(payment)
  await createRefund(tx, { ...payable, amount, reason, note, paymentId: payment.id, from }, now)
  const payer = await findPayer(tx, payable)
  if (!payer) return
  const { name, reference, ...to } = payer
  // Other money for the same thing may have come another way.
  const refundWay = refundWayOfMethod(payment.method)
  const paidFor = { type: payment.payable_type, reference }
  await queueNotification(
    tx,
    {
      kind: 'refund_owed',
      params: { name, payable: paidFor, amount, refundWay, why: reason, reason: note ?? '' },
      ...to,
      dedupeKey: `refund_owed ${payment.id}`,
    },
    now,
  )
}

/**
 * Owes no longer what is owed back since a cancellation at `since`, which is taken back. False when some of it was sent:
 * then nothing is changed. Called under the locks of the payments.
 */
export async function withdrawRefunds(
  tx: Db,
  payable: PayableName,
  { since, accountId, now }: { since: Date; accountId: string; now: Date },
): Promise<boolean> {
  const refunds = await lockCancellationRefunds(tx, payable, since)
  if (refunds.some(({ status }) => status === 'sent')) return false
  for (const { id } of refunds) await withdrawRefund(tx, payable, id, { accountId, now })
  return true
}

/** What is owed back is so no longer. Called under the locks of the payments and of the refund. */
export async function withdrawRefund(
  tx: Db,
  { payableType, payableId }: PayableName,
  id: string,
  { accountId, now }: { accountId: string | null; now: Date },
): Promise<void> {
  await markRefundWithdrawn(tx, id)
  await reverseRefundOwed(tx, {
    payable: { type: payableType, id: payableId },
    refundId: id,
    key: `refund ${id} withdrawn`,
    at: now,
    actor: accountId,
  })
}

type Lowered = PayableName & {
  paymentId: string
  /** What is entered from now on, less what was entered before. */
  difference: number
  /** What staff wrote about it. */
  note?: string
  accountId: string | null
  now: Date
}

/**
 * Enters by `correct` that a payment brought in another amount. Refunds that are due then would be larger than what came in:
 * they are lowered to that, perhaps to nothing, and their customer is told what goes back now. Called under the locks of the payments.
 */
export async function correctUnderRefunds(
  tx: Db,
  { payables }: Pick<AppDeps, 'payables'>,
  { payableType, payableId, paymentId, difference, note = '', accountId, now }: Lowered,
  correct: () => Promise<void>,
): Promise<void> {
  const payable = { payableType, payableId }
  const key = { type: payableType, id: payableId }
  const payment = await findPayment(tx, paymentId)
  // Money that staff looks at is that of other payments, unless this one is looked at.
  const isOfOthers = payment === undefined || placeOf(payment.status) === 'unapplied'
  const leftOf = ({ money, refundsPayable, suspense }: Balance, ofOthers = isOfOthers) =>
    money - refundsPayable - (ofOthers ? suspense : 0)
  const before = await findBalance(tx, key)
  const refunds = leftOf(before) + difference < 0 ? await lockRefundsDue(tx, payable, paymentId) : []
  for (const { id } of refunds) await withdrawRefund(tx, payable, id, { accountId, now })
  await correct()
  for (const { amount: owed, reason, occasion, ofPayment, ...refund } of refunds) {
    const amount = Math.min(owed, leftOf(await findBalance(tx, key), isOfOthers && ofPayment === null))
    if (amount <= 0) continue
    const lowered = { ...payable, amount, reason, note: refund.note, occasion }
    const ofOne = ofPayment === null ? {} : ({ paymentId: ofPayment, from: 'suspense' } as const)
    await createRefund(tx, { ...lowered, ...ofOne }, now)
  }
  const { refundsPayable: amount } = await findBalance(tx, key)
  if (amount >= before.refundsPayable) return
  const change = { before: before.refundsPayable, amount, accountId, now }
  await payables[payableType].onRefundLowered?.(tx, payableId, change)
  await notifyOfLowered(tx, payable, { ...change, note, occasion: paymentId })
}

type LoweredMail = LoweredRefund & { note: string; occasion: string }

/** Tells a customer that less goes back than they were told, or nothing, and why. */
async function notifyOfLowered(
  tx: Db,
  payable: PayableName,
  { before, amount, accountId, note, occasion, now }: LoweredMail,
): Promise<void> {
  const payer = await findPayer(tx, payable)
  if (!payer) return
  const { name, reference, ...to } = payer
  const refundWay = await findRefundWay(tx, [payable.payableId])
  const params = {
    name,
    payable: { type: payable.payableType, reference },
    before,
    amount,
    refundWay,
    byStaff: accountId !== null,
    reason: note,
  }
  const dedupeKey = `refund_lowered ${occasion} ${now.toISOString()}`
  await queueNotification(tx, { kind: 'refund_lowered', params, ...to, dedupeKey }, now)
}

type Owed = {
  payable: PayableName
  amount: number
  why: NotificationParams['refund_owed']['why']
  /** As staff wrote it. */
  note: string
  occasion: string
}

/** Tells a customer that what was paid goes back, and why. */
export async function notifyOfRefund(
  tx: Db,
  { payable, amount, why, note, occasion }: Owed,
  now: Date,
): Promise<void> {
  const payer = await findPayer(tx, payable)
  if (!payer) return
  const { name, reference, ...to } = payer
  await queueNotification(
    tx,
    {
      kind: 'refund_owed',
      params: {
        name,
        payable: { type: payable.payableType, reference },
        amount,
        refundWay: await findRefundWay(tx, [payable.payableId]),
        why,
        reason: note,
      },
      ...to,
      dedupeKey: `refund_owed ${occasion}`,
    },
    now,
  )
}
