import {
  GUIDED_POSITIONS,
  type ReportInput,
  type ReportKind,
  reportDocument,
} from '@twende/contract/bookings/condition/condition-report.ts'
import { signatureDocument } from '@twende/contract/bookings/condition/signature.ts'
import { m } from '@twende/messages'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import { deletePrivateFiles } from '../../private-files/private-files.ts'
import { type BookingRow, findBooking } from '../booking-read-store.ts'
import {
  completeReport,
  deletePhotos,
  findLastContent,
  findPhotos,
  lockReport,
  type ReportRow,
} from './condition-report-store.ts'

export type ReportDraft = { bookingId: string; kind: ReportKind; draftId: string; accountId: string }

/** Locks the report of this device, which is begun if there is none; refuses one that another device makes. */
export async function lockOwnReport(tx: Db, draft: ReportDraft, now: Date): Promise<ReportRow> {
  const report = await lockReport(tx, { ...draft, id: uuidv7(), now })
  if (report.completed_at) throw new AppError('booking_wrong_state')
  if (report.draft_id !== draft.draftId) throw new AppError('condition_report_elsewhere')
  return report
}

const dueIn = { handover: 'confirmed', return: 'active' } as const satisfies Record<ReportKind, string>

/** A car is handed over when its booking is confirmed, and comes back when it is out. */
export async function refuseUnlessDue(
  db: Db,
  { bookingId, kind }: Pick<ReportDraft, 'bookingId' | 'kind'>,
): Promise<BookingRow> {
  const booking = await findBooking(db, bookingId)
  if (!booking) throw new AppError('booking_not_found')
  if (booking.status === dueIn[kind]) return booking
  const missing = missingStep[booking.status]
  throw new AppError('booking_wrong_state', missing && { message: missing() })
}

/** What comes before a report that is made too early; one that is too late is refused in general words. */
const missingStep: Readonly<Record<string, () => string>> = {
  pending: m.error_booking_not_confirmed,
  confirmed: m.error_booking_not_handed_over,
}

type Completion = {
  bookingId: string
  carId: string
  kind: ReportKind
  input: ReportInput
  signedAt: Date
  accountId: string
  now: Date
}

/** Completes the report of a booking; its photos never change from now on. */
export async function completeConditionReport(tx: Db, completion: Completion): Promise<void> {
  const { bookingId, carId, kind, input, signedAt, accountId, now } = completion
  const draft = { bookingId, kind, draftId: input.draftId, accountId }
  const report = await lockOwnReport(tx, draft, now)
  await arrangePhotos(tx, { reportId: report.id, input, now })
  const known = new Set((await lastMarks(tx, { carId, bookingId, kind })).map(({ id }) => id))
  const marks = input.marks.map((mark) => ({ ...mark, isNew: !known.has(mark.id) }))
  const equipment = [...new Set(input.equipment)]
  await completeReport(tx, {
    id: report.id,
    content: reportDocument.write({ marks, equipment }),
    signature: signatureDocument.write(input.signature),
    signerName: input.signerName,
    signedAt,
    accountId,
    now,
  })
}

/** The marks that were on a car at its last report, other than those of this booking and kind. */
export async function lastMarks(db: Db, report: { carId: string; bookingId: string; kind: ReportKind }) {
  const content = await findLastContent(db, report)
  if (!content) return []
  return reportDocument.read(content).marks.map(({ isNew: _, ...mark }) => mark)
}

type Arranged = { reportId: string; input: ReportInput; now: Date }

/** Drops the photos that the report does not name; refuses one of which a photo is missing. */
async function arrangePhotos(tx: Db, { reportId, input, now }: Arranged): Promise<void> {
  const uploaded = await findPhotos(tx, [reportId])
  const marks = new Set(input.marks.map(({ id }) => id))
  const isNamed = (photo: (typeof uploaded)[number]) =>
    input.photoIds.includes(photo.id) && (photo.mark_id === null || marks.has(photo.mark_id))
  const kept = uploaded.filter(isNamed)
  const positions = new Set(kept.map(({ position }) => position))
  const isWhole = GUIDED_POSITIONS.every((position) => positions.has(position))
  if (!isWhole || kept.length < new Set(input.photoIds).size) throw new AppError('condition_photo_missing')
  const dropped = uploaded.filter((photo) => !isNamed(photo)).map(({ id }) => id)
  await deletePrivateFiles(tx, await deletePhotos(tx, dropped), now)
}
