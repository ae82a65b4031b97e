import { readBookedExtras } from '@twende/contract/bookings/booked-extras.ts'
import { Booking, BookingEvent, customerDocument } from '@twende/contract/bookings/booking.ts'
import { BOOKING_EVENTS, BookingStatus } from '@twende/contract/bookings/booking-status.ts'
import { cancellationDocument } from '@twende/contract/bookings/cancellation-policy.ts'
import { carSnapshotDocument } from '@twende/contract/bookings/car-snapshot.ts'
import { PaymentStatus } from '@twende/contract/payments/payment.ts'
import * as z from 'zod/mini'
import { bookingEventLabel, bookingEventNote, cancellationOf, factsLabel } from './booking-labels.ts'
import type { BookingRow } from './booking-read-store.ts'
import { dailyPricesOf } from './price-of-rental.ts'

/** A booking as its customer and our staff see it at `now`. */
export function toBooking(row: BookingRow, now: Date, publicUrl: string): Booking {
  const car = carSnapshotDocument.read(row.car_snapshot)
  return {
    _id: row.id,
    bookingId: row.reference,
    carId: row.car_id,
    carName: car.name,
    carCategory: car.category,
    carImage: car.imagePath && `${publicUrl}${car.imagePath}`,
    carSpecs: car.specs,
    carFeatures: car.features,
    carRating: car.rating,
    startDate: row.start_date,
    endDate: row.end_date,
    pickupTime: row.pickup_time,
    dropoffTime: row.dropoff_time,
    pickupLocation: row.pickup_location,
    dropoffLocation: row.dropoff_location,
    pricePerDay: row.price_per_day,
    totalDays: row.total_days,
    totalAmount: row.total_amount,
    finalAmount: row.final_amount,
    insuranceCost: row.insurance_cost,
    discount: row.discount,
    ...dailyPricesOf(row),
    extras: readBookedExtras(row.extras),
    deliveryAddress: row.delivery_address,
    collectionAddress: row.collection_address,
    customerInfo: customerDocument.read(row.customer_info),
    paymentMethod: Booking.shape.paymentMethod.parse(row.payment_method),
    paymentDetails: {
      mpesaNumber: row.payer_phone ?? '',
      paymentDate: row.paid_at?.toISOString() ?? null,
      transactionId: row.receipt,
      paymentAmount: row.paid_amount,
    },
    specialRequests: row.special_requests,
    driverNotes: row.driver_notes,
    createdAt: row.created_at.toISOString(),
    ...statusAt(row, now),
    paidInPart: row.status === 'pending' ? row.paid_in_part : 0,
    carIsLost: row.car_is_lost,
    review: review(row),
    cancellation: cancellationDocument.read(row.cancellation_terms),
  }
}

/** Whether the hold ran out, also when the clock's job has not come by yet. */
function isExpiredHold(row: { status: string; hold_expires_at: Date | null }, now: Date): boolean {
  return row.status === 'pending' && row.hold_expires_at !== null && row.hold_expires_at <= now
}

function statusAt(row: BookingRow, now: Date) {
  const paymentStatus = PaymentStatus.parse(row.payment_status)
  if (!isExpiredHold(row, now)) {
    return {
      status: BookingStatus.parse(row.status),
      paymentStatus,
      ...cancellationOf(row),
      cancelledBy: Booking.shape.cancelledBy.parse(row.cancelled_by),
      cancelledAt: row.cancelled_at?.toISOString() ?? null,
      // It does not run out while money for it waits for its rest, or for staff.
      holdExpiresAt:
        row.status === 'pending' && paymentStatus !== 'partial' && paymentStatus !== 'review'
          ? (row.hold_expires_at?.toISOString() ?? null)
          : null,
      keepsCar: row.status !== 'pending' || row.keeps_car,
    }
  }
  return {
    status: 'cancelled' as const,
    paymentStatus: paymentStatus === 'pending' ? ('expired' as const) : paymentStatus,
    ...cancellationOf({ cancelled_by: 'clock', no_show: false, cancellation_reason: '' }),
    cancelledBy: 'clock' as const,
    cancelledAt: row.hold_expires_at?.toISOString() ?? null,
    holdExpiresAt: null,
    keepsCar: false,
  }
}

function review({
  rating,
  comment,
  reviewed_at,
  review_answer,
  hidden_reason,
}: BookingRow): Booking['review'] {
  if (rating === null || reviewed_at === null) return null
  return {
    rating,
    comment: comment ?? '',
    reviewedAt: reviewed_at.toISOString(),
    answer: review_answer ?? '',
    hiddenReason: hidden_reason ?? '',
  }
}

type EventRow = {
  at: Date
  actor: string
  event: string
  note: string
  facts: unknown
  is_withdrawn: boolean
}

const BookingEventCode = z.enum(BOOKING_EVENTS)

/** An event of a booking's history as its customer and our staff see it. */
export function toBookingEvent(
  row: EventRow,
  booking: BookingRow,
  reader: { isOwn?: boolean } = {},
): BookingEvent {
  const by = BookingEvent.shape.by.parse(row.actor)
  const event = BookingEventCode.parse(row.event)
  return {
    at: row.at.toISOString(),
    by,
    event,
    what: bookingEventLabel(event, by, reader),
    note: [factsLabel(row.facts), row.is_withdrawn ? '' : bookingEventNote(event, row, booking)]
      .filter(Boolean)
      .join(' · '),
  }
}
