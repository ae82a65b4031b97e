import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { defineRoutes, STAFF_UPLOADS } from '../http/route.ts'
import { searchText } from '../payments/mpesa-code-input.ts'
import { DayInput, Id, pageQuery, pageReply, paragraphs } from '../text.ts'
import { AdminFine, FINE_TABS, Fine, FineInput, FineMatch, OffenceQuery } from './fine.ts'

const BookingId = z.object({ bookingId: Id })
const One = z.object({ success: z.literal(true), message: z.string(), data: AdminFine })

/** What the customer of a booking owes now, for its price, charges, added days and fines. */
const owed = z.int()

const fineFilter = {
  tab: z._default(z.enum(FINE_TABS), 'charged'),
  search: z.optional(searchText()),
  /** The Nairobi days of the offences, from the first to the last. */
  fromDay: z.optional(DayInput),
  toDay: z.optional(DayInput),
}

/** Traffic fines that arrive after a rental. */
export const fineRoutes = defineRoutes({
  'GET /api/booking/:bookingId/fines': {
    summary: 'The fines of a booking as its customer sees them, and what is owed for it',
    access: 'user',
    personalData: true,
    params: BookingId,
    reply: z.object({ success: z.literal(true), data: z.object({ fines: z.array(Fine), owed }) }),
    errors: ['booking_not_found'],
  },
  'GET /api/admin/booking/:bookingId/fines': {
    summary: 'The fines of a booking as staff sees them, and what is owed for it',
    access: 'staff',
    personalData: true,
    params: BookingId,
    reply: z.object({ success: z.literal(true), data: z.object({ fines: z.array(AdminFine), owed }) }),
    errors: ['booking_not_found'],
  },
  'GET /api/admin/fines': {
    summary: 'Traffic fines, the latest offence first; a search is a number plate or a reference',
    access: 'staff',
    personalData: true,
    query: pageQuery(fineFilter, 100),
    reply: pageReply(AdminFine, { counts: z.record(z.enum(FINE_TABS), z.int()) }),
    errors: [],
  },
  'GET /api/admin/fines.csv': {
    summary: 'The same as a table for a spreadsheet, at most 50,000 rows',
    access: 'staff',
    right: 'payments',
    personalData: true,
    fresh: true,
    query: z.object(fineFilter),
    reply: z.object({ success: z.literal(true) }),
    errors: [],
    sends: 'text/csv',
  },
  'GET /api/admin/fine-match': {
    summary: 'Which car has a plate, and who had rented it at a moment',
    access: 'staff',
    personalData: true,
    query: OffenceQuery,
    reply: z.object({ success: z.literal(true), data: FineMatch }),
    errors: ['fine_in_future'],
  },
  'POST /api/admin/fines': {
    summary:
      'Record a fine with `paper`, a photo of it; whoever had rented the car then is charged, otherwise it is our own',
    access: 'staff',
    multipart: true,
    idempotent: true,
    body: FineInput,
    reply: One,
    errors: [
      'fine_in_future',
      'fine_car_unknown',
      'fine_recorded_already',
      'fine_paper_missing',
      'idempotency_conflict',
      'picture_without_detail',
      'picture_unsupported',
      'picture_unreadable',
      'picture_too_large',
      'too_large',
      'rate_limited',
    ],
    limits: STAFF_UPLOADS,
  },
  'POST /api/admin/fine/:fineId/withdraw': {
    summary:
      'Withdraw a fine that was recorded by mistake; it is owed no more, and what was paid for it is owed back',
    access: 'staff',
    params: z.object({ fineId: Id }),
    body: z.object({ reason: paragraphs(600, m.validation_reason_missing) }),
    reply: One,
    errors: ['fine_not_found', 'fine_wrong_state', 'fine_disputed', 'kept_part_disputed'],
  },
})
