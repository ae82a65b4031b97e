import { completeOverdue } from '../bookings/complete-overdue.ts'
import { expireHolds } from '../bookings/expire-holds.ts'
import type { AppDeps } from '../deps.ts'
import { sweepAttempts } from '../http/attempt-store.ts'
import { drawAhead } from '../media/draw-ahead.ts'
import { sendDueNotices } from '../notices/send-notices.ts'
import { chasePayments } from '../payments/chase-payments.ts'

export type TimetableLine = { name: string; everySeconds: number; run: () => Promise<unknown> }

/** What happens by itself, and how often. Each verb may be repeated, and may run while another process runs it. */
export function timetable(deps: AppDeps): TimetableLine[] {
  return [
    { name: 'expire holds', everySeconds: 30, run: () => expireHolds(deps) },
    { name: 'complete overdue bookings', everySeconds: 300, run: () => completeOverdue(deps) },
    { name: 'draw pictures ahead', everySeconds: 5, run: () => drawAhead(deps, 2_500) },
    { name: 'chase payments', everySeconds: 10, run: () => chasePayments(deps) },
    { name: 'send notices', everySeconds: 5, run: () => sendDueNotices(deps) },
    { name: 'sweep attempts', everySeconds: 3600, run: () => sweepAttempts(deps.db, deps.clock.now()) },
  ]
}
