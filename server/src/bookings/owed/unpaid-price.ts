import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import { findOwed, sumCharged } from '../../payments/ledger/book-payment.ts'
import { charge, reduceCharge } from '../../payments/ledger/postings.ts'
import type { StoredBooking } from '../booking-store.ts'
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

/** Refuses a handover while something is owed, unless somebody let the car leave with as much unpaid. */
export async function requireRentalPaid(tx: Db, bookingId: string): Promise<void> {
  const { owed } = await findOwed(tx, 'booking', bookingId)
  if (owed <= (await findAllowedUnpaid(tx, bookingId))) return
  throw new AppError('payment_due', { message: m.error_payment_due_amount({ amount: showKsh(owed) }) })
}
