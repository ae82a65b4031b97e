import type { ContactMessage, MessageState } from '@twende/contract/content/contact-message-routes.ts'
import { m } from '@twende/messages'
import type { PersonalData } from '../accounts/personal-data.ts'
import { type PageInput, readPage } from '../db/list-page.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import {
  countMessages,
  deleteMessagesBefore,
  deleteMessagesOf,
  findMessage,
  findMessages,
  findMessagesOf,
  type MessageRow,
  markAnswered,
} from './contact-message-store.ts'

const RETENTION_DAYS = 730
const PAGE_SIZE = 20

/** The messages that a person sent while signed in. */
export const personalMessages: PersonalData = {
  async exportData({ db }, accountId) {
    const rows = await findMessagesOf(db, accountId)
    return rows.map(({ name, email, message, created_at }) => ({
      name,
      email,
      message,
      writtenAt: created_at.toISOString(),
    }))
  },
  async erase(tx, { accountId }) {
    await deleteMessagesOf(tx, accountId)
  },
}

/** A page of the messages in one state, and the number of messages in each state. */
export async function readMessages(
  { db }: Pick<AppDeps, 'db'>,
  { state, page, limit }: { state: MessageState } & PageInput,
) {
  const counts = await countMessages(db)
  const list = await readPage(
    { page, limit },
    {
      size: PAGE_SIZE,
      find: async (range) => ({ keys: await findMessages(db, { state, ...range }), total: counts[state] }),
      read: (rows) => rows.map(toMessage),
    },
  )
  return { ...list, counts }
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
    forwardProblem: forwardProblemLabel(row),
  }
}

/** Why the form service has not accepted a message, in words; empty when it has, or when there is no such service. */
function forwardProblemLabel({ forward_error, forward_reply }: MessageRow): string {
  if (forward_error === 'no_answer') return m.message_forward_no_answer()
  if (forward_error === 'refused') return forward_reply || m.message_forward_refused()
  return ''
}

/** Deletes messages after two years, as the privacy policy promises. */
export async function deleteOldMessages({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  await deleteMessagesBefore(db, new Date(clock.now().getTime() - RETENTION_DAYS * 86_400_000))
}
