/** A set of row numbers: one bit for each row. Signed, because an engine keeps signed 32-bit numbers without boxing them. */
export type Bitmap = Int32Array

export function createBitmap(rows: number): Bitmap {
  return new Int32Array(rows >>> 5)
}

/**
 * Bitmaps that one search works with and the next one uses again. New ones would be some megabytes of garbage for each
 * search among a million rows, which takes longer to map, clear and free than the search itself.
 */
export class ScratchBitmaps {
  readonly #rows: number
  readonly #bitmaps: Bitmap[] = []
  #given = 0

  constructor(rows: number) {
    this.#rows = rows
  }

  /** Begins a search: what was given to the one before is given again. */
  reset(): void {
    this.#given = 0
  }

  /** With whatever bits it had. */
  any(): Bitmap {
    const at = this.#given++
    this.#bitmaps[at] ??= createBitmap(this.#rows)
    return this.#bitmaps[at]
  }

  empty(): Bitmap {
    return this.any().fill(0)
  }

  copyOf(bitmap: Bitmap): Bitmap {
    const copy = this.any()
    copy.set(bitmap)
    return copy
  }
}

export function hasBit(bitmap: Bitmap, row: number): boolean {
  return (((bitmap[row >>> 5] as number) >>> (row & 31)) & 1) === 1
}

export function setBit(bitmap: Bitmap, row: number): void {
  bitmap[row >>> 5] = (bitmap[row >>> 5] as number) | (1 << (row & 31))
}

export function clearBit(bitmap: Bitmap, row: number): void {
  bitmap[row >>> 5] = (bitmap[row >>> 5] as number) & ~(1 << (row & 31))
}

/** Keeps in `target` only the rows that `other` has too. */
export function intersect(target: Bitmap, other: Bitmap): void {
  for (let at = 0; at < target.length; at += 1) target[at] = (target[at] as number) & (other[at] as number)
}

/** Adds the rows of `other` to `target`. */
export function unite(target: Bitmap, other: Bitmap): void {
  for (let at = 0; at < target.length; at += 1) target[at] = (target[at] as number) | (other[at] as number)
}

export function countBits(bitmap: Bitmap): number {
  let count = 0
  for (let at = 0; at < bitmap.length; at += 1) count += bitsOf(bitmap[at] as number)
  return count
}

/**
 * The positions of the words of a bitmap that are not 0, written to `used`: counting against many other bitmaps reads only
 * these.
 */
export function usedWords(bitmap: Bitmap, used: Int32Array): Int32Array {
  let count = 0
  for (let at = 0; at < bitmap.length; at += 1) if (bitmap[at] !== 0) used[count++] = at
  return used.subarray(0, count)
}

/** How many rows both bitmaps have; `used` are the used words of the first. */
export function countCommon(bitmap: Bitmap, used: Int32Array, other: Bitmap): number {
  let count = 0
  for (let index = 0; index < used.length; index += 1) {
    const at = used[index] as number
    count += bitsOf((bitmap[at] as number) & (other[at] as number))
  }
  return count
}

/** How many rows of a bitmap have each code; `used` are the used words of the bitmap. */
export function countCodes(bitmap: Bitmap, used: Int32Array, codes: Uint16Array, values: number): Int32Array {
  const counts = new Int32Array(values)
  for (let index = 0; index < used.length; index += 1) {
    const at = used[index] as number
    for (let word = bitmap[at] as number; word !== 0; word &= word - 1) {
      const code = codes[at * 32 + 31 - Math.clz32(word & -word)] as number
      counts[code] = (counts[code] as number) + 1
    }
  }
  return counts
}

/** The number of 1-bits of a word. */
function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The rows of a bitmap, in ascending order. */
export function rowsOf(bitmap: Bitmap): number[] {
  const rows: number[] = []
  for (let at = 0; at < bitmap.length; at += 1) {
    for (let word = bitmap[at] as number; word !== 0; word &= word - 1)
      rows.push(at * 32 + 31 - Math.clz32(word & -word))
  }
  return rows
}
