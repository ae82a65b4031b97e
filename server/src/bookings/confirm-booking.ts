import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { bookingConfirmedText } from '../notices/notice-texts.ts'
import { recordDeskPayment } from '../payments/record-desk-payment.ts'
import { announceBooking } from './announce-booking.ts'
import { moveOrRefuse } from './move-or-refuse.ts'

type Confirming = { bookingId: string; accountId: string; note: string }

/** Staff confirms a booking that was paid outside M-Pesa's own messages; `note` says how. */
export async function confirmBooking(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, note }: Confirming,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const booking = await moveOrRefuse(tx, {
      bookingId,
      move: 'confirm',
      by: 'staff',
      accountId,
      now,
      what: 'Confirmed by staff',
      note,
      set: { payment_status: 'paid', hold_expires_at: null },
    })
    const { account_id: customerId, final_amount: amount } = booking
    const payment = {
      purpose: 'booking',
      purchaseId: bookingId,
      accountId: customerId,
      amount,
      note,
    } as const
    await recordDeskPayment(tx, payment, now)
    await announceBooking(tx, booking, bookingConfirmedText, now)
  })
}
