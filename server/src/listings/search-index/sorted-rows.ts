type Values = Int32Array | Float64Array

/** The 128 bits of the ids of rows, as four numbers each; signed, so that arrays of them hold small numbers. */
export type Ids = Int32Array

const DIGIT = 65_536

/** The four numbers of a UUID; they compare as the UUID does. */
export function partsOfId(id: string): number[] {
  const hex = id.replaceAll('-', '')
  return [0, 8, 16, 24].map((at) => Number.parseInt(hex.slice(at, at + 8), 16) - 0x8000_0000)
}

/** The UUID of a row. */
export function idOf(ids: Ids, row: number): string {
  const parts = Array.from(ids.subarray(4 * row, 4 * row + 4), (part) => part + 0x8000_0000)
  const hex = parts.map((part) => part.toString(16).padStart(8, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Compares two ids as PostgreSQL compares uuids. */
export function compareIds(ids: Ids, row: number, other: Ids, otherRow: number): number {
  for (let part = 0; part < 4; part += 1) {
    const difference = (ids[4 * row + part] as number) - (other[4 * otherRow + part] as number)
    if (difference !== 0) return difference
  }
  return 0
}

/** Row numbers sorted by a column and then by id; without a column, by id. */
export class SortedRows {
  readonly rows: Int32Array
  #length = 0
  readonly #values: Values | undefined
  readonly #ids: Ids

  constructor(capacity: number, ids: Ids, values?: Values) {
    this.rows = new Int32Array(capacity)
    this.#ids = ids
    this.#values = values
  }

  get length(): number {
    return this.#length
  }

  /** Sorts rows 0 to `count`, starting from their order by id if it is known. */
  fill(count: number, byId?: SortedRows): void {
    this.#length = count
    if (byId) this.rows.set(byId.rows.subarray(0, count))
    else for (let row = 0; row < count; row += 1) this.rows[row] = row
    if (this.#values) this.#sortByValues(this.#values)
    else this.#sortById()
  }

  /** Adds rows `from` to `to`, whose values and ids are set. */
  add(from: number, to: number): void {
    const added = Array.from({ length: to - from }, (_, index) => from + index)
    added.sort((row, other) => this.#compare(row, other))
    const places = added.map((row) => this.#search((other) => this.#compare(other, row) < 0))
    let end = this.#length
    for (let index = added.length - 1; index >= 0; index -= 1) {
      const place = places[index] as number
      this.rows.copyWithin(place + index + 1, place, end)
      this.rows[place + index] = added[index] as number
      end = place
    }
    this.#length += added.length
  }

  #compare(row: number, other: number): number {
    const values = this.#values
    const difference = values ? (values[row] as number) - (values[other] as number) : 0
    return difference || compareIds(this.#ids, row, this.#ids, other)
  }

  /** The first position whose value is at least this. */
  firstAtLeast(value: number): number {
    return this.#search((row) => (this.#values?.[row] ?? 0) < value)
  }

  /** The first position whose id is at least this. */
  firstWithId(id: Ids): number {
    return this.#search((row) => compareIds(this.#ids, row, id, 0) < 0)
  }

  /** The first position whose row is not before what is looked for. */
  #search(isBefore: (row: number) => boolean): number {
    let low = 0
    let high = this.#length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBefore(this.rows[middle] as number)) low = middle + 1
      else high = middle
    }
    return low
  }

  /** By the first half of the ids, which few share; then the few that do are put right. */
  #sortById(): void {
    const ids = this.#ids
    const keys = new Float64Array(this.#length)
    for (const part of [1, 0]) {
      for (let at = 0; at < keys.length; at += 1)
        keys[at] = (ids[4 * (this.rows[at] as number) + part] as number) + 0x8000_0000
      this.#sortByKeys(keys)
    }
    for (let at = 1; at < this.#length; at += 1) {
      const row = this.rows[at] as number
      let place = at
      for (; place > 0 && this.#compare(this.rows[place - 1] as number, row) > 0; place -= 1)
        this.rows[place] = this.rows[place - 1] as number
      this.rows[place] = row
    }
  }

  #sortByValues(values: Values): void {
    const keys = new Float64Array(this.#length)
    let least = Number.POSITIVE_INFINITY
    for (let at = 0; at < keys.length; at += 1) least = Math.min(least, values[at] as number)
    for (let at = 0; at < keys.length; at += 1) keys[at] = (values[this.rows[at] as number] as number) - least
    this.#sortByKeys(keys)
  }

  /** Sorts by the digits of the keys of the positions, from the last to the first, each time keeping the order of equals. */
  #sortByKeys(keys: Float64Array): void {
    const rows = this.rows.subarray(0, this.#length)
    const digits = new Uint16Array(rows.length)
    const nextKeys = new Float64Array(rows.length)
    const nextRows = new Int32Array(rows.length)
    let largest = 0
    for (let at = 0; at < keys.length; at += 1) largest = Math.max(largest, keys[at] as number)
    for (let unit = 1; unit <= largest; unit *= DIGIT) {
      const starts = new Int32Array(DIGIT + 1)
      for (let at = 0; at < rows.length; at += 1) {
        const digit = Math.floor((keys[at] as number) / unit) % DIGIT
        digits[at] = digit
        starts[digit + 1] = (starts[digit + 1] as number) + 1
      }
      for (let digit = 1; digit <= DIGIT; digit += 1)
        starts[digit] = (starts[digit] as number) + (starts[digit - 1] as number)
      for (let at = 0; at < rows.length; at += 1) {
        const digit = digits[at] as number
        const place = starts[digit] as number
        starts[digit] = place + 1
        nextRows[place] = rows[at] as number
        nextKeys[place] = keys[at] as number
      }
      rows.set(nextRows)
      keys.set(nextKeys)
    }
  }
}
