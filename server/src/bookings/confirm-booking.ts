import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { bookingConfirmedText } from '../notices/notice-texts.ts'
import { lockParts, recordRest } from '../payments/record-rest.ts'
import { announceBooking } from './announce-booking.ts'
import { moveOrRefuse } from './move-or-refuse.ts'

type Confirming = { bookingId: string; accountId: string; note: string }

/** Staff confirms a booking whose price, or the rest of it, was paid outside M-Pesa's own messages; `note` says how. */
export async function confirmBooking(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, note }: Confirming,
): Promise<void> {
  const now = clock.now()
  const purchase = { purpose: 'booking', purchaseId: bookingId } as const
  await inTransaction(db, async (tx) => {
    const parts = await lockParts(tx, purchase, '')
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
    const payment = { ...purchase, accountId: booking.account_id, note }
    await recordRest(tx, { ...payment, price: booking.final_amount, parts }, now)
    await announceBooking(tx, booking, bookingConfirmedText, now)
  })
}
