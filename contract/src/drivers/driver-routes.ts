import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { Id, pageQuery, pageReply } from '../text.ts'
import { DRIVER_STATUSES, Driver, DriverOfBooking, DriverPapers, REFUSAL_REASONS } from './driver.ts'

const BookingId = z.object({ bookingId: Id })
const DriverId = z.object({ driverId: Id })

export const DriverCheck = z.object({
  at: z.string(),
  by: z.string(),
  outcome: z.enum(['approved', 'refused']),
  reason: z.nullable(z.enum(REFUSAL_REASONS)),
})

/** A line of the list of papers to check; numbers and photos are on the page of one driver. */
export const DriverListItem = z.object({
  _id: z.string(),
  accountId: z.string(),
  fullName: z.string(),
  status: z.enum(DRIVER_STATUSES),
  licenceClass: z.string(),
  licenceExpires: z.string(),
  neededUntil: z.string(),
  submittedAt: z.string(),
})
export type DriverListItem = z.output<typeof DriverListItem>

const OneDriver = z.object({
  success: z.literal(true),
  data: z.extend(Driver, { accountId: z.string() }),
  checks: z.array(DriverCheck),
})

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
    errors: [
      'booking_not_found',
      'booking_wrong_state',
      'driver_photos_missing',
      'driver_too_young',
      'driver_class_insufficient',
      'driver_licence_ends',
      'picture_without_detail',
      'picture_unsupported',
      'picture_unreadable',
      'picture_too_large',
      'too_large',
      'rate_limited',
    ],
    limits: [{ per: 'user', max: 20, seconds: 3600 }],
  },
  'GET /api/admin/drivers': {
    summary: 'Papers of drivers in one state, those that wait longest first',
    access: 'staff',
    personalData: true,
    query: pageQuery({ status: z._default(z.enum(DRIVER_STATUSES), 'submitted') }, 100),
    reply: pageReply(DriverListItem, { counts: z.record(z.enum(DRIVER_STATUSES), z.int()) }),
    errors: [],
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
})
