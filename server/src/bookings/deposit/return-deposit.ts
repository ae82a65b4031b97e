import type { OwedChoice } from '@twende/contract/bookings/deposit.ts'
import { bookedTermsDocument, endOfWorkingDays } from '@twende/contract/bookings/rental-terms.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { createRefund } from '../../payments/refunds/create-refund.ts'
import { writeHistory } from '../booking-history-store.ts'
import type { StoredBooking } from '../booking-store.ts'
import { heldOf, settlementOf } from './deposit-payable.ts'
import { type DepositRow, findDepositOf, setReturnBy, setSettled } from './deposit-store.ts'
import { keepOwed, lockDeposit } from './keep-deposit.ts'
import { holdParts, lockDepositParts } from './take-deposit.ts'

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

/**
 * The rental is over: from now on the time runs in which the deposit goes back. No more of it is taken, so parts of it that came
 * are held. Its payments are locked.
 */
export async function startReturnOfDeposit(
  tx: Db,
  booking: Pick<StoredBooking, 'id' | 'rental_terms'>,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> {
  const deposit = await findDepositOf(tx, booking.id)
  if (!deposit) return
  const parts = await lockDepositParts(tx, booking.id)
  await holdParts(tx, { deposit, parts, accountId, now })
  const { depositDays } = bookedTermsDocument.read(booking.rental_terms)
  await setReturnBy(tx, deposit.id, endOfWorkingDays(now, depositDays))
}

type Settling = {
  bookingId: string
  accountId: string
  /** What is done about what is owed for the booking. */
  owed?: OwedChoice | undefined
}

/**
 * Gives back what is held of a deposit after the return. What is owed for the booking is kept first; all goes back only
 * where staff chose that. The amounts are those of this moment.
 */
export async function settleDeposit(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, owed: choice }: Settling,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const deposit = await lockDeposit(tx, bookingId)
    const now = clock.now()
    if (!deposit) throw new AppError('deposit_wrong_state')
    const { owed, keep, back } = await settlementOf(tx, deposit)
    if (keep + back === 0) throw new AppError('deposit_wrong_state')
    if (owed > 0 && choice === undefined) throw undecided(owed)
    const kept = choice === 'keep' ? keep : 0
    if (kept > 0) await keepOwed(tx, { bookingId, deposit, amount: kept, owed, held: back, accountId, now })
    const given = keep + back - kept
    const leftOwed = given > 0 && owed > kept
    await setSettled(tx, deposit.id, { accountId, leftOwed, now })
    if (given === 0) return
    await oweDepositBack(tx, deposit, given, now)
    await writeHistory(tx, [{ id: bookingId, status: deposit.status }], {
      by: 'staff',
      accountId,
      now,
      event: leftOwed ? 'returnDepositOwed' : 'returnDeposit',
      note: leftOwed ? showKsh(owed - kept) : '',
      ...(!leftOwed && { facts: { amount: given } }),
    })
  })
}

function undecided(owed: number): AppError {
  const message = m.error_deposit_owed_undecided_amount({ amount: showKsh(owed) })
  return new AppError('deposit_owed_undecided', { message })
}
