import { showKsh } from '@twende/contract/money.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { lockOwed, reduceCharge, releaseDeposit } from '../../payments/ledger/postings.ts'
import { writeHistory } from '../booking-history-store.ts'
import { findBooking } from '../booking-read-store.ts'
import { notifyCustomer } from '../notify-customer.ts'
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
    const by = { accountId, now }
    await release(tx, { part, amount, bookingId, reason, ...by })
    const payable = { type: 'booking', id: bookingId }
    const key = `kept part ${partId} released and not charged`
    await reduceCharge(tx, { payable, amount: part.charged, key, at: now, actor: accountId })
    await returnWhereSettled(tx, deposit, amount, now)
    const note = `${showKsh(amount)}: ${reason}`
    await writeHistory(tx, [booking], { by: 'staff', ...by, event: 'releaseDeposit', note })
    await notifyCustomer(
      tx,
      booking,
      (params) => ({ kind: 'booking_deposit_released', params: { ...params, amount, reason } }),
      now,
      partId,
    )
  })
}

type Withdrawn = {
  bookingId: string
  deposit: DepositRow
  /** What was charged and is withdrawn. */
  amount: number
  /** What staff wrote; may be empty. */
  reason: string
  accountId: string
  now: Date
}

/**
 * Holds again what the deposit paid for a charge that is withdrawn: the customer owes it now, until the charge is reduced.
 * What the deposit paid goes back before what was paid in another way.
 */
export async function releaseForWithdrawnCharge(
  tx: Db,
  { bookingId, deposit, amount, reason, accountId, now }: Withdrawn,
): Promise<void> {
  const unpaid = await lockOwed(tx, { type: 'booking', id: bookingId })
  let left = Math.max(0, amount - unpaid)
  let total = 0
  for (const part of (await findKeptParts(tx, deposit.id)).reverse()) {
    // What was charged by keeping it is another charge.
    const paying = Math.min(left, part.amount - part.charged - part.released)
    if (paying <= 0) continue
    await release(tx, { part, amount: paying, bookingId, reason, accountId, now })
    left -= paying
    total += paying
  }
  await returnWhereSettled(tx, deposit, total, now)
}

type Release = Omit<Releasing, 'partId'> & { part: KeptPartRow; amount: number; now: Date }

async function release(tx: Db, { part, amount, bookingId, accountId, reason, now }: Release): Promise<void> {
  const released = part.released + amount
  await releaseDeposit(tx, {
    deposit: { type: 'deposit', id: part.deposit_id },
    charged: { type: 'booking', id: bookingId },
    amount,
    key: `kept part ${part.id} released up to ${released}`,
    at: now,
    actor: accountId,
  })
  await setReleased(tx, part.id, { released, accountId, reason, now })
}

/** Where the rest went back already, what is released follows at once; otherwise it goes back with the rest. */
async function returnWhereSettled(tx: Db, deposit: DepositRow, amount: number, now: Date): Promise<void> {
  if (deposit.settled_at !== null) await oweDepositBack(tx, deposit, amount, now)
}
