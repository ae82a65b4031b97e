import {
  CATALOG_FIELDS,
  type CatalogList,
  MAX_CATALOG_ITEMS,
} from '@twende/contract/content/catalog-choices.ts'
import {
  type CatalogTranslations,
  catalogTranslationsDocument,
} from '@twende/contract/content/catalog-translations.ts'
import { m } from '@twende/messages'
import type { Db } from '../db/database.ts'
import { inTransaction, nextUpdatedAt } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { Idempotency } from '../http/idempotency.ts'
import { type Upload, withNamedPictures } from '../media/arrange-pictures.ts'
import {
  allowLongWrite,
  dropFormerName,
  findItems,
  type ItemRow,
  lastPosition,
  lockCatalogList,
  refuseTakenName,
  saveFormerName,
  updateItem,
} from './catalog-store.ts'
import { insertBanner, insertCategory, insertLocation, insertService } from './content-store.ts'
import { readTranslations } from './read-catalog.ts'

type CatalogDeps = Pick<AppDeps, 'db' | 'clock' | 'pictures'>
/** Texts by the code of their language; an empty one is removed. */
type ByLocale = Readonly<Record<string, string>>
type ItemInput = {
  name?: string | undefined
  description: string
  town: string
  names?: ByLocale | undefined
  descriptions?: ByLocale | undefined
}

/** Adds an item at the end of a catalog list; returns its id. */
export async function addCatalogItem(
  deps: CatalogDeps,
  idempotency: Idempotency,
  { list, ...input }: ItemInput & { list: CatalogList },
  upload: Upload,
): Promise<string> {
  const fields = fieldsOf(list, input)
  if (CATALOG_FIELDS[list].includes('picture') && !upload.files.has('image1')) {
    throw new AppError('catalog_item_needs_picture')
  }
  return withOnePicture(deps, list, upload, (pictureHash) =>
    idempotency.transaction(async (tx) => {
      await lockCatalogList(tx, list)
      const items = await findItems(tx, list)
      if (items.length >= MAX_CATALOG_ITEMS) throw new AppError('catalog_list_full')
      refuseWrongTown(items, { id: undefined, town: fields.town })
      await dropFormerName(tx, list, fields.name)
      const position = (await lastPosition(tx, list)) + 1
      const translations = translationsOf(list, input, { names: {}, descriptions: {} })
      return insertItem(tx, list, { ...fields, ...translations, pictureHash, position }).catch(
        refuseTakenName,
      )
    }),
  )
}

type Edit = ItemInput & { list: CatalogList; itemId: string; updatedAt: string }

/**
 * Changes an item, unless somebody else changed it meanwhile. Whatever refers to it shows the new name and picture. Returns
 * whether a text was changed whose translations stayed as they were.
 */
export async function updateCatalogItem(
  deps: CatalogDeps,
  { list, itemId: id, updatedAt, ...input }: Edit,
  upload: Upload,
): Promise<boolean> {
  const fields = fieldsOf(list, input)
  const edit = { id, updatedAt, town: fields.town }
  refuseChanged(await findItems(deps.db, list), edit)
  return withOnePicture(deps, list, upload, (pictureHash) =>
    inTransaction(deps.db, async (tx) => {
      await lockCatalogList(tx, list)
      const item = refuseChanged(await findItems(tx, list), edit)
      const has = CATALOG_FIELDS[list]
      const renamed = has.includes('name') && fields.name !== item.name
      const before = readTranslations(item)
      const translations = translationsOf(list, input, before)
      if (renamed) {
        await allowLongWrite(tx)
        await saveFormerName(tx, list, id, fields.name)
      }
      await updateItem(tx, list, id, {
        ...(renamed ? { name: fields.name } : {}),
        ...(has.includes('description') ? { description: fields.description } : {}),
        ...(has.includes('name')
          ? {
              translations: catalogTranslationsDocument.write(translations),
            }
          : {}),
        ...(has.includes('town') ? { town_id: fields.town || null } : {}),
        ...(pictureHash === undefined ? {} : { picture_hash: pictureHash }),
        updated_at: nextUpdatedAt(item.updated_at, deps.clock.now()),
      })
      await dropFormerName(tx, list, fields.name)
      const rewritten = has.includes('description') && fields.description !== item.description
      return (
        (renamed && staysBehind(before.names, translations.names)) ||
        (rewritten && staysBehind(before.descriptions, translations.descriptions))
      )
    }),
  )
}

/** Whether a translation is there and the same as before. */
const staysBehind = (before: ByLocale, after: ByLocale) =>
  Object.entries(before).some(([locale, text]) => text !== '' && after[locale] === text)

/** Returns the item if it is unchanged and its town exists. Called before a picture is stored, and again in the transaction. */
function refuseChanged(
  items: readonly ItemRow[],
  { id, updatedAt, town }: { id: string; updatedAt: string; town: string },
): ItemRow {
  const item = items.find((row) => row.id === id)
  if (!item) throw new AppError('not_found')
  if (updatedAt !== item.updated_at.toISOString()) throw new AppError('changed_meanwhile')
  refuseWrongTown(items, { id, town })
  return item
}

type ItemFields = { name: string; description: string; town: string }

/** The fields that items of this list have; those required must not be empty. */
function fieldsOf(list: CatalogList, { name = '', description, town }: ItemInput): ItemFields {
  const has = CATALOG_FIELDS[list]
  if (has.includes('name') && name === '') {
    throw new AppError('catalog_item_incomplete', { message: m.validation_name_of_item() })
  }
  if (has.includes('description') && description === '') {
    throw new AppError('catalog_item_incomplete', { message: m.validation_describe_service() })
  }
  return {
    name: has.includes('name') ? name : '',
    description: has.includes('description') ? description : '',
    town: has.includes('town') ? town : '',
  }
}

/** The translations of an item after this input; languages that it does not name keep theirs. */
function translationsOf(
  list: CatalogList,
  { names, descriptions }: ItemInput,
  before: CatalogTranslations,
): CatalogTranslations {
  const withoutEmpty = (texts: ByLocale) =>
    Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
  const has = CATALOG_FIELDS[list]
  return {
    names: has.includes('name') ? withoutEmpty({ ...before.names, ...names }) : {},
    descriptions: has.includes('description')
      ? withoutEmpty({ ...before.descriptions, ...descriptions })
      : {},
  }
}

async function withOnePicture<T>(
  deps: CatalogDeps,
  list: CatalogList,
  upload: Upload,
  use: (hash: string | undefined) => Promise<T>,
): Promise<T> {
  const mayHave = CATALOG_FIELDS[list].includes('picture') ? ['image1'] : []
  if ([...upload.files.keys()].some((name) => !mayHave.includes(name))) throw new AppError('invalid')
  return withNamedPictures(deps, upload, (stored) => use(stored.get('image1')))
}

function refuseWrongTown(
  items: readonly ItemRow[],
  { id, town }: { id: string | undefined; town: string },
): void {
  if (town === '') return
  if (items.some(({ town_id }) => town_id !== null && town_id === id)) throw new AppError('town_has_points')
  const found = items.find((row) => row.id === town)
  if (!found || found.town_id !== null || town === id) throw new AppError('town_unknown')
}

type NewItem = ItemFields & CatalogTranslations & { pictureHash: string | undefined; position: number }

async function insertItem(tx: Db, list: CatalogList, { town, ...item }: NewItem): Promise<string> {
  switch (list) {
    case 'car-categories':
      return insertCategory(tx, { kind: 'vehicle', ...item })
    case 'product-categories':
      return insertCategory(tx, { kind: 'product', ...item })
    case 'services':
      return insertService(tx, item)
    case 'locations':
      return insertLocation(tx, { ...item, townId: town || undefined })
    case 'banners':
      return insertBanner(tx, { position: item.position, pictureHash: item.pictureHash ?? '' })
  }
}
