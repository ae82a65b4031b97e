import { NOTE_KINDS, type NoteKind } from '@twende/contract/accounts/people-rules.ts'
import type { PersonNote } from '@twende/contract/accounts/person.ts'
import type { Db } from '../db/database.ts'

const MOST_NOTES = 100

export type NewNote = { accountId: string; at: Date; by: string; what: NoteKind; note: string }

export async function writeNote(tx: Db, { accountId, at, by, what, note }: NewNote): Promise<void> {
  await tx
    .insertInto('account_notes')
    .values({ account_id: accountId, at, written_by: by, what, note })
    .execute()
}

/** What staff wrote and did about a person, the newest first. */
export async function findNotes(db: Db, accountId: string): Promise<PersonNote[]> {
  const rows = await db
    .selectFrom('account_notes')
    .innerJoin('accounts', 'accounts.id', 'account_notes.written_by')
    .select(['account_notes.at', 'account_notes.what', 'account_notes.note', 'accounts.name as by'])
    .where('account_notes.account_id', '=', accountId)
    .orderBy('account_notes.id', 'desc')
    .limit(MOST_NOTES)
    .execute()
  return rows.map(({ at, what, note, by }) => {
    return { at: at.toISOString(), what: NOTE_KINDS.find((kind) => kind === what) ?? 'note', note, by }
  })
}
