import type { Logger } from 'pino'
import type { Clock } from '../basic-deps.ts'
import type { Database } from '../db/database.ts'
import type { Mailer } from './mailer.ts'
import {
  claimDueNotifications,
  type DueNotification,
  markFailed,
  markGivenUp,
  markSent,
} from './notification-store.ts'

const BATCH = 10
const LEASE_MINUTES = 5
const RETRY_MINUTES = [1, 5, 30, 120]

export type SenderDeps = { db: Database; clock: Clock; logger: Logger; mailer: Mailer }

/**
 * Sends what is due; safe to run in many processes at once. A sender that dies leaves its notifications to others when
 * its lease ends, so one may arrive twice, under the same Message-ID, but none is lost.
 */
export async function sendDueNotifications(deps: SenderDeps): Promise<{ sent: number }> {
  let sent = 0
  for (;;) {
    const now = deps.clock.now()
    const leaseEnds = minutesAfter(now, LEASE_MINUTES)
    const due = await claimDueNotifications(deps.db, { now, leaseEnds, most: BATCH })
    const outcomes = await Promise.all(due.map((notification) => sendOne(deps, notification)))
    const delivered = outcomes.filter(Boolean).length
    sent += delivered
    // When nothing gets through the mail server is away: the rest keeps its tries for later.
    if (due.length < BATCH || delivered === 0) return { sent }
  }
}

async function sendOne(deps: SenderDeps, notification: DueNotification): Promise<boolean> {
  const { id, kind } = notification
  try {
    await deps.mailer.send({ ...notification, writtenAt: notification.createdAt })
  } catch (error) {
    await recordFailure(deps, notification, error)
    return false
  }
  await markSent(deps.db, id, deps.clock.now())
  deps.logger.info({ notificationId: id, kind }, 'notification sent')
  return true
}

async function recordFailure(
  deps: SenderDeps,
  { id, kind, attempts }: DueNotification,
  thrown: unknown,
): Promise<void> {
  const now = deps.clock.now()
  const error = reason(thrown)
  const wait = RETRY_MINUTES[attempts - 1]
  if (wait === undefined) {
    await markGivenUp(deps.db, id, error, now)
    deps.logger.error({ notificationId: id, kind, error }, 'notification given up after its last try')
    return
  }
  await markFailed(deps.db, id, { error, nextAttemptAt: minutesAfter(now, wait) })
  deps.logger.warn(
    { notificationId: id, kind, error, attempts },
    'notification not sent; it will be tried again',
  )
}

/** Why it failed; of a mail server's answer only the number, as its words may name the recipient. */
function reason(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown'
  const code = 'code' in thrown ? String(thrown.code) : thrown.name
  if ('responseCode' in thrown) return `${code} ${String(thrown.responseCode)}`
  return `${code}: ${thrown.message}`.slice(0, 300)
}

function minutesAfter(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000)
}
