import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { defineRoutes, STAFF_UPLOADS } from '../http/route.ts'
import { PictureOrder } from '../media/picture.ts'
import { Id, optionalParagraphs, pageQuery, pageReply, paragraphs, SeenAt } from '../text.ts'
import { FLEET_SHOWS, FleetCar, fleetCarFields } from './car.ts'

const CarId = z.object({ carId: Id })
const OneCar = z.object({ success: z.literal(true), message: z.string(), data: FleetCar })

const wordRefusals = ['category_unknown', 'location_unknown'] as const
const taken = ['number_plate_taken', 'chassis_number_taken', 'logbook_number_taken'] as const
const pictureRefusals = [
  'picture_unsupported',
  'picture_unreadable',
  'picture_too_large',
  'too_large',
  'car_needs_picture',
  'rate_limited',
] as const

/** Staff's side of the rental fleet. */
export const adminFleetRoutes = defineRoutes({
  'GET /api/admin/cars': {
    summary: 'All cars, retired ones too, each with its next booking',
    access: 'staff',
    personalData: false,
    query: pageQuery(
      {
        search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
        category: z.optional(z.string().check(z.trim(), z.maxLength(60))),
        show: z.optional(z.enum(FLEET_SHOWS)),
      },
      50,
    ),
    reply: pageReply(FleetCar, {
      counts: z.object({ all: z.int(), available: z.int(), unavailable: z.int(), retired: z.int() }),
    }),
    errors: [],
  },
  'GET /api/admin/car/:carId': {
    summary: 'One car',
    access: 'staff',
    personalData: false,
    params: CarId,
    reply: z.object({ success: z.literal(true), data: FleetCar }),
    errors: ['car_not_found'],
  },
  'POST /api/admin/cars': {
    summary: 'Add a car; image1 to image4 are its pictures, the first is required',
    access: 'staff',
    idempotent: true,
    multipart: true,
    body: z.object(fleetCarFields),
    reply: OneCar,
    errors: [...taken, ...wordRefusals, ...pictureRefusals, 'idempotency_conflict'],
    limits: STAFF_UPLOADS,
  },
  'POST /api/admin/car/:carId/update': {
    summary:
      'Change a car; without `pictures`, image1 to image4 replace those in their places; another price or deposit needs a fresh proof',
    access: 'staff',
    multipart: true,
    params: CarId,
    body: z.extend(z.partial(z.object(fleetCarFields)), {
      pictures: z.optional(PictureOrder),
      /** The car as staff saw it. */
      updatedAt: SeenAt,
    }),
    reply: OneCar,
    errors: [
      'car_not_found',
      'changed_meanwhile',
      'fresh_proof_needed',
      ...taken,
      ...wordRefusals,
      ...pictureRefusals,
    ],
    limits: STAFF_UPLOADS,
  },
  'POST /api/admin/car/:carId/availability': {
    summary: 'Offer a car for rent, or no longer; bookings that were made stand',
    access: 'staff',
    params: CarId,
    body: z.object({ available: z.boolean(), note: optionalParagraphs(300) }),
    reply: OneCar,
    errors: ['car_not_found', 'car_is_retired'],
  },
  'POST /api/admin/car/:carId/retire': {
    summary: 'Take a car out of the fleet; refused while it has bookings that are not over',
    access: 'staff',
    params: CarId,
    body: z.object({ reason: paragraphs(300, m.validation_reason_missing) }),
    reply: OneCar,
    errors: ['car_not_found', 'car_is_retired', 'car_has_bookings'],
  },
  'POST /api/admin/car/:carId/restore': {
    summary: 'Put a retired car back into the fleet',
    access: 'staff',
    params: CarId,
    body: z.object({ note: optionalParagraphs(300) }),
    reply: OneCar,
    errors: ['car_not_found', 'car_not_retired'],
  },
})
