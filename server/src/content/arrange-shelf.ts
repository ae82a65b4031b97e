import type { EntryUses } from '@twende/contract/content/catalogue.ts'
import { type Shelf, usesInWords } from '@twende/contract/content/catalogue-choices.ts'
import { laterThan } from '../db/later-than.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { usesById } from './read-shelf.ts'
import {
  changeEntry,
  deleteEntry,
  type EntryRow,
  findEntries,
  lockShelf,
  orderEntries,
} from './shelf-store.ts'

type ArrangeDeps = Pick<AppDeps, 'db' | 'clock'>
type One = { shelf: Shelf; entryId: string }

/** Takes an entry out of what is offered, or puts it back; what refers to it keeps it. */
export async function setEntryHidden(
  { db, clock }: ArrangeDeps,
  { shelf, entryId }: One,
  hidden: boolean,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    await lockShelf(tx, shelf)
    const entries = await findEntries(tx, shelf)
    const entry = entryOf(entries, entryId)
    if (hidden === (entry.hidden_at !== null)) return
    if (hidden) refuseLast(entries, entryId)
    const updated_at = laterThan(entry.updated_at, now)
    await changeEntry(tx, shelf, entryId, { hidden_at: hidden ? now : null, updated_at })
  })
}

/** Takes an entry away for good; refused while anything refers to it. */
export async function removeEntry({ db }: ArrangeDeps, { shelf, entryId }: One): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockShelf(tx, shelf, 'toRemove')
    const entries = await findEntries(tx, shelf)
    entryOf(entries, entryId)
    const uses = (await usesById(tx, shelf)).get(entryId)
    if (uses) throw new AppError('entry_in_use', { message: inUse(uses) })
    refuseLast(entries, entryId)
    await deleteEntry(tx, shelf, entryId)
  })
}

/** Puts a shelf in order, if it still is as staff saw it. */
export async function arrangeShelf(
  { db }: ArrangeDeps,
  { shelf, was, order }: { shelf: Shelf; was: readonly string[]; order: readonly string[] },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockShelf(tx, shelf)
    const standing = (await findEntries(tx, shelf)).map(({ id }) => id)
    if (standing.join() !== was.join()) throw new AppError('changed_meanwhile')
    if (standing.toSorted().join() !== order.toSorted().join()) throw new AppError('invalid')
    await orderEntries(tx, shelf, order)
  })
}

function entryOf(entries: readonly EntryRow[], id: string): EntryRow {
  const entry = entries.find((row) => row.id === id)
  if (!entry) throw new AppError('not_found')
  return entry
}

/** Nobody can choose from an empty list, and the services page needs its banner. A town takes its points along. */
function refuseLast(entries: readonly EntryRow[], leaving: string): void {
  const offered = entries.filter((row) => row.hidden_at === null && !row.town_hidden)
  const staying = offered.filter((row) => row.id !== leaving && row.town_id !== leaving)
  if (staying.length === 0 && offered.length > 0) throw new AppError('last_entry')
}

function inUse(uses: EntryUses): string {
  return `Still used by ${usesInWords(uses).join(' and ')}. Hide it instead.`
}
