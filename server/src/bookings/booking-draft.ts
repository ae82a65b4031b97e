import type { BookingRequest } from '@twende/contract/bookings/booking.ts'
import type { CancellationPolicy } from '@twende/contract/bookings/cancellation-policy.ts'
import { occupiedSpan } from '@twende/contract/bookings/rental-period.ts'
import type { RentalPrice } from '@twende/contract/bookings/rental-price.ts'
import type { Car } from '@twende/contract/cars/car.ts'
import { uuidv7 } from '../db/new-id.ts'
import type { BookingDraft } from './booking-store.ts'
import { wishedInstants, wishHash } from './booking-wish.ts'
import { carSnapshot } from './car-snapshot.ts'

type Held = {
  accountId: string
  idempotencyKey: string | undefined
  request: BookingRequest
  car: Car
  price: RentalPrice
  phone: string | null
  /** How long the unpaid booking keeps its car. */
  holdMinutes: number
  /** The terms of cancelling that hold now. */
  cancellation: CancellationPolicy
  now: Date
  publicUrl: string
}

/** A new booking: choices from the customer, everything else from us. */
export function bookingDraft(held: Held): BookingDraft {
  const { request, price, now } = held
  const { startsAt, endsAt } = wishedInstants(request)
  return {
    id: uuidv7(),
    account_id: held.accountId,
    car_id: held.car._id,
    idempotency_key: held.idempotencyKey ?? null,
    request_hash: wishHash(request),
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
    car_snapshot: JSON.stringify(carSnapshot(held.car, held.publicUrl)),
    customer_info: JSON.stringify(request.customerInfo),
    payment_method: request.paymentMethod,
    payment_status: held.phone === null ? 'pending' : 'processing',
    mpesa_number: held.phone,
    special_requests: request.specialRequests,
    driver_notes: request.driverNotes,
    cancellation_terms: JSON.stringify(held.cancellation),
    hold_expires_at: new Date(now.getTime() + held.holdMinutes * 60_000),
    created_at: now,
    updated_at: now,
  }
}
