import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { DEFAULT_PICKUP_TIME } from '../business-constants.ts'
import { Car } from '../cars/car.ts'
import { defineRoutes } from '../http/route.ts'
import { Payment } from '../payments/payment.ts'
import { REFUND_WAYS } from '../payments/payment-choices.ts'
import { KenyanPhone } from '../payments/payment-input.ts'
import { DayInput, Id, line, optionalParagraphs, Pagination, pageQuery, TimeOfDay } from '../text.ts'
import { ExtraChoices, ExtraLine } from './booked-extras.ts'
import { Booking, BookingEvent, BookingRequest, BookingStats, DailyPrice } from './booking.ts'
import { BookingStatus } from './booking-status.ts'
import { ChangeableCar, ChangePreview } from './change-record.ts'

export const BOOKING_RANGES = ['upcoming', 'past', 'thisWeek', 'thisMonth'] as const

const BookingId = z.object({ bookingId: Id })
const One = z.object({ success: z.literal(true), message: z.string(), data: Booking })

export const BookingQuote = z.object({
  /** The hour that was asked for, or the next full one where that is over. */
  pickupTime: z.string(),
  pricePerDay: z.int(),
  totalDays: z.int(),
  totalAmount: z.int(),
  insuranceCost: z.int(),
  discount: z.int(),
  finalAmount: z.int(),
  dailyPrices: z.array(DailyPrice),
  discountPercent: z.int(),
  /** The chosen extras and those that follow from the places; `finalAmount` includes their amounts. */
  extras: z.array(ExtraLine),
  /** How many child seats are free then; null where none are offered. */
  childSeatsFree: z.nullable(z.int()),
  /** The same of chauffeurs. */
  chauffeursFree: z.nullable(z.int()),
  free: z.boolean(),
  /** False where the car is not offered on all of these days, whether somebody has booked it or not. */
  offered: z.boolean(),
  /** When taken: the first later period of the same length that is free, as days. */
  nextFree: z.nullable(z.object({ startDate: z.string(), endDate: z.string() })),
  /** When taken: similar cars that are free on the same dates. */
  similar: z.array(Car),
})
export type BookingQuote = z.output<typeof BookingQuote>

export const RefundPreview = z.object({
  paid: z.int(),
  kept: z.int(),
  refund: z.int(),
  free: z.boolean(),
  /** How what was paid goes back. */
  refundWay: z.enum(REFUND_WAYS),
})

const ChangedPeriod = z.object({
  startDate: DayInput,
  endDate: DayInput,
  pickupTime: TimeOfDay,
  dropoffTime: TimeOfDay,
})

/** Another period, another car, or both. */
const ChosenChange = z.extend(ChangedPeriod, { carId: z.optional(Id) })

const CHANGE_ERRORS = [
  'booking_not_found',
  'booking_wrong_state',
  'rental_dates_invalid',
  'rental_too_short',
  'car_not_found',
  'car_unavailable',
  'car_taken',
  'car_not_covered',
  'child_seats_taken',
  'chauffeurs_taken',
  'driver_licence_ends',
  'hirer_refused',
  'too_much_for_mpesa',
  'rate_limited',
] as const

export const bookingRoutes = defineRoutes({
  'POST /api/booking/quote': {
    summary: 'Price and availability of a rental period, before booking',
    access: 'anyone',
    body: z.object({
      carId: Id,
      startDate: DayInput,
      endDate: DayInput,
      pickupTime: z._default(TimeOfDay, DEFAULT_PICKUP_TIME),
      dropoffTime: z._default(TimeOfDay, DEFAULT_PICKUP_TIME),
      /** Where they are chosen already: delivery and a return to another place may have a price. */
      pickupLocation: z.optional(line(80)),
      dropoffLocation: z.optional(line(80)),
      extras: z.optional(ExtraChoices),
    }),
    reply: z.object({ success: z.literal(true), data: BookingQuote }),
    errors: [
      'car_not_found',
      'rental_dates_invalid',
      'rental_too_short',
      'location_unknown',
      'extra_not_offered',
    ],
  },
  'POST /api/booking/create': {
    summary: 'Hold a car for a rental period and, for M-Pesa, ask the phone to pay',
    access: 'user',
    body: BookingRequest,
    reply: z.object({
      success: z.literal(true),
      message: z.string(),
      bookingId: z.string(),
      data: Booking,
      payment: z.nullable(Payment),
    }),
    errors: [
      'car_not_found',
      'car_unavailable',
      'car_taken',
      'car_not_covered',
      'price_changed',
      'rental_dates_invalid',
      'rental_too_short',
      'location_unknown',
      'extra_not_offered',
      'child_seats_taken',
      'chauffeurs_taken',
      'hirer_refused',
      'already_held',
      'too_many_holds',
      'too_much_held',
      'holds_paused',
      'contact_proof_needed',
      'too_much_for_mpesa',
      'idempotency_conflict',
      'rate_limited',
    ],
    limits: [{ per: 'user', max: 60, seconds: 3600 }],
    idempotent: true,
  },
  'GET /api/booking/user': {
    summary: "The caller's bookings, newest first",
    access: 'user',
    query: pageQuery(
      {
        status: z.optional(z.union([BookingStatus, z.literal('all')])),
        range: z.optional(z.enum(BOOKING_RANGES)),
        search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
      },
      50,
    ),
    reply: z.object({
      success: z.literal(true),
      bookings: z.array(Booking),
      pagination: Pagination,
      message: z.string(),
    }),
    errors: [],
  },
  'GET /api/booking/stats': {
    summary: "Counts of the caller's bookings by status",
    access: 'user',
    reply: z.object({ success: z.literal(true), stats: BookingStats }),
    errors: [],
  },
  'GET /api/booking/:bookingId': {
    summary: 'One booking with its history',
    access: 'user',
    personalData: true,
    params: BookingId,
    reply: z.object({ success: z.literal(true), data: Booking, timeline: z.array(BookingEvent) }),
    errors: ['booking_not_found'],
  },
  'GET /api/booking/:bookingId/refund': {
    summary: 'What cancelling now would give back',
    access: 'user',
    params: BookingId,
    reply: z.object({ success: z.literal(true), data: RefundPreview }),
    errors: ['booking_not_found', 'booking_wrong_state'],
  },
  'PUT /api/booking/:bookingId/cancel': {
    summary: 'Cancel a pending or confirmed booking',
    access: 'user',
    params: BookingId,
    body: z.object({ cancellationReason: optionalParagraphs(300) }),
    reply: One,
    errors: ['booking_not_found', 'booking_wrong_state'],
  },
  'GET /api/booking/:bookingId/change': {
    summary: 'What moving a booking to another period or car would cost or give back',
    access: 'user',
    params: BookingId,
    query: ChosenChange,
    reply: z.object({ success: z.literal(true), data: ChangePreview }),
    errors: CHANGE_ERRORS,
    limits: [{ per: 'user', max: 300, seconds: 3600 }],
  },
  'GET /api/booking/:bookingId/change/cars': {
    summary: 'Cars that a booking could be changed to for a period, and what each would cost',
    access: 'user',
    params: BookingId,
    query: ChangedPeriod,
    reply: z.object({ success: z.literal(true), data: z.array(ChangeableCar) }),
    errors: ['booking_not_found', 'booking_wrong_state', 'rental_dates_invalid', 'rate_limited'],
    limits: [{ per: 'user', max: 300, seconds: 3600 }],
  },
  'POST /api/booking/:bookingId/change': {
    summary: 'Move a paid booking to another period or car; a phone is asked where the new price is higher',
    access: 'user',
    params: BookingId,
    body: z.extend(ChosenChange, {
      /** The price that was shown, and the deposit. */
      finalAmount: z.int(),
      deposit: z.optional(z.int()),
      updatedAt: z.iso.datetime(),
      /** The phone that is asked for the difference, where there is one. */
      phone: z.optional(KenyanPhone),
    }),
    reply: z.object({
      success: z.literal(true),
      message: z.string(),
      data: Booking,
      /** The request for the difference; null where the booking was changed at once. */
      payment: z.nullable(Payment),
    }),
    errors: [
      ...CHANGE_ERRORS,
      'changed_meanwhile',
      'price_changed',
      'payment_too_soon',
      'phone_asked_too_often',
      'idempotency_conflict',
    ],
    limits: [{ per: 'user', max: 60, seconds: 3600 }],
    idempotent: true,
  },
  'POST /api/booking/:bookingId/review': {
    summary: 'Review a completed booking, once',
    access: 'user',
    params: BookingId,
    body: z.object({
      rating: z
        .int({ error: m.validation_stars })
        .check(z.gte(1, { error: m.validation_stars }), z.lte(5, { error: m.validation_stars })),
      comment: optionalParagraphs(1000),
    }),
    reply: One,
    errors: ['booking_not_found', 'booking_wrong_state', 'already_reviewed'],
  },
})
