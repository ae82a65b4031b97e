import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { recordDeskPayment } from '../payments/record-desk-payment.ts'
import { lockParts } from '../payments/record-rest.ts'
import { sumPaid } from './booking-read-store.ts'
import { markPaidAtDesk } from './booking-store.ts'
import { findDeskBooking } from './desk-store.ts'

type Taking = { bookingId: string; accountId: string; note: string; code: string }

/** Takes what is still to be paid for a confirmed booking; `note` says how it was paid, or `code` with which M-Pesa payment. */
export async function takePayment(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, note, code }: Taking,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    await lockParts(tx, { purpose: 'booking', purchaseId: bookingId }, code)
    const booking = await markPaidAtDesk(tx, { bookingId, accountId, note, now })
    if (!booking) {
      throw new AppError((await findDeskBooking(tx, bookingId)) ? 'booking_wrong_state' : 'booking_not_found')
    }
    const amount = booking.final_amount - (await sumPaid(tx, bookingId))
    if (amount <= 0) return
    const payment = { purpose: 'booking', purchaseId: bookingId, accountId: booking.account_id } as const
    await recordDeskPayment(tx, { ...payment, amount, takenBy: accountId, note, code }, now)
  })
}
