import { showKsh } from '@twende/contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Idempotency } from '../../http/idempotency.ts'
import { lockParts, recordStaffPayment } from '../../payments/collections/record-staff-payment.ts'
import { findOwed } from '../../payments/ledger/book-payment.ts'
import { writeHistory } from '../booking-history-store.ts'
import { findBooking } from '../booking-read-store.ts'
import { lockBooking } from '../deposit/deposit-store.ts'

type Taking = {
  bookingId: string
  accountId: string
  /** What staff was shown and has taken. */
  amount: number
  note: string
  code: string
}

/** Records that staff took what the customer of a booking owes; `note` says how it was paid, or `code` with which payment. */
export async function takeOwed(
  { clock }: Pick<AppDeps, 'clock'>,
  { bookingId, accountId, amount, note, code }: Taking,
  idempotency: Idempotency,
): Promise<void> {
  const now = clock.now()
  await idempotency.transaction(async (tx) => {
    const payable = { payableType: 'booking', payableId: bookingId } as const
    await lockParts(tx, payable, code)
    await lockBooking(tx, bookingId)
    const booking = await findBooking(tx, bookingId)
    if (!booking) throw new AppError('booking_not_found')
    const { owed, charged } = await findOwed(tx, 'booking', bookingId)
    if (owed === 0 || owed !== amount) throw new AppError('owed_changed')
    const payment = { ...payable, accountId: booking.account_id, takenBy: accountId, note, code }
    await recordStaffPayment(tx, { ...payment, amount, price: charged }, now)
    const words = [showKsh(amount), note, code].filter(Boolean).join(', ')
    await writeHistory(tx, [booking], { by: 'staff', accountId, now, event: 'payOwed', note: words })
    return bookingId
  })
}
