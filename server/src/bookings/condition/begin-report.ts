import { customerDocument } from '@twende/contract/bookings/booking.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { approvedLicences } from '../../drivers/read-drivers.ts'
import { requireNotRefused } from '../../drivers/refusal-list.ts'
import { AppError } from '../../http/app-error.ts'
import type { BookingRow } from '../booking-read-store.ts'
import { type ReportDraft, refuseUnlessDue } from './complete-report.ts'
import { lockReport, takeOverReport } from './condition-report-store.ts'

/**
 * Begins a report on one device. Another device that makes it already must be taken over, after which it is refused. A
 * handover to somebody on the refusal list is refused here, before photos are taken.
 */
export async function beginReport(
  deps: Pick<AppDeps, 'db' | 'clock' | 'tokenSecret'>,
  { takeOver, ...draft }: ReportDraft & { takeOver: boolean },
): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const booking = await refuseUnlessDue(db, draft)
  if (draft.kind === 'handover') await requireHirerNotRefused(db, deps, booking)
  await inTransaction(db, async (tx) => {
    const report = await lockReport(tx, { ...draft, id: uuidv7(), now })
    if (report.completed_at) throw new AppError('booking_wrong_state')
    if (report.draft_id === draft.draftId) return
    if (!takeOver) throw new AppError('condition_report_elsewhere')
    await takeOverReport(tx, { ...draft, id: report.id, now })
  })
}

/** Refuses to hand a car over to a customer, or to drivers, who are on the refusal list today; staff is told why. */
export async function requireHirerNotRefused(
  db: Db,
  deps: Pick<AppDeps, 'clock' | 'tokenSecret'>,
  booking: Pick<BookingRow, 'id' | 'customer_info'>,
): Promise<void> {
  const phones = [customerDocument.read(booking.customer_info).phone]
  const hirer = { phones, licences: await approvedLicences(db, booking.id) }
  await requireNotRefused(db, deps, hirer, 'staff')
}
