import { bookedTermsDocument, endOfWorkingDays } from '@twende/contract/bookings/rental-terms.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { lockParts } from '../../payments/collections/record-staff-payment.ts'
import { createRefund } from '../../payments/refunds/create-refund.ts'
import { writeHistory } from '../booking-history-store.ts'
import type { StoredBooking } from '../booking-store.ts'
import { heldOf } from './deposit-payable.ts'
import { type DepositRow, findDepositOf, lockBooking, setReturnBy, setSettled } from './deposit-store.ts'

/** Owes a part of what is held back to the customer; the refund is sent as every other. */
export async function oweDepositBack(
  tx: Db,
  { id }: Pick<DepositRow, 'id'>,
  amount: number,
  now: Date,
): Promise<void> {
  if (amount <= 0) return
  const refund = { payableType: 'deposit', payableId: id, amount, reason: 'deposit_returned' } as const
  await createRefund(tx, { ...refund, occasion: uuidv7() }, now)
}

/** A booking that is cancelled holds no deposit: all of it is owed back. */
export async function oweDepositOfCancelled(tx: Db, bookingId: string, now: Date): Promise<number> {
  const deposit = await findDepositOf(tx, bookingId)
  if (!deposit) return 0
  const held = await heldOf(tx, deposit)
  await oweDepositBack(tx, deposit, held, now)
  return held
}

/** The rental is over: from now on the time runs in which the deposit goes back. */
export async function startReturnOfDeposit(
  tx: Db,
  booking: Pick<StoredBooking, 'id' | 'rental_terms'>,
  now: Date,
): Promise<void> {
  const deposit = await findDepositOf(tx, booking.id)
  if (!deposit) return
  const { depositDays } = bookedTermsDocument.read(booking.rental_terms)
  await setReturnBy(tx, deposit.id, endOfWorkingDays(now, depositDays))
}

/** Gives back what is held of a deposit after the return. */
export async function settleDeposit(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId }: { bookingId: string; accountId: string },
): Promise<void> {
  const now = clock.now()
  const named = await findDepositOf(db, bookingId)
  if (!named) throw new AppError('deposit_wrong_state')
  await inTransaction(db, async (tx) => {
    await lockParts(tx, { payableType: 'deposit', payableId: named.id }, '')
    await lockBooking(tx, bookingId)
    const deposit = (await findDepositOf(tx, bookingId)) ?? named
    const held = await heldOf(tx, deposit)
    if (deposit.status !== 'completed' || held === 0) throw new AppError('deposit_wrong_state')
    await setSettled(tx, deposit.id, { accountId, now })
    await oweDepositBack(tx, deposit, held, now)
    await writeHistory(tx, [{ id: bookingId, status: deposit.status }], {
      by: 'staff',
      accountId,
      now,
      event: 'returnDeposit',
    })
  })
}
