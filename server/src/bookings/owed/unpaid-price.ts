import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import { countParts, lockParts } from '../../payments/collections/record-staff-payment.ts'
import { returnSurplus } from '../../payments/collections/settle-payment.ts'
import { findOwed, sumCharged, sumPaidFor } from '../../payments/ledger/post-payment.ts'
import { applyToPrice, charge, reduceCharge } from '../../payments/ledger/postings.ts'
import { markPaid, markUnpaid, type StoredBooking } from '../booking-store.ts'
import { findAllowedUnpaid } from '../handover-waiver-store.ts'

type By = { accountId: string; now: Date }

const payableOf = (id: string) => ({ type: 'booking', id })

/** The price of a booking that is confirmed without payment is owed from now on, as charges and fines are. */
export async function chargePrice(
  tx: Db,
  { id, final_amount }: Pick<StoredBooking, 'id' | 'final_amount'>,
  { accountId, now }: By,
): Promise<void> {
  const payable = payableOf(id)
  const amount = Math.max(0, final_amount - (await sumCharged(tx, 'booking', id)))
  await charge(tx, {
    payable,
    amount,
    key: `booking ${id} price charged ${now.toISOString()}`,
    at: now,
    actor: accountId,
  })
}

/** What is not paid of a booking that is cancelled is not owed any more. */
export async function writeOffUnpaid(tx: Db, bookingId: string, { accountId, now }: By): Promise<void> {
  const payable = payableOf(bookingId)
  const { charged } = await findOwed(tx, 'booking', bookingId)
  const key = `booking ${bookingId} cancelled unpaid ${now.toISOString()}`
  await reduceCharge(tx, { payable, amount: charged, key, at: now, actor: accountId })
}

/** Shows a booking as unpaid where less than its price is paid by now: what the deposit had paid of it is owed again. */
export async function showPriceUnpaid(
  tx: Db,
  { id, final_amount }: Pick<StoredBooking, 'id' | 'final_amount'>,
  now: Date,
): Promise<void> {
  if ((await sumPaidFor(tx, 'booking', id)) < final_amount) await markUnpaid(tx, id, now)
}

/** What its customer paid beyond the price pays what is owed; returns what is owed still. */
export async function applyCredit(tx: Db, bookingId: string, now: Date): Promise<number> {
  // A part that pays what is owed counts: it can no longer be given back as if it had bought nothing.
  const parts = await lockParts(tx, { payableType: 'booking', payableId: bookingId }, '')
  const { charged, owed } = await findOwed(tx, 'booking', bookingId)
  const key = `booking ${bookingId} credit used ${now.toISOString()}`
  if (charged > 0) await applyToPrice(tx, { payable: payableOf(bookingId), upTo: charged, key, at: now })
  if (charged > owed) await countParts(tx, parts)
  return owed
}

/** Less is owed than before: parts, or credit, that cover the rest pay it at once, and then the booking is paid. */
export async function payWithCoveringCredit(tx: Db, bookingId: string, now: Date): Promise<void> {
  const { charged, owed } = await findOwed(tx, 'booking', bookingId)
  if (owed > 0) return
  if (charged > 0) await applyCredit(tx, bookingId, now)
  await markPaid(tx, bookingId, now)
}

/** The rental is over: what its customer paid beyond its price pays what is owed, and the rest of it goes back. */
export async function giveBackCredit(tx: Db, bookingId: string, now: Date): Promise<void> {
  if ((await applyCredit(tx, bookingId, now)) === 0) await markPaid(tx, bookingId, now)
  await returnSurplus(tx, { payableType: 'booking', payableId: bookingId }, now)
}

/** Refuses a handover while something is owed, unless somebody let the car leave with as much unpaid. */
export async function requireRentalPaid(tx: Db, bookingId: string): Promise<void> {
  const due = await findDueAtHandover(tx, bookingId)
  if (due > 0)
    throw new AppError('payment_due', { message: m.error_payment_due_amount({ amount: showKsh(due) }) })
}

/** What must be paid before the car of a booking leaves, in shillings: nothing where as much was let pass. */
export async function findDueAtHandover(db: Db, bookingId: string): Promise<number> {
  const { owed } = await findOwed(db, 'booking', bookingId)
  return owed <= (await findAllowedUnpaid(db, bookingId)) ? 0 : owed
}
