import { returnDocument } from '@twende/contract/bookings/admin-booking.ts'
import { disputableUntil } from '@twende/contract/bookings/condition/charge-dispute.ts'
import { chargeLabel } from '@twende/contract/bookings/condition/condition-format.ts'
import { v7 as uuidv7 } from 'uuid'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { writeHistory } from '../booking-history-store.ts'
import { findBooking } from '../booking-read-store.ts'
import { lockBooking } from '../deposit/deposit-store.ts'
import { insertDispute } from './dispute-store.ts'

type Disputing = { bookingId: string; accountId: string; charge: number; reason: string }

/** The customer disputes a charge of the return, once, within 48 hours. */
export async function disputeCharge(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, charge, reason }: Disputing,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    await lockBooking(tx, bookingId)
    const booking = await findBooking(tx, bookingId, accountId)
    if (!booking) throw new AppError('booking_not_found')
    if (booking.handover_return === null) throw new AppError('charge_not_found')
    const { charges, at } = returnDocument.read(booking.handover_return)
    const disputed = charges[charge]
    if (!disputed) throw new AppError('charge_not_found')
    if (now > disputableUntil(new Date(at))) throw new AppError('dispute_too_late')
    const dispute = { id: uuidv7(), bookingId, charge, amount: disputed.amount, reason, now }
    if (!(await insertDispute(tx, dispute))) return
    await writeHistory(tx, [booking], {
      by: 'customer',
      accountId,
      now,
      event: 'disputeCharge',
      note: chargeLabel(disputed),
    })
  })
}
