import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { sumPaidFor } from '../payments/ledger/read-balance.ts'
import type { ReceivedPayment } from '../payments/payable.ts'
import { drawReference } from './booking-draft.ts'
import { keepsCar } from './booking-read-store.ts'
import { confirmIfFree, markPaidByPayment, reviveBooking, type StoredBooking } from './booking-store.ts'
import { releaseExpiredHolds } from './expire-holds.ts'
import { notifyCustomer } from './notify-customer.ts'
import { carOfBooking, lockCar } from './rented-car-store.ts'

/**
 * Confirms a booking whose money has arrived, in the transaction that settles the payment. A booking whose hold ran
 * out, or that kept no car, gets it if its dates are still free. `gone` means that the money has nothing to buy and must go back.
 */
export async function confirmPaidBooking(
  tx: Db,
  { clock, random }: Pick<AppDeps, 'clock' | 'random'>,
  bookingId: string,
  payment: ReceivedPayment,
): Promise<'confirmed' | 'gone'> {
  const now = clock.now()
  const carId = await carOfBooking(tx, bookingId)
  if (carId === undefined) return 'gone'
  await lockCar(tx, carId)
  if (await payLater(tx, bookingId, payment, now)) return 'confirmed'
  // The holds of others that ran out stand in the way of a booking that kept no car.
  if (!(await keepsCar(tx, bookingId))) await releaseExpiredHolds(tx, carId, now)
  const booking = (await confirm(tx, bookingId, payment.receipt, now)) ?? (await revive())
  if (!booking) return 'gone'
  await notifyCustomer(tx, booking, (params) => ({ kind: 'booking_confirmed', params }), now)
  return 'confirmed'

  async function revive(): Promise<StoredBooking | undefined> {
    if (carId !== undefined) await releaseExpiredHolds(tx, carId, now)
    return reviveBooking(tx, { bookingId, now, note: payment.receipt ?? '' }, drawReference(random))
  }
}

/** Pays for a booking that was confirmed before its money came, if it is enough. */
async function payLater(
  tx: Db,
  bookingId: string,
  { receipt, amount, amount_received }: ReceivedPayment,
  now: Date,
): Promise<boolean> {
  const paid = await sumPaidFor(tx, 'booking', bookingId)
  const enough = paid + (amount_received ?? amount)
  return markPaidByPayment(tx, { bookingId, enough, note: receipt ?? '', now })
}

function confirm(tx: Db, bookingId: string, receipt: string | null, now: Date) {
  return confirmIfFree(tx, {
    bookingId,
    move: 'confirm',
    by: 'payment',
    now,
    note: receipt ?? '',
    set: { payment_status: 'paid', hold_expires_at: null },
  })
}
