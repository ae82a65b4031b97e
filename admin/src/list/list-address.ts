import { isDay } from '@twende/contract/calendar-day.ts'
import type { AddressSearch } from '@twende/ui/address.ts'
import { addressReader } from '@twende/ui/list/address-reader.ts'

type Reader = ReturnType<typeof addressReader>
type Field<Value> = (reader: Reader, name: string) => Value | undefined

/** The kinds of filters that an address can hold. What makes no sense reads as undefined, so that every link works. */
export const text: Field<string> = (reader, name) => reader.text(name, 100)
export const id: Field<string> = (reader, name) => reader.id(name)
export const day: Field<string> = (reader, name) => {
  const value = reader.text(name, 10)
  return value && isDay(value) ? value : undefined
}
export const position: Field<number> = (reader, name) =>
  reader.number(name, { least: 1, most: Number.MAX_SAFE_INTEGER })
export const oneOf =
  <const Value extends string>(values: readonly Value[]): Field<Value> =>
  (reader, name) =>
    reader.oneOf(name, values)

export type ListTab<Value extends string = string> = {
  value: Value
  label: () => string
  /** How the number of its rows looks; without it, no number is shown. */
  count?: 'waiting' | 'late' | 'quiet'
}

type Definition<Fields, Name, Value extends string> = {
  /** Where the list is. */
  path: (search?: AddressSearch) => string
  fields: Fields
  /** Parts of the list that are shown one at a time; the first is what an address without one means. */
  tabs?: { name: Name; values: readonly ListTab<Value>[]; label?: () => string; keepFilters?: boolean }
}

type Fields = Readonly<Record<string, Field<string | number>>>

type SearchOf<F extends Fields, Name extends string, Value extends string> = {
  [Key in keyof F]?: ReturnType<F[Key]>
} & Record<Name, Value> & { page?: number | undefined }

/** Where in a list its page begins; everything else in an address narrows the list. */
const POSITIONS: ReadonlySet<string> = new Set(['page', 'before'])

export type List<Search> = {
  tabs: { name: string; values: readonly ListTab[]; label?: () => string } | undefined
  read: (query: URLSearchParams) => Search
  /** A search as an address holds it: what an address means without saying so is left out. */
  filters: (search: Partial<Search>) => AddressSearch
  tabOf: (search: Search) => string | undefined
  /** The names of the filters that are set. */
  inForce: (search: Search) => string[]
  href: (search: Partial<Search>) => string
  tabHref: (search: Search, tab: string) => string
}

/** A list of the admin app whose tab, filters and page are in its address. */
export function defineList<F extends Fields, Name extends string = never, Value extends string = never>({
  path,
  fields,
  tabs,
}: Definition<F, Name, Value>): List<SearchOf<F, Name, Value>> {
  type Search = SearchOf<F, Name, Value>
  const first = tabs?.values[0]?.value

  function read(query: URLSearchParams): Search {
    const reader = addressReader(query)
    const values: Record<string, unknown> = { page: reader.page() }
    for (const [name, field] of Object.entries(fields)) values[name] = field(reader, name)
    if (tabs)
      values[tabs.name] = tabs.values.find(({ value }) => value === query.get(tabs.name))?.value ?? first
    return values as Search
  }

  function filters(search: Partial<Search>): AddressSearch {
    const { page, ...rest } = search as AddressSearch
    const tab = tabs && rest[tabs.name] === first ? { [tabs.name]: undefined } : {}
    return { ...rest, ...tab, page: page === 1 ? undefined : page }
  }

  const tabOf = (search: Search): string | undefined => tabs && (search as Record<string, string>)[tabs.name]
  const inForce = (search: Search): string[] =>
    Object.entries(search).flatMap(([name, value]) =>
      value === undefined || value === '' || POSITIONS.has(name) || name === tabs?.name ? [] : [name],
    )

  return {
    tabs,
    read,
    filters,
    tabOf,
    inForce,
    href: (search: Partial<Search>) => path(filters(search)),
    tabHref: (search: Search, value: string) =>
      path(
        filters({
          ...(tabs?.keepFilters ? { ...search, page: undefined } : {}),
          ...(tabs ? { [tabs.name]: value } : {}),
        } as Partial<Search>),
      ),
  }
}

/** What an address of the list holds. */
export type ListSearch<L extends { read: (query: URLSearchParams) => unknown }> = ReturnType<L['read']>
