import type { TranslatedName } from '@twende/contract/content/content-routes.ts'
import type { Call } from '@twende/contract/http/call.ts'
import { baseLocale, getLocale } from '@twende/messages/runtime'
import type { RootData } from '@twende/ui/api/settings.ts'
import { useRouteLoaderData } from 'react-router'

type Kind = TranslatedName['kind']

/** What categories and places are called in the language of the page; nothing in the base language. */
export async function loadCatalogNames(api: Call): Promise<RootData['catalogNames']> {
  const locale = getLocale()
  if (locale === baseLocale) return undefined
  const { data } = await api('GET /api/catalog/names', { query: { locale } })
  return new Map(data.map(({ kind, name, translation }) => [kind + name, translation]))
}

type NameOf = {
  (kind: Kind, name: string): string
  (kind: Kind, name: string | undefined): string | undefined
}

/** Answers what a category or place is called in the language of the page: its own name if it is not translated. */
export function catalogNamesOf(root: RootData | undefined): NameOf {
  return ((kind: Kind, name: string | undefined) => root?.catalogNames?.get(kind + name) ?? name) as NameOf
}

export function useCatalogNames() {
  return catalogNamesOf(useRouteLoaderData('root'))
}

type CatalogNameProps = { kind: Kind; name: string }

/** The name of a category or place in the language of the page. */
export function CatalogName({ kind, name }: CatalogNameProps) {
  return useCatalogNames()(kind, name)
}

type Choices = { category?: string | undefined; location?: string | undefined }

/** A search with the names of its category and place in the language of the page, for the labels of its filters. */
export function useNamedSearch<Search extends Choices>(kind: Kind, search: Search): Search {
  const nameOf = useCatalogNames()
  return {
    ...search,
    category: nameOf(kind, search.category),
    location: nameOf('location', search.location),
  }
}
