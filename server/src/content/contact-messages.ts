import type { ContactMessage, MessageState } from '@twende/contract/content/contact-message-routes.ts'
import type { PersonalData } from '../accounts/personal-data.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import {
  countMessages,
  deleteMessagesBefore,
  deleteMessagesOf,
  findMessage,
  findMessagesOf,
  listMessages,
  type MessageRow,
  markAnswered,
} from './contact-message-store.ts'

const KEPT_DAYS = 730

/** What a person wrote to us while signed in. */
export const personalMessages: PersonalData = {
  async tell({ db }, accountId) {
    const rows = await findMessagesOf(db, accountId)
    return rows.map(({ name, email, message, created_at }) => ({
      name,
      email,
      message,
      writtenAt: created_at.toISOString(),
    }))
  },
  async forget(tx, { accountId }) {
    await deleteMessagesOf(tx, accountId)
  },
}

type Wanted = { state: MessageState; page: number; limit: number }

/** A page of our inbox, and how much lies in each of its trays. */
export async function readMessages({ db }: Pick<AppDeps, 'db'>, wanted: Wanted) {
  const [rows, counts] = await Promise.all([listMessages(db, wanted), countMessages(db)])
  const total = counts[wanted.state]
  const pages = Math.max(1, Math.ceil(total / wanted.limit))
  return {
    data: rows.map(toMessage),
    counts,
    pagination: { page: wanted.page, limit: wanted.limit, total, pages },
  }
}

/** Marks a message as answered, by whom, or as open again. */
export async function answerMessage(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { messageId, answered, accountId }: { messageId: string; answered: boolean; accountId: string },
): Promise<ContactMessage> {
  const mark = answered ? { by: accountId, now: clock.now() } : undefined
  await inTransaction(db, (tx) => markAnswered(tx, messageId, mark))
  const row = await findMessage(db, messageId)
  if (!row) throw new AppError('not_found')
  return toMessage(row)
}

function toMessage(row: MessageRow): ContactMessage {
  const open = row.suspicious ? 'suspicious' : 'open'
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    message: row.message,
    state: row.answered_at ? 'answered' : open,
    receivedAt: row.created_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
    answeredBy: row.answered_by_name,
    forwardProblem: row.forward_problem,
  }
}

/** Forgets messages after two years, as the privacy policy promises. */
export async function deleteOldMessages({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  await deleteMessagesBefore(db, new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000))
}
