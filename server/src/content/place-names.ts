import { baseLocale } from '@twende/messages/runtime'
import type { Db } from '../db/database.ts'
import { findTranslatedNames } from './content-store.ts'

/** What places are called in a language, by the name that is stored; a place that nobody translated is missing. */
export type PlaceNames = ReadonlyMap<string, string>

export async function readPlaceNames(db: Db, locale: string): Promise<PlaceNames> {
  // Names are stored in the base language.
  if (locale === baseLocale) return new Map()
  const names = await findTranslatedNames(db, locale)
  return new Map(
    names.filter(({ kind }) => kind === 'location').map(({ name, translation }) => [name, translation]),
  )
}
