import {
  type CatalogTranslations,
  catalogTranslationsDocument,
} from '@twende/contract/content/catalog-translations.ts'
import type { Category, TranslatedName } from '@twende/contract/content/content-routes.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../db/database.ts'

type Kind = Category['kind']

export async function findCategories(db: Db, kind: Kind | undefined) {
  return db
    .selectFrom('categories')
    .where('hidden_at', 'is', null)
    .$if(kind !== undefined, (query) => query.where('kind', '=', String(kind)))
    .select(['id', 'name', 'picture_hash', sql<Kind>`kind`.as('kind')])
    .orderBy('kind', 'desc')
    .orderBy('position')
    .orderBy('name')
    .execute()
}

/** Locations that can be chosen; a pickup point is hidden together with its town. */
export async function findLocations(db: Db) {
  return db
    .selectFrom('locations')
    .leftJoin('locations as town', 'town.id', 'locations.town_id')
    .where('locations.hidden_at', 'is', null)
    .where('town.hidden_at', 'is', null)
    .select(['locations.id', 'locations.name', 'town.name as town'])
    .orderBy('locations.position')
    .orderBy('locations.name')
    .execute()
}

export async function findServices(db: Db) {
  return db
    .selectFrom('services')
    .where('hidden_at', 'is', null)
    .select(['id', 'name', 'description', 'picture_hash', 'translations'])
    .orderBy('position')
    .orderBy('name')
    .execute()
}

export async function findBanners(db: Db) {
  return db
    .selectFrom('banners')
    .where('hidden_at', 'is', null)
    .select('picture_hash')
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Every name of a category or place that is translated to this language, hidden ones included: what has one shows it. */
export async function findTranslatedNames(db: Db, locale: string): Promise<TranslatedName[]> {
  const { rows } = await sql<TranslatedName>`
    select kind, name, translation from (
      select kind, name, translations -> 'names' ->> ${locale} as translation from categories
      union all select 'location', name, translations -> 'names' ->> ${locale} from locations
    ) as named where translation is not null order by kind, name`.execute(db)
  return rows
}

type Translations = { [Part in keyof CatalogTranslations]?: CatalogTranslations[Part] | undefined }
type NewItem = Translations & { name: string; position: number }

const writeTranslations = ({ names = {}, descriptions = {} }: Translations) =>
  catalogTranslationsDocument.write({ names, descriptions })

export async function insertCategory(
  db: Db,
  category: NewItem & { kind: Kind; pictureHash: string | undefined },
): Promise<string> {
  const { kind, name, position } = category
  const id = uuidv7()
  await db
    .insertInto('categories')
    .values({
      id,
      kind,
      name,
      position,
      picture_hash: category.pictureHash ?? null,
      translations: writeTranslations(category),
    })
    .execute()
  return id
}

export async function insertLocation(
  db: Db,
  location: NewItem & { townId: string | undefined },
): Promise<string> {
  const id = uuidv7()
  const { name, position } = location
  await db
    .insertInto('locations')
    .values({
      id,
      name,
      position,
      town_id: location.townId ?? null,
      translations: writeTranslations(location),
    })
    .execute()
  return id
}

export async function insertService(
  db: Db,
  service: NewItem & { description: string; pictureHash: string | undefined },
): Promise<string> {
  const id = uuidv7()
  const { name, description, position } = service
  await db
    .insertInto('services')
    .values({
      id,
      name,
      description,
      position,
      picture_hash: service.pictureHash ?? null,
      translations: writeTranslations(service),
    })
    .execute()
  return id
}

export async function insertBanner(
  db: Db,
  banner: { pictureHash: string; position: number },
): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('banners')
    .values({ id, picture_hash: banner.pictureHash, position: banner.position })
    .execute()
  return id
}
