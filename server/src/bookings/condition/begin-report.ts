import { v7 as uuidv7 } from 'uuid'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { requireHirerNotRefused } from '../refused-hirer.ts'
import { lockReport, takeOverReport } from './condition-report-store.ts'
import { type ReportDraft, refuseUnlessDue } from './own-report.ts'

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
