import { carSnapshotDocument } from '@twende/contract/bookings/car-snapshot.ts'
import { type DisputedThing, disputableUntil } from '@twende/contract/bookings/condition/charge-dispute.ts'
import { v7 as uuidv7 } from 'uuid'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { notifyStaff } from '../../notifications/queue-notification.ts'
import { writeHistory } from '../booking-history-store.ts'
import { findBooking } from '../booking-read-store.ts'
import { lockBooking } from '../deposit/deposit-store.ts'
import { insertDispute } from './dispute-store.ts'
import { findDisputed } from './find-disputed.ts'

type Disputing = DisputedThing & { bookingId: string; accountId: string; reason: string }

/** The customer disputes a charge of the return, a kept part of the deposit or a fine, once, within 48 hours. */
export async function disputeCharge(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, reason, ...of }: Disputing,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    await lockBooking(tx, bookingId)
    const booking = await findBooking(tx, bookingId, accountId)
    if (!booking) throw new AppError('booking_not_found')
    const { label, amount, since } = await findDisputed(tx, booking, of)
    if (now > disputableUntil(since)) throw new AppError('dispute_too_late')
    if (amount === 0) throw new AppError('dispute_wrong_state')
    const dispute = { ...of, id: uuidv7(), bookingId, amount, reason, now }
    if (!(await insertDispute(tx, dispute))) return
    await writeHistory(tx, [booking], {
      by: 'customer',
      accountId,
      now,
      event: 'disputeCharge',
      note: label,
    })
    const { reference } = booking
    const carName = carSnapshotDocument.read(booking.car_snapshot).name
    await notifyStaff(
      tx,
      (name) => ({ kind: 'yard_charge_disputed', params: { name, bookingId, reference, carName, amount } }),
      dispute.id,
      now,
    )
  })
}
