import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { Id, pageQuery, pageReply, SeenAt } from '../text.ts'
import { EXTRA_KINDS, Extra, ExtraInput, OfferedExtra } from './extra.ts'

const ExtraId = z.object({ extraId: Id })
const One = z.object({ success: z.literal(true), message: z.string(), data: Extra })

/** The price list of the extras of rentals. */
export const extraRoutes = defineRoutes({
  'GET /api/extras': {
    summary: 'The extras that can be booked with a car, and their prices',
    access: 'anyone',
    reply: z.object({ success: z.literal(true), data: z.array(OfferedExtra) }),
    errors: [],
  },
  'GET /api/admin/extras': {
    summary: 'The price list of the extras, by kind',
    access: 'staff',
    personalData: false,
    query: pageQuery({ kind: z.optional(z.enum(EXTRA_KINDS)) }, 50),
    reply: pageReply(Extra, {}),
    errors: [],
  },
  'POST /api/admin/extras': {
    summary: 'Offer an extra; bookings that were made keep theirs',
    access: 'admin',
    fresh: true,
    idempotent: true,
    body: ExtraInput,
    reply: One,
    errors: ['extra_offered_already', 'location_unknown', 'idempotency_conflict'],
  },
  'POST /api/admin/extra/:extraId/update': {
    summary: 'Change an extra; bookings that were made keep their prices and their child seats',
    access: 'admin',
    fresh: true,
    params: ExtraId,
    body: z.object({ extra: ExtraInput, updatedAt: SeenAt }),
    reply: One,
    errors: ['not_found', 'changed_meanwhile', 'extra_offered_already', 'location_unknown'],
  },
  'POST /api/admin/extra/:extraId/remove': {
    summary: 'Offer an extra no longer; bookings that were made keep theirs',
    access: 'admin',
    fresh: true,
    params: ExtraId,
    reply: z.object({ success: z.literal(true), message: z.string() }),
    errors: ['not_found'],
  },
})
