import type { TroubledNotice } from '@twende/contract/notices/notice-routes.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import {
  countTroubledNotices,
  findTroubledNotices,
  noticeExists,
  reviveNotice,
  type TroubleState,
} from './notice-trouble-store.ts'

type Wanted = { state: TroubleState; page: number; limit: number }

/** A page of the mails that did not arrive, and how many there are of each kind. */
export async function readTroubledNotices({ db }: Pick<Deps, 'db'>, { state, page, limit }: Wanted) {
  const [rows, counts] = await Promise.all([
    findTroubledNotices(db, { state, limit, offset: (page - 1) * limit }),
    countTroubledNotices(db),
  ])
  const total = counts[state]
  const pagination = { page, limit, total, pages: Math.max(1, Math.ceil(total / limit)) }
  return { data: rows.map(presentTrouble), counts, pagination }
}

/** Sends a mail once more that was given up. */
export async function retryNotice({ db, clock }: Pick<Deps, 'db' | 'clock'>, noticeId: string) {
  const now = clock.now()
  if (await inTransaction(db, (tx) => reviveNotice(tx, noticeId, now))) return
  throw new AppError((await noticeExists(db, noticeId)) ? 'notice_wrong_state' : 'not_found')
}

function presentTrouble(row: Awaited<ReturnType<typeof findTroubledNotices>>[number]): TroubledNotice {
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
