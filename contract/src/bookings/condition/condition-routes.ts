import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { defineRoutes } from '../../http/route.ts'
import { PrivateFile } from '../../private-files/private-file-routes.ts'
import { Id, paragraphs } from '../../text.ts'
import { BookedTerms } from '../rental-terms.ts'
import { ReturnCharges } from './charge-dispute.ts'
import {
  conditionFields,
  EQUIPMENT,
  MARK_KINDS,
  Mark,
  PHOTO_POSITIONS,
  PhotoRepeat,
  REPORT_KINDS,
} from './condition-report.ts'

const BookingId = z.object({ bookingId: Id })
const OfKind = z.extend(BookingId, { kind: z.enum(REPORT_KINDS) })
const Done = z.object({ success: z.literal(true) })

const ReportPhoto = z.object({
  _id: z.string(),
  position: z.enum(PHOTO_POSITIONS),
  markId: z.nullable(z.string()),
  file: PrivateFile,
  /** The photo that it repeats. */
  repeats: z.nullable(PhotoRepeat),
})
export type ReportPhoto = z.output<typeof ReportPhoto>

/** A completed report as its customer and staff see it. */
export const ConditionReport = z.object({
  kind: z.enum(REPORT_KINDS),
  km: z.int(),
  /** Eighths of a tank; null where an older text cannot be read as one. */
  fuel: z.nullable(z.int()),
  note: z.string(),
  marks: z.array(
    z.object({
      id: z.string(),
      x: z.int(),
      y: z.int(),
      kind: z.enum(MARK_KINDS),
      note: z.string(),
      isNew: z.boolean(),
    }),
  ),
  equipment: z.array(z.enum(EQUIPMENT)),
  photos: z.array(ReportPhoto),
  /** Null after its account was deleted. */
  signature: z.nullable(z.object({ strokes: z.array(z.array(z.int())) })),
  signerName: z.string(),
  signedAt: z.string(),
})
export type ConditionReport = z.output<typeof ConditionReport>

const Reports = { handover: z.nullable(ConditionReport), return: z.nullable(ConditionReport) }

/** What staff needs to make a report, also when the network is gone by then. */
export const ReportBasis = z.object({
  ...Reports,
  /** The report that is being made, and by whom. */
  inProgress: z.nullable(
    z.object({
      kind: z.enum(REPORT_KINDS),
      draftId: z.string(),
      by: z.string(),
      at: z.string(),
      photos: z.int(),
    }),
  ),
  /** Before a handover: the car is out with another customer, or lost. */
  carIsOut: z.boolean(),
  /** What the odometer of the car showed last, at a return of the handover; null where it was never read. */
  lastReading: z.nullable(z.object({ km: z.int(), at: z.nullable(z.string()) })),
  /** Marks that were on the car at its last report. */
  carriedMarks: z.array(Mark),
  terms: BookedTerms,
  pricePerDay: z.int(),
  /** What one late day costs, two and so on: as much as an extension without its extras. */
  lateAmounts: z.array(z.int()),
  totalDays: z.int(),
  /** When the car is due back. */
  dueAt: z.string(),
})
export type ReportBasis = z.output<typeof ReportBasis>

const wrongState = ['booking_not_found', 'booking_wrong_state'] as const

/** Reports of a car's condition when it leaves and when it comes back. */
export const conditionRoutes = defineRoutes({
  'GET /api/booking/:bookingId/condition': {
    summary: 'Photos, marks, kilometres and fuel of the car before and after, and what was charged',
    access: 'user',
    params: BookingId,
    reply: z.extend(Done, { data: z.extend(ReturnCharges, Reports) }),
    errors: ['booking_not_found'],
  },
  'GET /api/admin/booking/:bookingId/condition': {
    summary: 'The reports of a booking, and what a new one begins with',
    access: 'staff',
    personalData: true,
    params: BookingId,
    reply: z.extend(Done, { data: ReportBasis }),
    errors: ['booking_not_found'],
  },
  'POST /api/admin/booking/:bookingId/condition/:kind/start': {
    summary: 'Begin a report on a device; refused while another device makes it, unless it is taken over',
    access: 'staff',
    params: OfKind,
    body: z.object({ draftId: Id, takeOver: z._default(z.boolean(), false) }),
    reply: z.extend(Done, { message: z.string() }),
    errors: [...wrongState, 'condition_report_elsewhere', 'hirer_refused'],
  },
  'POST /api/admin/booking/:bookingId/condition/:kind/reading': {
    summary: 'Correct the kilometres of a handover or return; charges and odometer follow',
    access: 'staff',
    params: OfKind,
    body: z.object({
      km: conditionFields.km,
      kmConfirmed: conditionFields.kmConfirmed,
      reason: paragraphs(300, m.validation_reason_missing),
    }),
    reply: z.extend(Done, { message: z.string() }),
    errors: [...wrongState, 'reading_unlikely'],
  },
  'POST /api/admin/booking/:bookingId/condition/:kind/photo': {
    summary: 'Add a photo (`photo`) to a report; sent again, it is kept once',
    access: 'staff',
    multipart: true,
    params: OfKind,
    body: z.object({
      draftId: Id,
      photoId: Id,
      position: z.enum(PHOTO_POSITIONS),
      /** Of a photo of damage: the mark that it shows. */
      markId: z._default(z.union([z.literal(''), Id]), ''),
    }),
    /** `repeats` says of which photo it is the same one. */
    reply: z.extend(Done, { message: z.string(), repeats: z.nullable(PhotoRepeat) }),
    errors: [
      ...wrongState,
      'condition_report_elsewhere',
      'condition_photos_too_many',
      'picture_without_detail',
      'picture_unsupported',
      'picture_unreadable',
      'picture_too_large',
      'too_large',
      'rate_limited',
    ],
    limits: [{ per: 'user', max: 1200, seconds: 3600 }],
  },
})
