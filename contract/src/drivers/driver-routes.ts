import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { Id, pageQuery, pageReply, paragraphs } from '../text.ts'
import { AdditionalDrivers } from './additional-drivers.ts'
import {
  BookingDriver,
  DRIVER_STATUSES,
  Driver,
  DriverOfBooking,
  DriverPapers,
  DriverPhotoRepeat,
  DriverWaiver,
  DriverWithdrawal,
  REFUSAL_REASONS,
} from './driver.ts'
import { DRIVER_PROBLEMS } from './driver-rules.ts'
import { REFUSAL_LIST_STATES, RefusalAppeal, RefusalListEntry, RefusalListInput } from './refusal-list.ts'

const BookingId = z.object({ bookingId: Id })
const DriverId = z.object({ driverId: Id })
const DriverOfOneBooking = z.object({ bookingId: Id, driverId: Id })
const Reason = z.object({
  reason: paragraphs(500, m.validation_reason_missing).check(
    z.minLength(2, { error: () => m.validation_reason_missing() }),
  ),
})

export const DriverCheck = z.object({
  at: z.string(),
  by: z.string(),
  outcome: z.enum(['approved', 'refused', 'withdrawn']),
  reason: z.nullable(z.enum(REFUSAL_REASONS)),
})

/** A line of the list of papers to check; numbers and photos are on the page of one driver. */
export const DriverListItem = z.object({
  _id: z.string(),
  fullName: z.string(),
  status: z.enum(DRIVER_STATUSES),
  withdrawal: z.nullable(DriverWithdrawal),
  licenceClass: z.string(),
  licenceExpires: z.string(),
  neededUntil: z.string(),
  submittedAt: z.string(),
})
export type DriverListItem = z.output<typeof DriverListItem>

const OneDriver = z.object({
  success: z.literal(true),
  data: z.extend(Driver, {
    /** Null for a customer at the counter. */
    accountId: z.nullable(z.string()),
    /** The booking for which they were sent, and what keeps the driver from it. */
    booking: z.nullable(
      z.object({
        _id: z.string(),
        reference: z.string(),
        pickupDay: z.string(),
        returnDay: z.string(),
        problems: z.array(z.enum(DRIVER_PROBLEMS)),
      }),
    ),
  }),
  checks: z.array(DriverCheck),
  repeats: z.array(DriverPhotoRepeat),
  /** The latest other papers with this licence or ID whose approval was withdrawn. */
  withdrawnBefore: z.nullable(z.extend(DriverWithdrawal, { driverId: z.string() })),
  /** Bookings that are not over and that the person was taken out of: approved papers do not put the person back. */
  takenOutOf: z.array(z.object({ _id: z.string(), reference: z.string(), reason: z.string() })),
  /** Who rents: the person of the account, or of the booking at the counter. */
  hirer: z.object({ name: z.string(), phone: z.string() }),
  /** The entry of the refusal list that holds today, and the number by which the list finds it. */
  refusal: z.nullable(z.object({ until: z.string(), number: z.string() })),
})

/** The drivers of a booking as staff sees them beside it. */
const DriversOfBooking = z.object({
  success: z.literal(true),
  /** An approved driver may drive from pickup to return, a chauffeur does, or an admin let the car leave without one. */
  isCleared: z.boolean(),
  waiver: z.nullable(DriverWaiver),
  additional: AdditionalDrivers,
  data: z.array(BookingDriver),
})

const OneRefusal = z.object({ success: z.literal(true), message: z.string(), data: RefusalListEntry })

const submissionErrors = [
  'booking_not_found',
  'booking_wrong_state',
  'driver_photos_missing',
  'driver_too_young',
  'driver_class_insufficient',
  'driver_licence_ends',
  'hirer_refused',
  'picture_without_detail',
  'picture_unsupported',
  'picture_unreadable',
  'picture_too_large',
  'too_large',
  'rate_limited',
] as const

export const driverRoutes = defineRoutes({
  'GET /api/booking/:bookingId/drivers': {
    summary:
      'The drivers that the customer of a booking has named, and whether one of them may drive on its days',
    access: 'user',
    params: BookingId,
    reply: z.object({
      success: z.literal(true),
      /** An approved driver may drive from pickup to return: nothing more is asked. */
      isCleared: z.boolean(),
      /** An admin lets the car leave without an approved driver. */
      isWaived: z.boolean(),
      additional: AdditionalDrivers,
      data: z.array(DriverOfBooking),
    }),
    errors: ['booking_not_found'],
  },
  'POST /api/booking/:bookingId/driver': {
    summary: 'Send the papers of a driver: licenceFront, licenceBack and identityFront are their photos',
    access: 'user',
    multipart: true,
    idempotent: true,
    params: BookingId,
    body: DriverPapers,
    reply: z.object({ success: z.literal(true), data: Driver }),
    errors: submissionErrors,
    limits: [{ per: 'user', max: 20, seconds: 3600 }],
  },
  'POST /api/admin/booking/:bookingId/driver/:driverId/remove': {
    summary: 'Take an approved driver out of one booking; of a car that is out by an addendum',
    access: 'staff',
    params: DriverOfOneBooking,
    body: Reason,
    reply: z.object({ success: z.literal(true), message: z.string() }),
    errors: ['booking_not_found', 'booking_wrong_state', 'not_found', 'driver_wrong_state', 'driver_is_last'],
  },
  'POST /api/admin/booking/:bookingId/driver/:driverId/restore': {
    summary: 'Let a driver who was taken out of a booking drive in it again',
    access: 'staff',
    params: DriverOfOneBooking,
    reply: z.object({ success: z.literal(true), message: z.string() }),
    errors: ['booking_not_found', 'booking_wrong_state', 'not_found', 'driver_wrong_state'],
  },
  'GET /api/admin/drivers': {
    summary: 'Papers of drivers in one state, those that wait longest first',
    access: 'staff',
    personalData: true,
    query: pageQuery(
      {
        status: z._default(z.enum(DRIVER_STATUSES), 'submitted'),
        search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
      },
      100,
    ),
    reply: pageReply(DriverListItem, { counts: z.record(z.enum(DRIVER_STATUSES), z.int()) }),
    errors: [],
  },
  'GET /api/admin/booking/:bookingId/drivers': {
    summary: 'Who drives in a booking, and what keeps them from it',
    access: 'staff',
    personalData: true,
    params: BookingId,
    reply: DriversOfBooking,
    errors: ['booking_not_found'],
  },
  'POST /api/admin/booking/:bookingId/driver': {
    summary: 'Enter the papers of a driver who stands at the counter; the photos as the customer sends them',
    access: 'staff',
    multipart: true,
    idempotent: true,
    params: BookingId,
    body: DriverPapers,
    reply: z.object({ success: z.literal(true), data: Driver }),
    errors: submissionErrors,
    limits: [{ per: 'user', max: 100, seconds: 3600 }],
  },
  'POST /api/admin/booking/:bookingId/driver/waive': {
    summary: 'Let the car of a booking leave without an approved driver',
    access: 'admin',
    params: BookingId,
    body: z.object({ reason: paragraphs(300, m.validation_reason_missing) }),
    reply: z.object({ success: z.literal(true), message: z.string() }),
    errors: ['booking_not_found', 'booking_wrong_state', 'driver_not_missing'],
  },
  'GET /api/admin/driver/:driverId': {
    summary: 'The papers of a driver with their photos, and who checked them',
    access: 'staff',
    personalData: true,
    params: DriverId,
    reply: OneDriver,
    errors: ['not_found'],
  },
  'POST /api/admin/driver/:driverId/approve': {
    summary: 'Approve papers that agree with their photos',
    access: 'staff',
    params: DriverId,
    reply: OneDriver,
    errors: [
      'not_found',
      'driver_wrong_state',
      'hirer_refused',
      'driver_too_young',
      'driver_class_insufficient',
      'driver_licence_ends',
    ],
  },
  'POST /api/admin/driver/:driverId/refuse': {
    summary: 'Refuse papers, with a reason that the customer is shown',
    access: 'staff',
    params: DriverId,
    body: z.object({ reason: z.enum(REFUSAL_REASONS) }),
    reply: OneDriver,
    errors: ['not_found', 'driver_wrong_state'],
  },
  'POST /api/admin/driver/:driverId/withdraw': {
    summary:
      'Take back the approval of papers, and of all others with the same licence; the customer is told why',
    access: 'staff',
    params: DriverId,
    body: Reason,
    reply: OneDriver,
    errors: ['not_found', 'driver_wrong_state'],
  },
  'GET /api/admin/refusal-list': {
    summary: 'People to whom no car is rented, newest first; a search is a whole phone or licence number',
    access: 'staff',
    right: 'people',
    personalData: true,
    query: pageQuery(
      {
        state: z._default(z.enum(REFUSAL_LIST_STATES), 'in_force'),
        search: z.optional(z.string().check(z.trim(), z.maxLength(40))),
      },
      100,
    ),
    reply: pageReply(RefusalListEntry, {}),
    errors: [],
  },
  'POST /api/admin/refusal-list': {
    summary: 'Rent no car to somebody for a time, known by phone number or driving licence',
    access: 'staff',
    right: 'people',
    idempotent: true,
    body: RefusalListInput,
    reply: OneRefusal,
    errors: ['idempotency_conflict'],
  },
  'POST /api/admin/refusal-list/:entryId/appeal': {
    summary: 'Record what a person on the refusal list says against it, and keep or lift the refusal',
    access: 'admin',
    idempotent: true,
    params: z.object({ entryId: Id }),
    body: RefusalAppeal,
    reply: OneRefusal,
    errors: ['not_found', 'refusal_list_entry_ended', 'idempotency_conflict'],
  },
})
