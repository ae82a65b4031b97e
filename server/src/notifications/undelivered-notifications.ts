import type { UndeliveredNotification } from '@twende/contract/notifications/notification-routes.ts'
import type { Deps } from '../basic-deps.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../http/app-error.ts'
import {
  countUndelivered,
  findUndelivered,
  makeDueAgain,
  notificationExists,
  type UndeliveredState,
} from './undelivered-store.ts'

type Wanted = { state: UndeliveredState; page: number; limit: number }

/** A page of the mails that did not arrive, and how many there are of each kind. */
export async function readUndelivered({ db }: Pick<Deps, 'db'>, { state, page, limit }: Wanted) {
  const [rows, counts] = await Promise.all([
    findUndelivered(db, { state, limit, offset: (page - 1) * limit }),
    countUndelivered(db),
  ])
  const total = counts[state]
  const pagination = { page, limit, total, pages: Math.max(1, Math.ceil(total / limit)) }
  return { data: rows.map(presentUndelivered), counts, pagination }
}

/** Sends a mail once more that was given up. */
export async function retryNotification({ db, clock }: Pick<Deps, 'db' | 'clock'>, notificationId: string) {
  const now = clock.now()
  if (await inTransaction(db, (tx) => makeDueAgain(tx, notificationId, now))) return
  throw new AppError(
    (await notificationExists(db, notificationId)) ? 'notification_wrong_state' : 'not_found',
  )
}

function presentUndelivered(
  row: Awaited<ReturnType<typeof findUndelivered>>[number],
): UndeliveredNotification {
  const givenUp = row.given_up_at !== null
  return {
    _id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    subject: row.subject,
    accountId: row.account_id,
    writtenAt: row.created_at.toISOString(),
    attempts: row.attempts,
    error: row.last_error ?? '',
    givenUpAt: row.given_up_at?.toISOString() ?? null,
    nextTryAt: givenUp ? null : row.next_attempt_at.toISOString(),
    canRetry: givenUp && row.has_words,
  }
}
