import type { CatalogueEntry, EntryUses } from '@twende/contract/content/catalogue.ts'
import type { Shelf } from '@twende/contract/content/catalogue-choices.ts'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { toPicture } from '../media/present-picture.ts'
import { countUses, type EntryRow, findEntries } from './shelf-store.ts'

const NO_USES: EntryUses = { cars: 0, listings: 0, products: 0, points: 0, bookings: 0 }

/** A shelf as staff sees it: in its order, hidden entries too. */
export async function readShelf(
  { db, config }: Pick<AppDeps, 'db' | 'config'>,
  shelf: Shelf,
): Promise<CatalogueEntry[]> {
  const [rows, uses] = await Promise.all([findEntries(db, shelf), usesById(db, shelf)])
  return rows.map((row) => present(row, uses.get(row.id) ?? NO_USES, config.publicUrl))
}

export async function readEntry(
  deps: Pick<AppDeps, 'db' | 'config'>,
  shelf: Shelf,
  entryId: string,
): Promise<CatalogueEntry> {
  const entry = (await readShelf(deps, shelf)).find(({ _id }) => _id === entryId)
  if (!entry) throw new AppError('not_found')
  return entry
}

export async function usesById(db: Db, shelf: Shelf): Promise<Map<string, EntryUses>> {
  const found = new Map<string, EntryUses>()
  for (const { id, use, uses } of await countUses(db, shelf)) {
    const known = found.get(id) ?? NO_USES
    found.set(id, { ...known, [use]: known[use] + uses })
  }
  return found
}

function present(row: EntryRow, uses: EntryUses, publicUrl: string): CatalogueEntry {
  const { id, name, description, hash, width, height, placeholder } = row
  const isPictured = hash !== null && width !== null && height !== null && placeholder !== null
  return {
    _id: id,
    name,
    description,
    townId: row.town_id,
    town: row.town,
    pictures: isPictured ? [toPicture({ hash, width, height, placeholder }, publicUrl)] : [],
    hidden: row.hidden_at !== null,
    hiddenWithTown: row.town_hidden,
    uses,
    updatedAt: row.updated_at.toISOString(),
  }
}
