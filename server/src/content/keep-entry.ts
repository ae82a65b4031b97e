import { MOST_ENTRIES, SHELF_FIELDS, type Shelf } from '@twende/contract/content/catalogue-choices.ts'
import type { Db } from '../db/database.ts'
import { laterThan } from '../db/later-than.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { type Asker, createOnce } from '../http/idempotency.ts'
import { type Upload, withNamedPictures } from '../media/arrange-pictures.ts'
import { insertBanner, insertCategory, insertLocation, insertService } from './content-store.ts'
import {
  allowLongWrite,
  changeEntry,
  type EntryRow,
  findEntries,
  keepFormerName,
  lastPosition,
  lockShelf,
  refuseTakenName,
  takeFormerName,
} from './shelf-store.ts'

type KeepDeps = Pick<AppDeps, 'db' | 'clock' | 'pictures'>
type Facts = { name?: string | undefined; description: string; town: string }

/** Puts an entry at the end of a shelf; answers its id. */
export async function addEntry(
  deps: KeepDeps,
  by: Asker,
  { shelf, ...facts }: Facts & { shelf: Shelf },
  sent: Upload,
): Promise<string> {
  const said = saidOf(shelf, facts)
  if (SHELF_FIELDS[shelf].includes('picture') && !sent.files.has('image1')) {
    throw new AppError('entry_needs_picture')
  }
  return withOnePicture(deps, shelf, sent, (pictureHash) =>
    createOnce(deps, by, { shelf, ...said, pictureHash }, async (tx) => {
      await lockShelf(tx, shelf)
      const entries = await findEntries(tx, shelf)
      if (entries.length >= MOST_ENTRIES) throw new AppError('shelf_full')
      refuseWrongTown(entries, { id: undefined, town: said.town })
      await takeFormerName(tx, shelf, said.name)
      const position = (await lastPosition(tx, shelf)) + 1
      return insertEntry(tx, shelf, { ...said, pictureHash, position }).catch(refuseTakenName)
    }),
  )
}

type Edit = Facts & { shelf: Shelf; entryId: string; updatedAt: string }

/** Changes an entry as staff saw it; what refers to it follows. */
export async function updateEntry(
  deps: KeepDeps,
  { shelf, entryId: id, updatedAt, ...facts }: Edit,
  sent: Upload,
): Promise<void> {
  const said = saidOf(shelf, facts)
  const edit = { id, updatedAt, town: said.town }
  refuseChanged(await findEntries(deps.db, shelf), edit)
  await withOnePicture(deps, shelf, sent, (pictureHash) =>
    inTransaction(deps.db, async (tx) => {
      await lockShelf(tx, shelf)
      const entry = refuseChanged(await findEntries(tx, shelf), edit)
      const has = SHELF_FIELDS[shelf]
      const renamed = has.includes('name') && said.name !== entry.name
      if (renamed) {
        await allowLongWrite(tx)
        await keepFormerName(tx, shelf, id, said.name)
      }
      await changeEntry(tx, shelf, id, {
        ...(renamed ? { name: said.name } : {}),
        ...(has.includes('description') ? { description: said.description } : {}),
        ...(has.includes('town') ? { town_id: said.town || null } : {}),
        ...(pictureHash === undefined ? {} : { picture_hash: pictureHash }),
        updated_at: laterThan(entry.updated_at, deps.clock.now()),
      })
      await takeFormerName(tx, shelf, said.name)
    }),
  )
}

/** The entry as staff saw it, in a town that is there. Asked before a picture is kept, and again in the transaction. */
function refuseChanged(
  entries: readonly EntryRow[],
  { id, updatedAt, town }: { id: string; updatedAt: string; town: string },
): EntryRow {
  const entry = entries.find((row) => row.id === id)
  if (!entry) throw new AppError('not_found')
  if (updatedAt !== entry.updated_at.toISOString()) throw new AppError('changed_meanwhile')
  refuseWrongTown(entries, { id, town })
  return entry
}

type Said = { name: string; description: string; town: string }

/** What was said of an entry, as far as its shelf has it. */
function saidOf(shelf: Shelf, { name = '', description, town }: Facts): Said {
  const has = SHELF_FIELDS[shelf]
  if (has.includes('name') && name === '') {
    throw new AppError('entry_incomplete', { message: 'Please enter a name' })
  }
  if (has.includes('description') && description === '') {
    throw new AppError('entry_incomplete', { message: 'Please describe the service' })
  }
  return {
    name: has.includes('name') ? name : '',
    description: has.includes('description') ? description : '',
    town: has.includes('town') ? town : '',
  }
}

async function withOnePicture<T>(
  deps: KeepDeps,
  shelf: Shelf,
  sent: Upload,
  use: (hash: string | undefined) => Promise<T>,
): Promise<T> {
  const mayHave = SHELF_FIELDS[shelf].includes('picture') ? ['image1'] : []
  if ([...sent.files.keys()].some((name) => !mayHave.includes(name))) throw new AppError('invalid')
  return withNamedPictures(deps, sent, (kept) => use(kept.get('image1')))
}

function refuseWrongTown(
  entries: readonly EntryRow[],
  { id, town }: { id: string | undefined; town: string },
): void {
  if (town === '') return
  if (entries.some(({ town_id }) => town_id !== null && town_id === id)) throw new AppError('town_has_points')
  const found = entries.find((row) => row.id === town)
  if (!found || found.town_id !== null || town === id) throw new AppError('town_unknown')
}

type NewEntry = Said & { pictureHash: string | undefined; position: number }

async function insertEntry(tx: Db, shelf: Shelf, { town, ...entry }: NewEntry): Promise<string> {
  switch (shelf) {
    case 'car-categories':
      return insertCategory(tx, { kind: 'vehicle', ...entry })
    case 'product-categories':
      return insertCategory(tx, { kind: 'product', ...entry })
    case 'services':
      return insertService(tx, entry)
    case 'locations':
      return insertLocation(tx, { ...entry, townId: town || undefined })
    case 'banners':
      return insertBanner(tx, { position: entry.position, pictureHash: entry.pictureHash ?? '' })
  }
}
