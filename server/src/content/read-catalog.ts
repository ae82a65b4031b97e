import type { CatalogItemUses, CatalogList } from '@twende/contract/content/catalog-choices.ts'
import type { CatalogItem } from '@twende/contract/content/catalog-routes.ts'
import {
  type CatalogTranslations,
  catalogTranslationsDocument,
} from '@twende/contract/content/catalog-translations.ts'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { readCategoryRenames } from '../listings/category-renames.ts'
import { toPicture } from '../media/present-picture.ts'
import { countUses, findItems, type ItemRow } from './catalog-store.ts'

const NO_USES: CatalogItemUses = { cars: 0, listings: 0, products: 0, points: 0, bookings: 0 }

/** A catalog list in its order, hidden items included. */
export async function readList(
  { db, config }: Pick<AppDeps, 'db' | 'config'>,
  list: CatalogList,
): Promise<CatalogItem[]> {
  const [rows, uses, renames] = await Promise.all([
    findItems(db, list),
    usesById(db, list),
    readCategoryRenames({ db }),
  ])
  return rows.map((row) => ({
    ...present(row, uses.get(row.id) ?? NO_USES, config.publicUrl),
    renaming: renames.get(row.id) ?? null,
  }))
}

export async function readItem(
  deps: Pick<AppDeps, 'db' | 'config'>,
  list: CatalogList,
  itemId: string,
): Promise<CatalogItem> {
  const item = (await readList(deps, list)).find(({ _id }) => _id === itemId)
  if (!item) throw new AppError('not_found')
  return item
}

export async function usesById(db: Db, list: CatalogList): Promise<Map<string, CatalogItemUses>> {
  const found = new Map<string, CatalogItemUses>()
  for (const { id, use, uses } of await countUses(db, list)) {
    const known = found.get(id) ?? NO_USES
    found.set(id, { ...known, [use]: known[use] + uses })
  }
  return found
}

/** What an item is called and how it is described in other languages; nothing for one without a name. */
export function readTranslations({ translations }: Pick<ItemRow, 'translations'>): CatalogTranslations {
  if (translations === null) return { names: {}, descriptions: {} }
  return catalogTranslationsDocument.read(translations)
}

function present(row: ItemRow, uses: CatalogItemUses, publicUrl: string): Omit<CatalogItem, 'renaming'> {
  const { id, name, description, hash, width, height, placeholder } = row
  const isPictured = hash !== null && width !== null && height !== null && placeholder !== null
  return {
    _id: id,
    name,
    description,
    ...readTranslations(row),
    townId: row.town_id,
    town: row.town,
    pictures: isPictured ? [toPicture({ hash, width, height, placeholder }, publicUrl)] : [],
    hidden: row.hidden_at !== null,
    hiddenWithTown: row.town_hidden,
    uses,
    updatedAt: row.updated_at.toISOString(),
  }
}
