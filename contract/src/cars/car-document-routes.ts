import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { defineRoutes, STAFF_UPLOADS } from '../http/route.ts'
import { PrivateFile } from '../private-files/private-file-routes.ts'
import { Id, line, paragraphs, RecordedDay } from '../text.ts'
import { DOCUMENT_KINDS, REQUIRED_DOCUMENTS } from './car-cover.ts'

const CarId = z.object({ carId: Id })
const DocumentId = z.object({ documentId: Id })

/** A paper of a car as staff sees it. */
export const CarDocument = z.object({
  _id: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  number: z.string(),
  issuer: z.string(),
  /** Nairobi days, both included. */
  validFrom: z.string(),
  validUntil: z.string(),
  /** Null once the account of who entered it is deleted. */
  createdBy: z.nullable(z.string()),
  createdAt: z.string(),
  /** When staff withdrew it, so that it counts no more. */
  withdrawnAt: z.nullable(z.string()),
  /** Who withdrew it and why; null and empty where nobody did, or it is not known. */
  withdrawnBy: z.nullable(z.string()),
  withdrawnReason: z.string(),
  /** A photo or PDF of it, if staff attached one. */
  scan: z.nullable(PrivateFile),
})
export type CarDocument = z.output<typeof CarDocument>

const CarDocuments = z.object({
  documents: z.array(CarDocument),
  /** Days from today on which the car is not rented for lack of a document, as far ahead as one can book. */
  gaps: z.array(z.object({ kind: z.enum(REQUIRED_DOCUMENTS), from: z.string(), until: z.string() })),
  /** Whether a car without any document of a kind is not rented. */
  onlyRecorded: z.boolean(),
})
export type CarDocuments = z.output<typeof CarDocuments>

const Answer = z.object({ success: z.literal(true), message: z.string(), data: CarDocuments })

/** Why a scan is not taken. */
export const scanErrors = [
  'picture_without_detail',
  'file_unsupported',
  'picture_unreadable',
  'picture_too_large',
  'too_large',
  'rate_limited',
] as const

const NewDocument = z
  .object({
    kind: z.enum(DOCUMENT_KINDS, { error: m.validation_document_kind }),
    number: line(60, m.validation_document_number),
    issuer: line(80, m.validation_document_issuer),
    validFrom: RecordedDay,
    validUntil: RecordedDay,
  })
  .check(
    z.refine(({ validFrom, validUntil }) => validFrom <= validUntil, {
      error: m.validation_document_days,
      path: ['validUntil'],
    }),
  )

/** Insurance, inspection and road documents of rental cars. */
export const carDocumentRoutes = defineRoutes({
  'GET /api/admin/car/:carId/documents': {
    summary: 'The papers of a car, the newest first, and on which days it lacks one',
    access: 'staff',
    personalData: false,
    params: CarId,
    reply: z.object({ success: z.literal(true), data: CarDocuments }),
    errors: ['car_not_found'],
  },
  'POST /api/admin/car/:carId/documents': {
    summary: 'Record a paper of a car; a renewal is a paper of its own. `scan` is a photo or PDF of it',
    access: 'staff',
    multipart: true,
    idempotent: true,
    params: CarId,
    body: NewDocument,
    reply: Answer,
    errors: ['car_not_found', 'idempotency_conflict', ...scanErrors],
    limits: STAFF_UPLOADS,
  },
  'POST /api/admin/car-document/:documentId/scan': {
    summary: 'Attach `scan`, a photo or PDF, to a paper that has none yet',
    access: 'staff',
    multipart: true,
    idempotent: true,
    params: DocumentId,
    body: z.object({}),
    reply: Answer,
    errors: [
      'car_document_not_found',
      'car_document_has_scan',
      'scan_missing',
      'idempotency_conflict',
      ...scanErrors,
    ],
    limits: STAFF_UPLOADS,
  },
  'POST /api/admin/car-document/:documentId/withdraw': {
    summary: 'Withdraw a paper that was entered wrongly or ended early; it is kept and counts no more',
    access: 'staff',
    params: DocumentId,
    body: z.object({ reason: paragraphs(300, m.validation_reason_missing) }),
    reply: Answer,
    errors: ['car_document_not_found'],
  },
})
