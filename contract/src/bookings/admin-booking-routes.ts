import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { LONGEST_RENTAL_DAYS } from '../business-constants.ts'
import { defineRoutes } from '../http/route.ts'
import {
  codeFitsMethod,
  DESK_METHODS_OR_LATER,
  deskPaymentFields,
  SETTLED_BY_OR_LATER,
} from '../payments/desk-payment.ts'
import { searchText } from '../payments/mpesa-code-input.ts'
import {
  DayInput,
  Id,
  optionalParagraphs,
  pageQuery,
  pageReply,
  paragraphs,
  queryNumber,
  SeenAt,
  TimeOfDay,
} from '../text.ts'
import { AdminBooking, AdminBookingMoney, BOOKING_QUEUES, CalendarCar, WalkIn } from './admin-booking.ts'
import { ExtraLine } from './booked-extras.ts'
import { DailyPrice, StaffBookingEvent } from './booking.ts'
import { BOOKING_STATUSES } from './booking-status.ts'
import { Charge } from './condition/charges.ts'
import { conditionFields, ReportInput } from './condition/condition-report.ts'

const BookingId = z.object({ bookingId: Id })
const Done = z.object({ success: z.literal(true), message: z.string() })
const One = z.extend(Done, { data: AdminBooking })
const Reason = z.object({ reason: paragraphs(300, m.validation_reason_missing) })
const words = z.optional(searchText())
const wrongState = ['booking_not_found', 'booking_wrong_state'] as const
const reportErrors = [
  ...wrongState,
  'condition_report_elsewhere',
  'condition_photo_missing',
  'reading_unlikely',
  'idempotency_conflict',
] as const

const bookingFilter = {
  queue: z.optional(z.enum(BOOKING_QUEUES)),
  status: z.optional(z.enum(BOOKING_STATUSES)),
  search: words,
  carId: z.optional(Id),
  accountId: z.optional(Id),
  /** Bookings whose rental period touches these days. */
  fromDay: z.optional(DayInput),
  toDay: z.optional(DayInput),
}

/** The price of a booking that is extended, with its extras. */
export const ExtensionPrice = z.object({
  pricePerDay: z.int(),
  totalDays: z.int(),
  totalAmount: z.int(),
  insuranceCost: z.int(),
  discount: z.int(),
  finalAmount: z.int(),
  dailyPrices: z.array(DailyPrice),
  discountPercent: z.int(),
  extras: z.array(ExtraLine),
  /** What it costs without the extension. */
  bookedAmount: z.int(),
})
export type ExtensionPrice = z.output<typeof ExtensionPrice>

/** Staff's side of the bookings: what waits, the calendar of the fleet, and what is done at the counter. */
export const adminBookingRoutes = defineRoutes({
  'GET /api/admin/bookings': {
    summary: 'Bookings, those of a queue in the order they are due, all of them newest first',
    access: 'staff',
    personalData: true,
    query: pageQuery(bookingFilter, 100),
    reply: pageReply(AdminBooking, {
      /** The name of the person to whom `accountId` belongs. */
      whose: z.nullable(z.string()),
      counts: z.object({
        toConfirm: z.int(),
        pickups: z.int(),
        returns: z.int(),
        overdue: z.int(),
        notHandedOver: z.int(),
        disputed: z.int(),
        owed: z.int(),
      }),
    }),
    errors: [],
  },
  'GET /api/admin/bookings.csv': {
    summary: 'The same bookings as a table to download, at most 50,000 of them',
    access: 'staff',
    right: 'people',
    personalData: true,
    fresh: true,
    query: z.object(bookingFilter),
    reply: z.object({ success: z.literal(true) }),
    errors: [],
    sends: 'text/csv',
  },
  'GET /api/admin/booking/:bookingId': {
    summary: 'A booking, its history and what would go back of its money',
    access: 'staff',
    personalData: true,
    params: BookingId,
    reply: z.object({
      success: z.literal(true),
      data: AdminBooking,
      timeline: z.array(StaffBookingEvent),
      money: AdminBookingMoney,
    }),
    errors: ['booking_not_found'],
  },
  'GET /api/admin/calendar': {
    summary: 'Cars and what takes them, day by day',
    access: 'staff',
    personalData: true,
    query: pageQuery(
      {
        fromDay: z.optional(DayInput),
        days: z.optional(queryNumber(1, 62)),
        search: words,
      },
      100,
    ),
    reply: pageReply(CalendarCar, {
      fromDay: z.string(),
      days: z.int(),
    }),
    errors: [],
  },
  'POST /api/admin/bookings': {
    summary: 'Book at the counter; the booking is confirmed at once',
    access: 'staff',
    body: WalkIn,
    reply: One,
    errors: [
      'car_not_found',
      'car_taken',
      'car_not_covered',
      'rental_dates_invalid',
      'rental_too_short',
      'location_unknown',
      'extra_not_offered',
      'child_seats_taken',
      'chauffeurs_taken',
      'hirer_refused',
      'mpesa_code_used',
      'amount_too_small',
      'idempotency_conflict',
    ],
    idempotent: true,
  },
  'POST /api/admin/booking/:bookingId/confirm': {
    summary:
      'Confirm a pending booking: paid at the desk, or not paid yet, which needs a reason and above a limit a second person',
    access: 'staff',
    params: BookingId,
    body: z
      .object({
        ...deskPaymentFields(DESK_METHODS_OR_LATER),
      })
      .check(
        codeFitsMethod,
        z.refine(({ paidBy, note }) => paidBy !== 'none' || note !== '', {
          error: m.validation_why_unpaid,
          path: ['note'],
        }),
      ),
    reply: One,
    errors: [
      ...wrongState,
      'car_taken',
      'car_is_retired',
      'car_not_covered',
      'child_seats_taken',
      'chauffeurs_taken',
      'confirm_needs_second_person',
      'mpesa_code_used',
      'amount_too_small',
    ],
  },
  'POST /api/admin/booking/:bookingId/handover': {
    summary: 'Hand the car over, with the report of its condition',
    access: 'staff',
    idempotent: true,
    params: BookingId,
    body: z.object({ ...conditionFields, report: ReportInput }),
    reply: One,
    errors: [
      ...reportErrors,
      'changed_meanwhile',
      'car_is_out',
      'deposit_due',
      'payment_due',
      'driver_missing',
      'hirer_refused',
    ],
  },
  'POST /api/admin/booking/:bookingId/return': {
    summary: 'Take the car back, with what is charged beyond the rental',
    access: 'staff',
    idempotent: true,
    params: BookingId,
    body: z
      .object({
        ...conditionFields,
        report: ReportInput,
        charges: z._default(z.array(Charge).check(z.maxLength(20)), []),
        /** How the charges were paid. */
        chargesPayment: z.optional(z.object(deskPaymentFields(SETTLED_BY_OR_LATER)).check(codeFitsMethod)),
      })
      .check(
        z.refine(({ charges, chargesPayment }) => charges.length === 0 || chargesPayment !== undefined, {
          error: m.validation_how_paid,
          path: ['chargesPayment', 'paidBy'],
        }),
      ),
    reply: One,
    errors: [...reportErrors, 'mpesa_code_used', 'amount_too_small', 'owed_in_review'],
  },
  'GET /api/admin/booking/:bookingId/extend': {
    summary: 'What a booking costs that is extended to another day, by the rules in force',
    access: 'staff',
    personalData: false,
    params: BookingId,
    query: z.object({ endDate: DayInput }),
    reply: z.object({ success: z.literal(true), data: ExtensionPrice }),
    errors: ['booking_not_found', 'rental_dates_invalid'],
  },
  'POST /api/admin/booking/:bookingId/extend': {
    summary:
      'Extend a confirmed or active booking at the price that its customer would pay, if the car is free',
    access: 'staff',
    params: BookingId,
    body: z
      .object({
        endDate: DayInput,
        dropoffTime: TimeOfDay,
        ...deskPaymentFields(DESK_METHODS_OR_LATER),
        /** The price of the whole booking that was shown; another one is refused. */
        finalAmount: z.optional(z.int()),
        /** The booking as staff saw it. */
        updatedAt: SeenAt,
      })
      .check(codeFitsMethod),
    reply: One,
    errors: [
      ...wrongState,
      'price_changed',
      'car_taken',
      'car_not_covered',
      'child_seats_taken',
      'chauffeurs_taken',
      'rental_dates_invalid',
      'mpesa_code_used',
      'amount_too_small',
    ],
  },
  'POST /api/admin/booking/:bookingId/no-show': {
    summary: 'Cancel a booking whose customer did not come; the cancellation terms say what goes back',
    access: 'staff',
    params: BookingId,
    body: z.object({ note: optionalParagraphs(300) }),
    reply: One,
    errors: wrongState,
  },
  'POST /api/admin/booking/:bookingId/complete': {
    summary: 'Complete a booking whose time is over and whose handover nobody wrote down',
    access: 'staff',
    params: BookingId,
    body: z.object({ note: paragraphs(300, m.validation_how_it_went) }),
    reply: One,
    errors: wrongState,
  },
  'POST /api/admin/booking/:bookingId/lost': {
    summary: 'Declare the car of an active booking lost, which takes a second person',
    access: 'staff',
    params: BookingId,
    body: Reason,
    reply: One,
    errors: [...wrongState, 'loss_needs_second_person'],
  },
  'POST /api/admin/booking/:bookingId/lost/withdraw': {
    summary: 'Withdraw the loss of a car, which takes a second person, or what one person asked for',
    access: 'staff',
    params: BookingId,
    body: Reason,
    reply: One,
    errors: [...wrongState, 'loss_needs_second_person', 'car_taken', 'car_is_retired'],
  },
  'POST /api/admin/booking/:bookingId/review/hide': {
    summary: 'Hide the review of a booking; its customer reads why, and it counts no more',
    access: 'staff',
    params: BookingId,
    body: Reason,
    reply: One,
    errors: wrongState,
  },
  'POST /api/admin/booking/:bookingId/review/show': {
    summary: 'Show a hidden review again',
    access: 'staff',
    params: BookingId,
    reply: One,
    errors: wrongState,
  },
  'POST /api/admin/booking/:bookingId/review/answer': {
    summary: 'Answer a review in public, in the place of an earlier answer; an empty one takes that away',
    access: 'staff',
    params: BookingId,
    body: z.object({ note: optionalParagraphs(1000) }),
    reply: One,
    errors: wrongState,
  },
  'POST /api/admin/booking/:bookingId/cancel': {
    summary: 'Cancel a booking for the customer; everything paid is refunded',
    access: 'staff',
    params: BookingId,
    body: Reason,
    reply: One,
    errors: wrongState,
  },
  'POST /api/admin/booking/:bookingId/undo': {
    summary: 'Take a cancellation, a no-show, a return or a completion without a handover back, within a day',
    access: 'staff',
    params: BookingId,
    body: z.object({ note: paragraphs(300, m.validation_reason_missing) }),
    reply: One,
    errors: [
      ...wrongState,
      'car_taken',
      'car_is_retired',
      'car_not_covered',
      'child_seats_taken',
      'chauffeurs_taken',
    ],
  },
  'POST /api/admin/car/:carId/block': {
    summary: 'Keep a car off the road',
    access: 'staff',
    idempotent: true,
    params: z.object({ carId: Id }),
    body: z.object({
      startDate: DayInput,
      startTime: TimeOfDay,
      endDate: DayInput,
      endTime: TimeOfDay,
      reason: paragraphs(300, m.validation_reason_missing),
    }),
    reply: z.extend(Done, { blockId: z.string() }),
    errors: ['car_not_found', 'car_taken', 'rental_dates_invalid', 'idempotency_conflict'],
  },
  'POST /api/admin/block/:blockId/remove': {
    summary: 'Put a car back on the road',
    access: 'staff',
    params: z.object({ blockId: Id }),
    reply: Done,
    errors: ['not_found', 'block_is_imported'],
  },
})

/** The longest rental to which staff may extend a booking, in days. */
export const LONGEST_EXTENDED_RENTAL_DAYS = 2 * LONGEST_RENTAL_DAYS
