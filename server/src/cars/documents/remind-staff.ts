import { addDays, daysBetween, nairobiDay } from '@twende/contract/calendar-day.ts'
import {
  DOCUMENT_REMINDER_DAYS,
  type DocumentReminderStep,
  dueDocumentReminder,
} from '@twende/contract/cars/document-reminder.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { queueNotification, type StaffMember, staffToNotify } from '../../notifications/queue-notification.ts'
import { type EndingDocument, findEndingDocuments, insertReminders } from './ending-document-store.ts'

type ReminderDeps = Pick<AppDeps, 'db' | 'clock' | 'logger'>
type DueReminder = EndingDocument & { step: DocumentReminderStep }

/**
 * Tells staff of documents of cars that end, 30, 14 and 3 days before, in one mail to each person about all that is new for
 * them. A person who cannot be told is logged and tried again at the next run; the others are told.
 */
export async function remindStaffOfDocuments({ db, clock, logger }: ReminderDeps): Promise<void> {
  const now = clock.now()
  const today = nairobiDay(now)
  const until = addDays(today, Math.max(...DOCUMENT_REMINDER_DAYS))
  const ending = await findEndingDocuments(db, { today, until })
  const due = ending.flatMap((document): DueReminder[] => {
    const facts = { validUntil: document.valid_until, createdAt: document.created_at }
    const step = dueDocumentReminder(facts, now)
    return step === undefined ? [] : [{ ...document, step }]
  })
  if (due.length === 0) return
  for (const person of await staffToNotify(db)) {
    await remind({ db }, { person, due, now }).catch((error: unknown) =>
      logger.error({ err: error, accountId: person.id }, 'staff was not reminded of documents'),
    )
  }
}

async function remind(
  { db }: Pick<ReminderDeps, 'db'>,
  { person, due, now }: { person: StaffMember; due: readonly DueReminder[]; now: Date },
): Promise<void> {
  const today = nairobiDay(now)
  await inTransaction(db, async (tx) => {
    const reminders = due.map(({ id, step }) => ({ documentId: id, step }))
    const added = await insertReminders(tx, { accountId: person.id, reminders, now })
    const news = due.filter(({ id }) => added.has(id))
    const [first] = news
    if (!first) return
    const documents = news
      .map(({ kind, car_name, number_plate, valid_until }) => ({
        kind,
        carName: car_name,
        numberPlate: number_plate,
        day: valid_until,
        days: daysBetween(today, valid_until),
      }))
      .sort((one, other) => one.days - other.days)
    await queueNotification(
      tx,
      {
        kind: 'car_documents_ending',
        params: { name: person.name, documents },
        accountId: person.id,
        email: person.email,
        // A document is in one mail of each step and person.
        dedupeKey: `car_documents_ending:${first.id} ${first.step} ${person.id}`,
      },
      now,
    )
  })
}
