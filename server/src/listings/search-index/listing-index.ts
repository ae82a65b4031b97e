import type { FilterCounts } from '@twende/contract/cars/car-search.ts'
import { seatChoices } from '@twende/contract/cars/seat-choices.ts'
import type { ListingLimits } from '@twende/contract/listings/listing-search.ts'
import {
  type Bitmap,
  clearBit,
  countBits,
  countCodes,
  countCommon,
  createBitmap,
  hasBit,
  intersect,
  rowsOf,
  ScratchBitmaps,
  setBit,
  unite,
  usedWords,
} from './bitmap.ts'
import { compareIds, type Ids, idOf, partsOfId, SortedRows } from './sorted-rows.ts'
import { SimilarWords, WordIndex } from './word-index.ts'

/** A public listing as the index holds it; times in microseconds. */
export type IndexedListing = {
  id: string
  values: Record<Facet, string>
  price: number
  mileage: number
  year: number
  liveAt: number
  publicUntil: number
  available: boolean
  searchText: string
}

export type IndexedCatalog = {
  categories: { id: string; name: string; names: string[] }[]
  /** `names` are the present and former names in lower case. */
  locations: { id: string; name: string; names: string[]; townId: string | null }[]
}

export const FACETS = ['category', 'seats', 'transmission', 'fuel', 'location'] as const
export type Facet = (typeof FACETS)[number]

const COLUMNS = ['price', 'mileage', 'year', 'liveAt', 'publicUntil'] as const
type Column = (typeof COLUMNS)[number]

export type IndexQuery = {
  words: string[]
  /** Chosen values; names of categories and locations in lower case. */
  chosen: Partial<Record<Facet, string | undefined>>
  limits: ListingLimits
  order: { by: Exclude<Column, 'publicUntil'>; descending: boolean }
  offset: number
  limit: number
  /** Up to this many matches are all returned, so that the caller sorts them by relevance. */
  mostRanked: number
  /** In milliseconds. */
  now: number
  withCounts: boolean
}

export type IndexAnswer = {
  /** The ids of the page; of all matches, if there are at most `mostRanked`. */
  ids: string[]
  total: number
  /** All listings that are public now, and those of them that are not sold. */
  shown: { verified: number; available: number }
  counts: FilterCounts | undefined
}

/** Fewer matches are sorted; of more, the page is read along the order of all rows. */
const MOST_SORTED = 2_000
/** Counting the bits of a word takes about a third of the time of reading the code of a match. */
const WORDS_PER_MATCH = 3
const BYTES_PER_ROW = 4 * 4 + 3 * 4 + 2 * 8 + 6 * 4 + 5 * 2

/** Rows that match, the positions of the words of their bitmap that are not 0, and their number. */
type Matches = { bitmap: Bitmap; used: Int32Array; total: number }

/**
 * Public listings in memory: a bitmap for each value of a filter and each word, sorted rows for each order. A change of a
 * listing takes a new row; rows are not used twice. When the rows are used up, the index is built anew.
 */
export class ListingIndex {
  readonly #capacity: number
  readonly #firstRoom: number
  #rows = 0
  readonly #ids: Ids
  readonly #columns: Record<Column, Int32Array | Float64Array>
  readonly #orders: Record<Column, SortedRows>
  readonly #byId: SortedRows
  readonly #live: Bitmap
  readonly #available: Bitmap
  /** The rows with each value of a facet; the code of a value is its place in the map. */
  readonly #values: Record<Facet, Map<string, { code: number; rows: Bitmap }>>
  readonly #codes: Record<Facet, Uint16Array>
  readonly #words: WordIndex
  readonly #similar = new SimilarWords()
  readonly #scratch: ScratchBitmaps
  #catalog: IndexedCatalog = { categories: [], locations: [] }

  /** An index for so many listings, with room for changes. */
  constructor(listings: number) {
    const capacity = Math.ceil((listings * 1.25 + 20_000) / 32) * 32
    this.#capacity = capacity
    this.#firstRoom = capacity - listings
    this.#ids = new Int32Array(4 * capacity)
    this.#columns = {
      price: new Int32Array(capacity),
      mileage: new Int32Array(capacity),
      year: new Int32Array(capacity),
      liveAt: new Float64Array(capacity),
      publicUntil: new Float64Array(capacity),
    }
    const order = (column: Column) => new SortedRows(capacity, this.#ids, this.#columns[column])
    this.#orders = {
      price: order('price'),
      mileage: order('mileage'),
      year: order('year'),
      liveAt: order('liveAt'),
      publicUntil: order('publicUntil'),
    }
    this.#byId = new SortedRows(capacity, this.#ids)
    this.#live = createBitmap(capacity)
    this.#available = createBitmap(capacity)
    this.#values = {
      category: new Map(),
      seats: new Map(),
      transmission: new Map(),
      fuel: new Map(),
      location: new Map(),
    }
    this.#codes = {
      category: new Uint16Array(capacity),
      seats: new Uint16Array(capacity),
      transmission: new Uint16Array(capacity),
      fuel: new Uint16Array(capacity),
      location: new Uint16Array(capacity),
    }
    this.#words = new WordIndex(capacity)
    this.#scratch = new ScratchBitmaps(capacity)
  }

  /** How many more changes fit. */
  get room(): number {
    return this.#capacity - this.#rows
  }

  /** Whether three quarters of the room for changes are used up. */
  get isNearlyFull(): boolean {
    return this.room < this.#firstRoom / 4
  }

  /** The listings in it, and the memory of its arrays with an estimate of what maps and lists take. */
  get size(): { listings: number; bytes: number } {
    const bitmaps = FACETS.reduce((sum, facet) => sum + this.#values[facet].size, 2)
    const bytes = this.#capacity * BYTES_PER_ROW + (bitmaps * this.#capacity) / 8 + this.#words.bytes
    return { listings: countBits(this.#live), bytes }
  }

  setCatalog(catalog: IndexedCatalog): void {
    this.#catalog = catalog
  }

  addKnownWord(word: string): void {
    this.#similar.add(word)
  }

  /** Adds rows; a listing must not be in the index yet. While it is filled, `sort` follows after the last rows. */
  append(listings: readonly IndexedListing[]): void {
    for (const listing of listings) this.#append(listing)
  }

  #append(listing: IndexedListing): void {
    const row = this.#rows++
    this.#ids.set(partsOfId(listing.id), 4 * row)
    for (const column of COLUMNS) this.#columns[column][row] = listing[column]
    for (const facet of FACETS) {
      const { code, rows } = this.#valueOf(facet, listing.values[facet])
      this.#codes[facet][row] = code
      setBit(rows, row)
    }
    this.#words.add(row, listing.searchText)
    if (listing.available) setBit(this.#available, row)
    setBit(this.#live, row)
  }

  #valueOf(facet: Facet, name: string) {
    const known = this.#values[facet].get(name)
    if (known) return known
    const value = { code: this.#values[facet].size, rows: createBitmap(this.#capacity) }
    this.#values[facet].set(name, value)
    return value
  }

  /** Sorts all rows after the last was appended. */
  sort(): void {
    this.#byId.fill(this.#rows)
    for (const order of Object.values(this.#orders)) order.fill(this.#rows, this.#byId)
  }

  /** Replaces listings by their present state; undefined is one that is not public any more. */
  change(changes: ReadonlyMap<string, IndexedListing | undefined>): void {
    for (const id of changes.keys()) this.#remove(id)
    const before = this.#rows
    this.append([...changes.values()].filter((listing) => listing !== undefined))
    for (const sorted of [this.#byId, ...Object.values(this.#orders)]) sorted.add(before, this.#rows)
  }

  #remove(id: string): void {
    const parts = Int32Array.from(partsOfId(id))
    for (let at = this.#byId.firstWithId(parts); at < this.#byId.length; at += 1) {
      const row = this.#byId.rows[at] as number
      if (compareIds(this.#ids, row, parts, 0) !== 0) return
      clearBit(this.#live, row)
    }
  }

  find(query: IndexQuery): IndexAnswer {
    const scratch = this.#scratch
    scratch.reset()
    const shown = this.#shownAt(query.now)
    const text = this.#rowsWithWords(query.words, shown)
    const base = scratch.copyOf(shown)
    if (text) intersect(base, text)
    this.#applyLimits(base, query.limits)
    const chosen = FACETS.flatMap((facet) => {
      const rows = this.#rowsOfChoice(facet, query.chosen[facet])
      return rows ? [{ facet, rows }] : []
    })
    const matchesWithout = (left?: Facet) => {
      const matches = scratch.copyOf(base)
      for (const { facet, rows } of chosen) if (facet !== left) intersect(matches, rows)
      return matches
    }
    const matches = matchesWithout()
    const total = countBits(matches)
    const available = scratch.copyOf(shown)
    intersect(available, this.#available)
    return {
      ids: this.#page(matches, total, query).map((row) => idOf(this.#ids, row)),
      total,
      shown: { verified: countBits(shown), available: countBits(available) },
      counts: query.withCounts
        ? this.#count((facet) => (query.chosen[facet] === undefined ? matches : matchesWithout(facet)))
        : undefined,
    }
  }

  /** The rows that are public at a time. */
  #shownAt(now: number): Bitmap {
    const shown = this.#scratch.copyOf(this.#live)
    const ends = this.#orders.publicUntil
    const ended = ends.firstAtLeast(now * 1000 + 1)
    for (let at = 0; at < ended; at += 1) clearBit(shown, ends.rows[at] as number)
    return shown
  }

  /** The rows with all words; with words like them, if no public listing has them. */
  #rowsWithWords(words: readonly string[], shown: Bitmap): Bitmap | undefined {
    if (words.length === 0) return undefined
    const all = (alternatives: readonly (readonly string[])[]) => {
      const rows = this.#scratch.copyOf(shown)
      for (const each of alternatives) intersect(rows, this.#words.rowsWith(each, this.#scratch.empty()))
      return rows
    }
    const exact = all(words.map((word) => [word]))
    if (exact.some((word) => word !== 0)) return exact
    return all(words.map((word) => [word, ...this.#similar.like(word)]))
  }

  #applyLimits(matches: Bitmap, limits: ListingLimits): void {
    this.#applyRange(matches, this.#orders.price, [limits.minPrice, limits.maxPrice])
    this.#applyRange(matches, this.#orders.year, [limits.minYear, limits.maxYear])
    this.#applyRange(matches, this.#orders.mileage, [limits.minMileage, limits.maxMileage])
  }

  #applyRange(
    matches: Bitmap,
    order: SortedRows,
    [least, most]: [number | undefined, number | undefined],
  ): void {
    if (least === undefined && most === undefined) return
    const from = least === undefined ? 0 : order.firstAtLeast(least)
    const to = most === undefined ? order.length : Math.max(from, order.firstAtLeast(most + 1))
    if (to - from > order.length / 2) {
      for (let at = 0; at < from; at += 1) clearBit(matches, order.rows[at] as number)
      for (let at = to; at < order.length; at += 1) clearBit(matches, order.rows[at] as number)
      return
    }
    const inRange = this.#scratch.empty()
    for (let at = from; at < to; at += 1) setBit(inRange, order.rows[at] as number)
    intersect(matches, inRange)
  }

  #rowsOfChoice(facet: Facet, choice: string | undefined): Bitmap | undefined {
    if (choice === undefined) return undefined
    const rows = this.#scratch.empty()
    for (const value of this.#valuesOfChoice(facet, choice)) {
      const known = this.#values[facet].get(value)
      if (known) unite(rows, known.rows)
    }
    return rows
  }

  #valuesOfChoice(facet: Facet, choice: string): string[] {
    const { categories, locations } = this.#catalog
    if (facet === 'category') return idsNamed(categories, choice)
    if (facet === 'location') {
      const named = new Set(idsNamed(locations, choice))
      return locations
        .filter(({ id, townId }) => named.has(id) || named.has(townId ?? ''))
        .map(({ id }) => id)
    }
    if (facet === 'seats' && choice === '7+')
      return [...this.#values.seats.keys()].filter((seats) => Number(seats) >= 7)
    return [choice]
  }

  #page(matches: Bitmap, total: number, { order, offset, limit, mostRanked }: IndexQuery): number[] {
    const { rows, length } = this.#orders[order.by]
    const [first, last] = total <= mostRanked ? [0, total] : [offset, offset + limit]
    if (first >= Math.min(last, total)) return []
    if (total <= MOST_SORTED) return this.#sorted(matches, order).slice(first, last)
    const page: number[] = []
    let skip = first
    for (let at = 0; at < length && page.length < last - first; at += 1) {
      const row = rows[order.descending ? length - 1 - at : at] as number
      if (hasBit(matches, row) && skip-- <= 0) page.push(row)
    }
    return page
  }

  #sorted(matches: Bitmap, { by, descending }: IndexQuery['order']): number[] {
    const values = this.#columns[by]
    const sorted = rowsOf(matches).sort(
      (a, b) => (values[a] as number) - (values[b] as number) || compareIds(this.#ids, a, this.#ids, b),
    )
    return descending ? sorted.reverse() : sorted
  }

  #count(matchesFor: (facet: Facet) => Bitmap): FilterCounts {
    const names = {
      category: new Map(this.#catalog.categories.map(({ id, name }) => [id, [name]])),
      location: this.#namesOfLocations(),
    }
    const counts: FilterCounts = { category: {}, seats: {}, transmission: {}, fuel: {}, location: {} }
    // Facets without a choice count the same matches.
    const measured = new Map<Bitmap, Matches>()
    for (const facet of FACETS) {
      const bitmap = matchesFor(facet)
      const matches = measured.get(bitmap) ?? {
        bitmap,
        used: usedWords(bitmap, this.#scratch.any()),
        total: countBits(bitmap),
      }
      measured.set(bitmap, matches)
      for (const [value, count] of this.#countValues(facet, matches)) {
        if (count === 0) continue
        const choices =
          facet === 'seats'
            ? seatChoices(Number(value))
            : facet === 'category' || facet === 'location'
              ? (names[facet].get(value) ?? [])
              : [value]
        for (const choice of choices) counts[facet][choice] = (counts[facet][choice] ?? 0) + count
      }
    }
    return counts
  }

  /** Few matches are counted one by one, many by the bitmap of each value. */
  #countValues(facet: Facet, { bitmap, used, total }: Matches): [string, number][] {
    const values = [...this.#values[facet]]
    if (WORDS_PER_MATCH * total > used.length * values.length)
      return values.map(([value, { rows }]) => [value, countCommon(bitmap, used, rows)])
    const counts = countCodes(bitmap, used, this.#codes[facet], values.length)
    return values.map(([value, { code }]) => [value, counts[code] as number])
  }

  /** A listing counts for its place and for the town of its place. */
  #namesOfLocations(): Map<string, string[]> {
    const { locations } = this.#catalog
    const nameOf = new Map(locations.map(({ id, name }) => [id, name]))
    return new Map(
      locations.map(({ id, name, townId }) => [id, [name, nameOf.get(townId ?? '') ?? []].flat()]),
    )
  }
}

function idsNamed(items: readonly { id: string; names: string[] }[], name: string): string[] {
  return items.filter(({ names }) => names.includes(name)).map(({ id }) => id)
}
