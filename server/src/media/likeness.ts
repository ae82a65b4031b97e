import type { Db } from '../db/database.ts'
import { findAlike, findLikenesses, insertLikeness, type Pictured } from './likeness-store.ts'
import { LIKENESS_FIELDS, type Likeness } from './picture-variants.ts'

/** Of 255: the mean of the fields that differ most. Another encoding of one picture makes 7, two pictures 25 and more. */
const MOST_DIFFERENCE = 14
const COMPARED_FIELDS = 13

/** Whether two pictures are one, encoded or made small differently. */
export function isSameLikeness(one: Uint8Array, other: Uint8Array): boolean {
  // Of each field, that of the colour that differs most. A search for the same pictures compares thousands.
  const differences = new Uint8Array(LIKENESS_FIELDS ** 2)
  for (let field = 0; field < differences.length; field += 1) {
    let most = 0
    for (let at = field * 3; at < field * 3 + 3; at += 1)
      most = Math.max(most, Math.abs((one[at] ?? 0) - (other[at] ?? 0)))
    differences[field] = most
  }
  const largest = differences.sort().subarray(-COMPARED_FIELDS)
  return largest.reduce((sum, each) => sum + each, 0) / COMPARED_FIELDS <= MOST_DIFFERENCE
}

/** Keeps what a picture looks like, so that it is known again; null of an even surface, which looks like any other. */
export async function keepLikeness(db: Db, of: Pictured, likeness: Likeness | null): Promise<void> {
  await insertLikeness(db, of, likeness)
}

/** Pairs of these pictures that are one picture, encoded or made small differently. */
export async function findSamePairs(db: Db, hashes: readonly string[]): Promise<[string, string][]> {
  const found = await findLikenesses(db, hashes)
  return found.flatMap((one, at) =>
    found
      .slice(at + 1)
      .filter((other) => isSameLikeness(one.fields, other.fields))
      .map((other): [string, string] => [one.hash, other.hash]),
  )
}

/** What the same picture looks like in a mirror. */
export function mirrored(fields: Uint8Array): Uint8Array {
  const turned = new Uint8Array(fields.length)
  for (let field = 0; field < LIKENESS_FIELDS ** 2; field += 1) {
    const column = field % LIKENESS_FIELDS
    const other = field - column + LIKENESS_FIELDS - 1 - column
    turned.set(fields.subarray(other * 3, other * 3 + 3), field * 3)
  }
  return turned
}

/**
 * Of the pictures that `among` selects (a query of one column, the hash), those that are one with any of these, or with its
 * mirror image.
 */
export async function findSamePictures(
  db: Db,
  hashes: readonly string[],
  among: Parameters<typeof findAlike>[2],
): Promise<Set<string>> {
  const alike = await findAlike(db, hashes, among)
  const same = alike.filter(
    ({ fields, asked }) => isSameLikeness(fields, asked) || isSameLikeness(fields, mirrored(asked)),
  )
  return new Set(same.map(({ hash }) => hash))
}
