import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { showKsh } from '@twende/contract/money.ts'
import { CONFIRM_UNPAID_ALONE_UP_TO } from '@twende/contract/payments/payment-choices.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { findOwed } from '../../payments/ledger/post-payment.ts'
import { writeHistory } from '../booking-history-store.ts'
import { findBooking } from '../booking-read-store.ts'
import { lockBooking } from '../deposit/deposit-store.ts'
import { saveUnpaidHandover } from '../handover-waiver-store.ts'

type Decision = { bookingId: string; accountId: string; role: Role; amount: number; reason: string }

/** Lets the car of a confirmed booking leave though something is owed; a large amount is allowed by an admin only. */
export async function allowUnpaidHandover(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, role, amount, reason }: Decision,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    await lockBooking(tx, bookingId)
    const booking = await findBooking(tx, bookingId)
    if (!booking) throw new AppError('booking_not_found')
    if (booking.status !== 'confirmed') throw new AppError('booking_wrong_state')
    const { owed } = await findOwed(tx, 'booking', bookingId)
    if (owed === 0 || owed !== amount) throw new AppError('owed_changed')
    if (owed > CONFIRM_UNPAID_ALONE_UP_TO && role !== 'admin')
      throw new AppError('unpaid_handover_needs_admin')
    await saveUnpaidHandover(tx, {
      booking_id: bookingId,
      amount,
      allowed_by: accountId,
      allowed_at: now,
      reason,
    })
    const note = [showKsh(amount), reason].join(', ')
    await writeHistory(tx, [booking], { by: 'staff', accountId, now, event: 'allowUnpaidHandover', note })
  })
}
