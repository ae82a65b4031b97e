import type { AgreementKind } from '@twende/contract/agreements/agreement-routes.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { isOwn } from '../booking-read-store.ts'

export type AgreementRow = Selectable<Tables['agreements']>
type AgreementKey = { bookingId: string; kind: AgreementKind }

/** Keeps what an agreement is to say; that of a return names the event of the return, which was written before. */
export async function insertDraft(
  tx: Db,
  { bookingId, kind, content, now }: AgreementKey & { content: string; now: Date },
): Promise<void> {
  const lastReturn = tx
    .selectFrom('booking_history')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('event', '=', 'takeBack')
    .orderBy('id', 'desc')
    .limit(1)
  await tx
    .insertInto('agreement_drafts')
    .values({
      booking_id: bookingId,
      kind,
      content,
      return_event: kind === 'return' ? lastReturn : null,
      created_at: now,
    })
    .execute()
}

/** What an agreement is to say, and the return that it is of; undefined once it was made. */
export async function findDraft(db: Db, { bookingId, kind }: AgreementKey) {
  return db
    .selectFrom('agreement_drafts')
    .select(['content', 'return_event'])
    .where('booking_id', '=', bookingId)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

/** Takes a draft away, where one is given that of its return only: another return may have been recorded meanwhile. */
export async function deleteDraft(
  tx: Db,
  { bookingId, kind, returnEvent }: AgreementKey & { returnEvent?: number | null },
): Promise<boolean> {
  let draft = tx.deleteFrom('agreement_drafts').where('booking_id', '=', bookingId).where('kind', '=', kind)
  if (returnEvent !== undefined) draft = draft.where('return_event', 'is not distinct from', returnEvent)
  return (await draft.returning('booking_id').executeTakeFirst()) !== undefined
}

export async function findDraftKinds(db: Db, bookingId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('agreement_drafts')
    .select('kind')
    .where('booking_id', '=', bookingId)
    .orderBy('kind')
    .execute()
  return rows.map(({ kind }) => kind)
}

/** Drafts that were written before an instant, oldest first. */
export async function findOldDrafts(db: Db, before: Date): Promise<{ bookingId: string; kind: string }[]> {
  return db
    .selectFrom('agreement_drafts')
    .select(['booking_id as bookingId', 'kind'])
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(100)
    .execute()
}

/** How many papers of returns a booking has: more than one where a return was taken back. */
export async function countReturnPapers(tx: Db, bookingId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('agreements')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('booking_id', '=', bookingId)
    .where('kind', '=', 'return')
    .executeTakeFirstOrThrow()
  return count
}

export async function insertAgreement(tx: Db, agreement: Insertable<Tables['agreements']>): Promise<void> {
  await tx.insertInto('agreements').values(agreement).execute()
}

/** Whether the return that a paper is of was taken back. */
const IS_WITHDRAWN = sql<boolean>`(kind = 'return' and exists (
  select from booking_history
  where booking_history.booking_id = agreements.booking_id and event = 'undoReturn' and booking_history.id > agreements.return_event
))`

/** The agreements of a booking, in the order in which they were made. */
export async function findAgreements(
  db: Db,
  bookingId: string,
): Promise<(AgreementRow & { is_withdrawn: boolean })[]> {
  return db
    .selectFrom('agreements')
    .selectAll()
    .select(IS_WITHDRAWN.as('is_withdrawn'))
    .where('booking_id', '=', bookingId)
    .orderBy('made_at')
    .orderBy('id')
    .execute()
}

/** The language of the agreement that a car left with, made or about to be; undefined where there is none. */
export async function findAgreementLanguage(db: Db, bookingId: string): Promise<string | undefined> {
  const made = await db
    .selectFrom('agreements')
    .select('language')
    .where('booking_id', '=', bookingId)
    .where('kind', '=', 'handover')
    .executeTakeFirst()
  if (made) return made.language
  const draft = await db
    .selectFrom('agreement_drafts')
    .select(sql<string>`content ->> 'language'`.as('language'))
    .where('booking_id', '=', bookingId)
    .where('kind', '=', 'handover')
    .executeTakeFirst()
  return draft?.language
}

export async function findAgreementByNumber(db: Db, number: string) {
  return db
    .selectFrom('agreements')
    .selectAll()
    .select(IS_WITHDRAWN.as('is_withdrawn'))
    .where('number', '=', number)
    .executeTakeFirst()
}

/** The agreements of an account's own bookings, each with the booking's reference. */
export async function findAgreementsOfAccount(db: Db, accountId: string) {
  return db
    .selectFrom('agreements')
    .innerJoin('bookings', 'bookings.id', 'agreements.booking_id')
    .selectAll('agreements')
    .select(['bookings.reference', 'bookings.end_date'])
    .where(isOwn(accountId))
    .orderBy('agreements.made_at')
    .execute()
}

export async function deleteDraftsOfAccount(tx: Db, accountId: string): Promise<void> {
  await tx
    .deleteFrom('agreement_drafts')
    .where('booking_id', 'in', (eb) => eb.selectFrom('bookings').select('id').where(isOwn(accountId)))
    .execute()
}
