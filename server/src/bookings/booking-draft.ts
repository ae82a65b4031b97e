import { createHash } from 'node:crypto'
import { bookedExtrasDocument, type ExtraLine } from '@twende/contract/bookings/booked-extras.ts'
import { type BookingRequest, customerDocument, payerPhoneOf } from '@twende/contract/bookings/booking.ts'
import {
  type CancellationPolicy,
  cancellationDocument,
} from '@twende/contract/bookings/cancellation-policy.ts'
import { carSnapshot, carSnapshotDocument } from '@twende/contract/bookings/car-snapshot.ts'
import { kilometresOf } from '@twende/contract/bookings/price-of-extras.ts'
import { priceSnapshot, priceSnapshotDocument } from '@twende/contract/bookings/price-snapshot.ts'
import { occupiedSpan } from '@twende/contract/bookings/rental-period.ts'
import type { RentalPrice } from '@twende/contract/bookings/rental-price.ts'
import { bookedTermsDocument, type RentalTerms } from '@twende/contract/bookings/rental-terms.ts'
import { nairobiInstant } from '@twende/contract/calendar-day.ts'
import type { Car } from '@twende/contract/cars/car.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Random } from '../basic-deps.ts'
import type { BookingDraft } from './booking-store.ts'

/** The price of a new booking, with its extras. */
export type BookedPrice = RentalPrice & { extras: ExtraLine[] }

type Held = {
  accountId: string
  request: BookingRequest
  car: Car
  price: BookedPrice
  phone: string | null
  /** How long the unpaid booking keeps its car. */
  holdMinutes: number
  /** The terms of cancelling that hold now. */
  cancellation: CancellationPolicy
  /** What is charged at the return beyond the rental. */
  rentalTerms: RentalTerms
  now: Date
  publicUrl: string
}

/** A new booking: choices from the customer, everything else from us. */
export function bookingDraft(held: Held): BookingDraft {
  const { request, price, now } = held
  const { startsAt, endsAt } = requestedInstants(request)
  return {
    id: uuidv7(),
    account_id: held.accountId,
    car_id: held.car._id,
    request_hash: bookingRequestHash(request),
    start_date: request.startDate,
    end_date: request.endDate,
    pickup_time: request.pickupTime,
    dropoff_time: request.dropoffTime,
    pickup_location: request.pickupLocation,
    dropoff_location: request.dropoffLocation,
    starts_at: startsAt,
    ends_at: endsAt,
    occupied_until: occupiedSpan(request).until,
    price_per_day: price.pricePerDay,
    total_days: price.totalDays,
    total_amount: price.totalAmount,
    insurance_cost: price.insuranceCost,
    discount: price.discount,
    final_amount: price.finalAmount,
    price_snapshot: priceSnapshotDocument.write(priceSnapshot(price)),
    ...extrasColumns(request, price.extras),
    car_snapshot: carSnapshotDocument.write(carSnapshot(held.car, held.publicUrl)),
    customer_info: customerDocument.write(request.customerInfo),
    payment_method: request.paymentMethod,
    payment_status: held.phone === null ? 'pending' : 'processing',
    payer_phone: held.phone,
    special_requests: request.specialRequests,
    driver_notes: request.driverNotes,
    cancellation_terms: cancellationDocument.write(held.cancellation),
    rental_terms: bookedTermsDocument.write({
      ...held.rentalTerms,
      kmPerDay: held.car.kmPerDay,
      extraKm: kilometresOf(price.extras),
    }),
    hold_expires_at: new Date(now.getTime() + held.holdMinutes * 60_000),
    created_at: now,
    updated_at: now,
  }
}

function extrasColumns({ extras }: BookingRequest, lines: ExtraLine[]) {
  return {
    extras: lines.length === 0 ? null : bookedExtrasDocument.write({ lines }),
    delivery_address: extras?.deliveryToAddress ? extras.deliveryAddress : '',
    collection_address: extras?.collectionFromAddress ? extras.collectionAddress : '',
  }
}

/** A hash of what the customer chose, to detect an idempotency key that comes again with another request. */
export function bookingRequestHash(request: BookingRequest): string {
  const { finalAmount: _, paymentDetails: __, ...chosen } = request
  const sorted = JSON.stringify({ ...chosen, payerPhone: payerPhoneOf(request) ?? '' }, byName)
  return createHash('sha256').update(sorted).digest('hex')
}

/** Lists fields by name, whatever order they came in. */
function byName(_key: string, value: unknown): unknown {
  if (!value || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

export function requestedInstants(request: BookingRequest): { startsAt: Date; endsAt: Date } {
  return {
    startsAt: nairobiInstant(request.startDate, request.pickupTime),
    endsAt: nairobiInstant(request.endDate, request.dropoffTime),
  }
}

const DIGITS_OF_REFERENCES = [4, 4, 4, 5, 6]

/** Draws `BK` and four digits several times, then more digits: the first that no live booking has becomes its reference. */
export function drawReferences(random: Random): string[] {
  return DIGITS_OF_REFERENCES.map((digits) => {
    const smallest = 10 ** (digits - 1)
    return `BK${smallest + Math.floor(random() * 9 * smallest)}`
  })
}
