import type { ReportKind } from '@twende/contract/bookings/condition/condition-report.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import { type BookingRow, findBooking } from '../booking-read-store.ts'
import { lockReport, type ReportRow } from './condition-report-store.ts'

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
  if (booking.status !== dueIn[kind]) throw new AppError('booking_wrong_state')
  return booking
}
