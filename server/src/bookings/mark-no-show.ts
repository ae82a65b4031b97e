import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { lockParts } from '../payments/record-rest.ts'
import { giveBackMoney, refundForCustomer } from './give-back-money.ts'
import { moveOrRefuse } from './move-or-refuse.ts'

const NO_SHOW = 'The customer did not come'

type Missing = { bookingId: string; accountId: string; note: string }

/** Cancels a confirmed booking whose customer did not fetch the car; the cancellation terms say what goes back. */
export async function markNoShow(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, note }: Missing,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    await lockParts(tx, { purpose: 'booking', purchaseId: bookingId }, '')
    const booking = await moveOrRefuse(tx, {
      bookingId,
      move: 'noShow',
      by: 'staff',
      accountId,
      now,
      what: NO_SHOW,
      note,
      set: { cancelled_at: now, cancelled_by: 'staff', cancellation_reason: NO_SHOW },
    })
    if (booking.starts_at > now) {
      throw new AppError('booking_wrong_state', { message: 'The pickup is still to come.' })
    }
    const { refund } = await refundForCustomer(tx, booking, now)
    await giveBackMoney(tx, booking, refund, now)
  })
}
