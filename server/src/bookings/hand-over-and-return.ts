import { type Charge, handoverDocument, returnDocument } from '@twende/contract/bookings/admin-booking.ts'
import { m } from '@twende/messages'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { lockParts, recordStaffPayment } from '../payments/collections/record-staff-payment.ts'
import { charge } from '../payments/ledger/postings.ts'
import { moveBookingOrThrow } from './booking-store.ts'
import { requireDeposit } from './deposit/deposit-payable.ts'
import { startReturnOfDeposit } from './deposit/return-deposit.ts'

/** What staff notes of a car when it leaves and when it returns. */
type CarCondition = { km: number; fuel: string; note: string }

/** Gives the customer the car of a confirmed booking; refused while a deposit is due. */
export async function handOverCar(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, condition }: { bookingId: string; accountId: string; condition: CarCondition },
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    await requireDeposit(tx, bookingId)
    await moveBookingOrThrow(tx, {
      bookingId,
      move: 'handOver',
      by: 'staff',
      accountId,
      now,
      set: { handover: handoverDocument.write({ ...condition, at: now.toISOString() }) },
    })
  })
}

type Returning = {
  bookingId: string
  accountId: string
  condition: CarCondition
  /** What is charged beyond the rental. */
  charges?: readonly Charge[]
  chargesPaidBy?: string
}

/** Takes the car of a booking under way back and completes the booking; charges beyond the rental are kept as paid. */
export async function returnCar(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, condition, charges = [], chargesPaidBy = '' }: Returning,
): Promise<void> {
  const now = clock.now()
  const extra = charges.reduce((sum, { amount }) => sum + amount, 0)
  if (extra > 0 && chargesPaidBy === '') {
    throw new AppError('invalid', { message: m.validation_how_charges_paid() })
  }
  await inTransaction(db, async (tx) => {
    await lockParts(tx, { payableType: 'booking', payableId: bookingId }, '')
    const booking = await moveBookingOrThrow(tx, {
      bookingId,
      move: 'takeBack',
      by: 'staff',
      accountId,
      now,
      set: {
        extra_charges: extra,
        handover_return: returnDocument.write({
          ...condition,
          charges: [...charges],
          chargesPaidBy,
          at: now.toISOString(),
        }),
      },
    })
    const before = booking.handover === null ? undefined : handoverDocument.read(booking.handover)
    if (before && condition.km < before.km) {
      const message = m.error_booking_km_lower({ before: before.km, after: condition.km })
      throw new AppError('invalid', { message })
    }
    await startReturnOfDeposit(tx, booking, now)
    if (extra === 0) return
    const payment = { payableType: 'booking', payableId: bookingId, accountId: booking.account_id } as const
    const payable = { type: 'booking', id: bookingId }
    await charge(tx, { payable, amount: extra, key: `booking ${bookingId} charged at return`, at: now })
    await recordStaffPayment(tx, { ...payment, amount: extra, takenBy: accountId, note: chargesPaidBy }, now)
  })
}
