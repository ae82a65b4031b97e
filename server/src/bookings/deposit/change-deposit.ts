import type { Db } from '../../db/database.ts'
import { lockParts } from '../../payments/collections/record-staff-payment.ts'
import { latestPayment } from '../../payments/read-payment.ts'
import { heldOf } from './deposit-payable.ts'
import { findDepositOf, insertDepositOf, setDepositAmount } from './deposit-store.ts'
import { oweDepositBack } from './return-deposit.ts'

/**
 * Whether the deposit of a booking may become that of another car: not while a phone is asked to pay it. Locks its
 * payments, so that none is opened or settled until the transaction ends.
 */
export async function lockDepositToChange(tx: Db, bookingId: string): Promise<boolean> {
  const deposit = await findDepositOf(tx, bookingId)
  if (!deposit) return true
  const payable = { payableType: 'deposit', payableId: deposit.id } as const
  await lockParts(tx, payable, '')
  return (await latestPayment(tx, payable))?.status !== 'processing'
}

/** How much the deposit of a booking is; 0 where it has none. */
export async function amountOfDeposit(db: Db, bookingId: string): Promise<number> {
  return (await findDepositOf(db, bookingId))?.amount ?? 0
}

/** What would go back of a deposit if it became as low as this. */
export async function excessOfDeposit(db: Db, bookingId: string, amount: number): Promise<number> {
  const deposit = await findDepositOf(db, bookingId)
  if (!deposit || deposit.amount === amount) return 0
  return Math.max(0, (await heldOf(db, deposit)) - amount)
}

type Changing = { bookingId: string; amount: number; now: Date }

/**
 * Gives a booking the deposit of another car; what is held above it is owed back. A waiver was for what the deposit was: it
 * ends where that becomes more.
 */
export async function changeDeposit(tx: Db, { bookingId, amount, now }: Changing): Promise<void> {
  const deposit = await findDepositOf(tx, bookingId)
  if (!deposit) {
    if (amount > 0) await insertDepositOf(tx, bookingId, amount)
    return
  }
  if (deposit.amount === amount) return
  await setDepositAmount(tx, deposit.id, { amount, keepsWaiver: amount < deposit.amount })
  await oweDepositBack(tx, deposit, Math.max(0, (await heldOf(tx, deposit)) - amount), now)
}
