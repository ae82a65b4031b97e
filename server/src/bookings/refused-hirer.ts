import { customerDocument } from '@twende/contract/bookings/booking.ts'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { approvedLicences } from '../drivers/read-drivers.ts'
import { requireNotRefused } from '../drivers/refusal-list.ts'
import type { BookingRow } from './booking-read-store.ts'

/** Refuses to hand a car over to a customer, or to drivers, who are on the refusal list today; staff is told why. */
export async function requireHirerNotRefused(
  db: Db,
  deps: Pick<AppDeps, 'clock' | 'tokenSecret'>,
  booking: Pick<BookingRow, 'id' | 'customer_info'>,
): Promise<void> {
  const phones = [customerDocument.read(booking.customer_info).phone]
  const hirer = { phones, licences: await approvedLicences(db, booking.id) }
  await requireNotRefused(db, deps, hirer, 'staff')
}
