import type { AdminDeposit } from '@twende/contract/bookings/deposit.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import { findHeldOf, findOwed, sumPricePaid } from '../../payments/ledger/post-payment.ts'
import type { Payable, ReceivedPayment } from '../../payments/payable.ts'
import { writeHistory, writeLoweredRefund } from '../booking-history-store.ts'
import { type DepositRow, findDeposit, lockBooking } from './deposit-store.ts'
import { findKeptParts } from './kept-part-store.ts'

/** What the ledger holds of a deposit. */
export function heldOf(db: Db, { id }: Pick<DepositRow, 'id'>): Promise<number> {
  return findHeldOf(db, id)
}

/** How much of what is held may be kept: what paid the deposit, and not what came besides. */
export function keepableOf(db: Db, { id }: Pick<DepositRow, 'id'>): Promise<number> {
  return sumPricePaid(db, 'deposit', id)
}

/** How much of a deposit is kept now. */
export async function keptOf(db: Db, { id }: Pick<DepositRow, 'id'>): Promise<number> {
  const parts = await findKeptParts(db, id)
  return parts.reduce((sum, { amount, released }) => sum + amount - released, 0)
}

/**
 * Whether money of a deposit of which no more is to be taken is held: a part that staff accepts, and the rest of a part that is
 * held, while the rental lasts or where staff accepts it. With what is held and kept besides it, it must not be more than the deposit.
 */
async function mayHold(tx: Db, deposit: DepositRow, payment: ReceivedPayment): Promise<boolean> {
  if (deposit.status === 'cancelled') return false
  const held = await heldOf(tx, deposit)
  const isHeldAlready = payment.status === 'partial'
  const isAccepted = isHeldAlready || payment.status === 'review'
  if (!isAccepted && deposit.status === 'completed') return false
  if (!isHeldAlready && held === 0) return false
  const more = isHeldAlready ? 0 : (payment.amount_received ?? payment.amount)
  return held + more + (await keptOf(tx, deposit)) <= deposit.amount
}

/** What is still to be taken of a deposit: nothing once it is waived, or once its rental is over. */
export async function dueOf(db: Db, deposit: DepositRow): Promise<number> {
  const isOpen = deposit.status === 'confirmed' || deposit.status === 'active'
  if (!isOpen || deposit.waived_at !== null) return 0
  return Math.max(0, deposit.amount - (await heldOf(db, deposit)))
}

/** What is owed for the booking of a deposit after the return, how much of that the deposit would pay, and the rest. */
export async function settlementOf(db: Db, deposit: DepositRow): Promise<AdminDeposit['settlement']> {
  if (deposit.status !== 'completed') return { owed: 0, keep: 0, back: 0 }
  const { owed } = await findOwed(db, 'booking', deposit.booking_id)
  const keep = Math.min(owed, await keepableOf(db, deposit))
  return { owed, keep, back: (await heldOf(db, deposit)) - keep }
}

/** The deposit of a booking as something that can be paid for. Its price is held, and is no revenue. */
export const depositPayable: Payable = {
  paidOnce: true,
  description: 'Car deposit',
  paymentCheckedMessage: m.error_deposit_payment_checked,
  notPayable: 'deposit_not_due',
  wrongState: 'deposit_wrong_state',
  async priceDue(db, { payableId, accountId }, _now, { lock } = {}) {
    const named = await findDeposit(db, payableId)
    if (named?.accountId !== accountId) throw new AppError('booking_not_found')
    if (lock) await lockBooking(db, named.booking_id)
    const deposit = (await findDeposit(db, payableId)) ?? named
    if ((await dueOf(db, deposit)) === 0) throw new AppError('deposit_not_due')
    return deposit.amount
  },
  async isDelivered(db, depositId) {
    return (await heldOf(db, { id: depositId })) > 0
  },
  async onPaid(tx, { clock }, depositId, payment) {
    const named = await findDeposit(tx, depositId)
    if (!named) return 'gone'
    await lockBooking(tx, named.booking_id)
    const deposit = (await findDeposit(tx, depositId)) ?? named
    if ((await dueOf(tx, deposit)) === 0 && !(await mayHold(tx, deposit, payment))) return 'gone'
    const booking = { id: deposit.booking_id, status: deposit.status }
    const note = payment.receipt ?? ''
    await writeHistory(tx, [booking], { by: 'payment', now: clock.now(), event: 'takeDeposit', note })
    return 'done'
  },
  async onVoided(tx, depositId, { amount, code, reason, accountId, now, takeOutOfBooks }) {
    const deposit = await findDeposit(tx, depositId)
    if (!deposit) throw new AppError('booking_not_found')
    await lockBooking(tx, deposit.booking_id)
    await takeOutOfBooks()
    const booking = { id: deposit.booking_id, status: deposit.status }
    const note = [showKsh(amount), code, reason].filter(Boolean).join(', ')
    const by = accountId === null ? {} : { accountId }
    await writeHistory(tx, [booking], { by: 'staff', ...by, now, event: 'voidPayment', note })
    return 'over'
  },
  returnsSurplus: () => Promise.resolve(true),
  async onRefundLowered(tx, depositId, lowered) {
    const deposit = await findDeposit(tx, depositId)
    if (deposit) await writeLoweredRefund(tx, { id: deposit.booking_id, status: deposit.status }, lowered)
  },
  // What is held is a balance of the ledger: the deposit stores no status of its payment.
  onPaymentStatus: () => Promise.resolve(),
}
