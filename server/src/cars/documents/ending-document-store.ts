import type { Day } from '@twende/contract/calendar-day.ts'
import type { DocumentKind } from '@twende/contract/cars/car-cover.ts'
import type { DocumentReminderStep } from '@twende/contract/cars/document-reminder.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export type EndingDocument = {
  id: string
  car_id: string
  car_name: string
  number_plate: string | null
  kind: DocumentKind
  valid_until: Day
  created_at: Date
}

/**
 * Documents of cars in the fleet that end on a day up to `until` and that no document of the kind follows without a gap. One
 * that has ended is among them while no other has begun. Of documents that end on the same day, the newest.
 */
export async function findEndingDocuments(
  db: Db,
  { today, until }: { today: Day; until: Day },
): Promise<EndingDocument[]> {
  const { rows } = await sql<EndingDocument>`
    select distinct on (cars.name, document.car_id, document.kind, document.valid_until)
      document.id, document.car_id, cars.name as car_name, cars.number_plate, document.kind, document.valid_until,
      document.created_at
    from car_documents as document join cars on cars.id = document.car_id
    where cars.retired_at is null and document.withdrawn_at is null and document.valid_until <= ${until}::date
      and not exists (
        select from car_documents as later
        where later.car_id = document.car_id and later.kind = document.kind and later.withdrawn_at is null
          and later.valid_until > document.valid_until
          and later.valid_from <= greatest(document.valid_until + 1, ${today}::date)
      )
    order by cars.name, document.car_id, document.kind, document.valid_until, document.id desc`.execute(db)
  return rows
}

type Reminder = { documentId: string; step: DocumentReminderStep }

/** Records that somebody is reminded of documents, in one order so that several processes do not block each other; returns those that were not recorded before. */
export async function insertReminders(
  tx: Db,
  { accountId, reminders, now }: { accountId: string; reminders: readonly Reminder[]; now: Date },
): Promise<Set<string>> {
  const rows = await tx
    .insertInto('car_document_reminders')
    .values(
      reminders
        .toSorted((one, other) => (one.documentId < other.documentId ? -1 : 1))
        .map(({ documentId, step }) => ({
          document_id: documentId,
          step,
          account_id: accountId,
          created_at: now,
        })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('document_id')
    .execute()
  return new Set(rows.map(({ document_id }) => document_id))
}
