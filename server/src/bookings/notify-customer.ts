import { readBookedExtras } from '@twende/contract/bookings/booked-extras.ts'
import { customerDocument } from '@twende/contract/bookings/booking.ts'
import { cancellationTerms } from '@twende/contract/bookings/cancellation-format.ts'
import {
  type CancellationTerms,
  cancellationDocument,
} from '@twende/contract/bookings/cancellation-policy.ts'
import { carSnapshotDocument } from '@twende/contract/bookings/car-snapshot.ts'
import type { Db } from '../db/database.ts'
import type { Notification } from '../notifications/notification-kinds.ts'
import type { BookingParams } from '../notifications/notification-params.ts'
import { queueNotification } from '../notifications/queue-notification.ts'
import type { StoredBooking } from './booking-store.ts'
import { storedPrice } from './price-of-rental.ts'

/**
 * Notifies the customer about their booking, in the transaction of the change: once for each kind of notification, or for
 * each `event` of that kind.
 */
export async function notifyCustomer(
  tx: Db,
  booking: StoredBooking,
  make: (params: BookingParams) => Notification,
  now: Date,
  { event = '' }: { event?: string } = {},
): Promise<void> {
  const ofStaff = isOfStaff(booking)
  const notification = make({
    name: customerDocument.read(booking.customer_info).firstName,
    bookingId: ofStaff ? null : booking.id,
    reference: booking.reference,
    carName: carSnapshotDocument.read(booking.car_snapshot).name,
    startDate: booking.start_date,
    pickupTime: booking.pickup_time,
    pickupLocation: booking.pickup_location,
    endDate: booking.end_date,
    dropoffTime: booking.dropoff_time,
    dropoffLocation: booking.dropoff_location,
    extras: readBookedExtras(booking.extras),
    finalAmount: booking.final_amount,
    cancellation: termsOf(booking),
  })
  // To the account, not to the address in the form: nobody can have us write to strangers. Staff may.
  const { email } = customerDocument.read(booking.customer_info)
  if (ofStaff && email === '') return
  const dedupeKey = `${notification.kind}:${booking.id}${event && ` ${event}`}`
  await queueNotification(
    tx,
    {
      ...notification,
      accountId: booking.account_id,
      ...(ofStaff && { email }),
      mailOnly: ofStaff,
      dedupeKey,
    },
    now,
  )
}

/** Whether staff made it at the counter for somebody without an account. */
export function isOfStaff({ booked_by, account_id }: StoredBooking): boolean {
  return booked_by === account_id
}

function termsOf(booking: StoredBooking): CancellationTerms {
  return cancellationTerms({
    startDate: booking.start_date,
    pickupTime: booking.pickup_time,
    createdAt: booking.created_at.toISOString(),
    totalDays: booking.total_days,
    dailyPrices: storedPrice(booking).days,
    finalAmount: booking.final_amount,
    cancellation: cancellationDocument.read(booking.cancellation_terms),
  })
}
