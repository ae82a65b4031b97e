import type { UndeliveredNotification } from '@twende/contract/notifications/admin-notification-routes.ts'
import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../basic-deps.ts'
import { type PageInput, readPage } from '../db/list-page.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { serve } from '../http/serve.ts'
import { readableText } from './compose-text.ts'
import { KINDS_WITH_SECRET } from './notification-kinds.ts'
import {
  countUndelivered,
  findUndelivered,
  makeDueAgain,
  notificationExists,
  type UndeliveredState,
} from './notification-store.ts'

const PAGE_SIZE = 20

export function notificationHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/notifications', async ({ query }) => ({
    success: true,
    ...(await readUndelivered(deps, query)),
  }))
  serve(app, deps, 'POST /api/admin/notification/:notificationId/retry', async ({ params }) => {
    await retryNotification(deps, params.notificationId)
    return { success: true, message: m.answer_mail_retried() }
  })
}

/** A page of the notifications that were not delivered, and the number in each state. */
async function readUndelivered(
  { db }: Pick<Deps, 'db'>,
  { state, page, limit }: { state: UndeliveredState } & PageInput,
) {
  const counts = await countUndelivered(db)
  const list = await readPage(
    { page, limit },
    {
      size: PAGE_SIZE,
      find: async (range) => ({ keys: await findUndelivered(db, { state, ...range }), total: counts[state] }),
      read: (rows) => rows.map(presentUndelivered),
    },
  )
  return { ...list, counts }
}

/** Makes a notification that was given up due again. */
async function retryNotification({ db, clock }: Pick<Deps, 'db' | 'clock'>, notificationId: string) {
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
    subject: readableText(row)?.subject ?? row.kind,
    accountId: row.account_id,
    writtenAt: row.created_at.toISOString(),
    attempts: row.attempts,
    error: row.last_error ?? '',
    givenUpAt: row.given_up_at?.toISOString() ?? null,
    nextTryAt: givenUp ? null : row.next_attempt_at.toISOString(),
    canRetry: givenUp && !KINDS_WITH_SECRET.some((kind) => kind === row.kind),
  }
}
