import { showKsh } from '@twende/contract/money.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { findOwed } from '../../payments/ledger/post-payment.ts'
import { lockOwed, reduceCharge, releaseDeposit } from '../../payments/ledger/postings.ts'
import type { OccasionReason } from '../../payments/payment-labels.ts'
import { createRefund } from '../../payments/refunds/create-refund.ts'
import { writeHistory } from '../booking-history-store.ts'
import { findBooking } from '../booking-read-store.ts'
import { findDisputesOfParts } from '../disputes/dispute-store.ts'
import { notifyCustomer } from '../notify-customer.ts'
import { payWithCoveringCredit, showPriceUnpaid } from '../owed/unpaid-price.ts'
import type { DepositRow } from './deposit-store.ts'
import { lockDeposit } from './keep-deposit.ts'
import { findKeptParts, type KeptPartRow, setReleased } from './kept-part-store.ts'
import { oweDepositBack } from './return-deposit.ts'

type Releasing = { bookingId: string; partId: string; accountId: string; reason: string }

/** Holds again what was kept of a deposit by mistake. What it was charged for is owed no more. */
export async function releaseKeptPart(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, partId, accountId, reason }: Releasing,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const deposit = await lockDeposit(tx, bookingId)
    const parts = deposit ? await findKeptParts(tx, deposit.id) : []
    const part = parts.find(({ id }) => id === partId)
    const booking = await findBooking(tx, bookingId)
    if (!deposit || !part || !booking) throw new AppError('kept_part_not_found')
    const amount = part.amount - part.released
    if (amount === 0) throw new AppError('deposit_wrong_state')
    await refuseWhileDisputed(tx, part)
    const by = { accountId, now }
    await releasePart(tx, { deposit, part, amount, bookingId, reason, ...by })
    const { owed } = await findOwed(tx, 'booking', bookingId)
    const note = `${showKsh(amount)}: ${reason}`
    await writeHistory(tx, [booking], { by: 'staff', ...by, event: 'releaseDeposit', note })
    await notifyCustomer(
      tx,
      booking,
      (params) => ({
        kind: 'booking_deposit_released',
        params: { ...params, amount, reason, owed, isHeld: deposit.settled_at === null },
      }),
      now,
      { event: partId },
    )
  })
}

/** What a customer disputes is released by the decision on the dispute, and by nothing else. */
async function refuseWhileDisputed(tx: Db, { id }: Pick<KeptPartRow, 'id'>): Promise<void> {
  const disputes = await findDisputesOfParts(tx, [id])
  if (disputes.some(({ decision }) => decision === null)) throw new AppError('kept_part_disputed')
}

type Withdrawn = {
  bookingId: string
  deposit: DepositRow
  /** What was charged or kept, and is withdrawn. */
  amount: number
  /** What staff wrote; may be empty. */
  reason: string
  accountId: string
  now: Date
}

/** Holds again what is kept no more of a part. What was charged for it is owed no more; the rest paid what is owed again. */
export async function releasePart(
  tx: Db,
  { deposit, ...released }: Withdrawn & { part: KeptPartRow },
): Promise<void> {
  const { part, amount, bookingId, accountId, now } = released
  const uncharged = Math.min(amount, part.charged - part.charge_reduced)
  await release(tx, { ...released, uncharged })
  const payable = { type: 'booking', id: bookingId }
  const key = `kept part ${part.id} not charged up to ${part.charge_reduced + uncharged}`
  await reduceCharge(tx, { payable, amount: uncharged, key, at: now, actor: accountId })
  const booking = await findBooking(tx, bookingId)
  if (booking) await showPriceUnpaid(tx, booking, now)
  await returnWhereSettled(tx, deposit, amount, now)
}

/**
 * Holds again what the deposit paid for a charge that is withdrawn: the customer owes it now, until the charge is reduced.
 * What the deposit paid goes back before what was paid in another way.
 */
async function releaseForWithdrawnCharge(
  tx: Db,
  { bookingId, deposit, amount, reason, accountId, now }: Withdrawn,
): Promise<WithdrawnMoney> {
  const unpaid = await lockOwed(tx, { type: 'booking', id: bookingId })
  let left = Math.max(0, amount - unpaid)
  let total = 0
  for (const part of (await findKeptParts(tx, deposit.id)).reverse()) {
    // What was charged by keeping it is another charge.
    const paid = part.amount - part.charged - (part.released - part.charge_reduced)
    const paying = Math.min(left, paid)
    if (paying <= 0) continue
    await refuseWhileDisputed(tx, part)
    await release(tx, { part, amount: paying, uncharged: 0, bookingId, reason, accountId, now })
    left -= paying
    total += paying
  }
  await returnWhereSettled(tx, deposit, total, now)
  return moneyOfDeposit(deposit, total)
}

type Release = Omit<Withdrawn, 'deposit'> & {
  part: KeptPartRow
  /** How much of it was charged by keeping it, and is charged no more. */
  uncharged: number
}

async function release(tx: Db, released: Release): Promise<void> {
  const { part, amount, uncharged, bookingId, accountId, reason, now } = released
  const total = part.released + amount
  await releaseDeposit(tx, {
    deposit: { type: 'deposit', id: part.deposit_id },
    charged: { type: 'booking', id: bookingId },
    amount,
    key: `kept part ${part.id} released up to ${total}`,
    at: now,
    actor: accountId,
  })
  const chargeReduced = part.charge_reduced + uncharged
  await setReleased(tx, part.id, { released: total, chargeReduced, accountId, reason, now })
}

/** Where the money of something that is charged or kept no more is: on its way back, or held again with the deposit. */
export type WithdrawnMoney = { back: number; heldAgain: number }

/** Of what a deposit had paid. */
export function moneyOfDeposit({ settled_at }: DepositRow, amount: number): WithdrawnMoney {
  return settled_at === null ? { back: 0, heldAgain: amount } : { back: amount, heldAgain: 0 }
}

/** Where the rest went back already, what is released follows at once; otherwise it goes back with the rest. */
async function returnWhereSettled(tx: Db, deposit: DepositRow, amount: number, now: Date): Promise<void> {
  if (deposit.settled_at !== null) await oweDepositBack(tx, deposit, amount, now)
}

type WithdrawnWhy = Extract<
  OccasionReason,
  'charge_withdrawn' | 'fine_withdrawn' | 'return_taken_back' | 'reading_corrected'
>

type Withdrawing = {
  bookingId: string
  deposit: DepositRow | undefined
  amount: number
  /** What staff wrote; may be empty. */
  reason: string
  /** Of what is withdrawn: a dispute, or a fine. */
  occasion: string
  /** As whoever gets the money is told. */
  why: WithdrawnWhy
  key: string
  accountId: string
  now: Date
}

/** What of a charge is not paid is owed no more, what the deposit paid is held again, and what else was paid is owed back. */
export async function withdrawCharge(
  tx: Db,
  { bookingId, deposit, amount, reason, occasion, why, key, accountId, now }: Withdrawing,
): Promise<WithdrawnMoney> {
  const ofDeposit = deposit
    ? await releaseForWithdrawnCharge(tx, { bookingId, deposit, amount, reason, accountId, now })
    : { back: 0, heldAgain: 0 }
  const payable = { type: 'booking', id: bookingId }
  const paid = await reduceCharge(tx, { payable, amount, key, at: now, actor: accountId })
  await payWithCoveringCredit(tx, bookingId, now)
  const money = { ...ofDeposit, back: ofDeposit.back + paid }
  if (paid === 0) return money
  const refund = { payableType: 'booking', payableId: bookingId, amount: paid, occasion } as const
  await createRefund(tx, { ...refund, reason: why }, now)
  return money
}
