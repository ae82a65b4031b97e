import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { writeHistory } from './booking-history-store.ts'
import { insertDriverWaiver, lockBookingWithoutDriver } from './handover-waiver-store.ts'

type DriverEvent = {
  event: 'takeOutDriver' | 'putDriverBack' | 'withdrawDriver'
  names: readonly string[]
  reason?: string
  accountId: string
  now: Date
}

/** Writes into the history of a booking who may drive in it no more, or again, and what staff wrote about it. */
export async function writeDriverEvent(
  tx: Db,
  booking: { id: string; status: string },
  { event, names, reason, accountId, now }: DriverEvent,
): Promise<void> {
  const note = [names.join(', '), reason].filter(Boolean).join(': ')
  await writeHistory(tx, [booking], { by: 'staff', accountId, now, event, note })
}

type Waiver = { bookingId: string; accountId: string; reason: string }

/** Lets the car of a confirmed booking leave though nobody is approved to drive it; only an admin may, with a reason. */
export async function waiveDriver(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, reason }: Waiver,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const booking = await lockBookingWithoutDriver(tx, bookingId)
    if (!booking) throw new AppError('booking_not_found')
    if (booking.status !== 'confirmed') throw new AppError('booking_wrong_state')
    if (!booking.lacksDriver) throw new AppError('driver_not_missing')
    await insertDriverWaiver(tx, { booking_id: bookingId, waived_by: accountId, waived_at: now, reason })
    const event = { by: 'staff', accountId, now, event: 'waiveDriver', note: reason } as const
    await writeHistory(tx, [booking], event)
  })
}
