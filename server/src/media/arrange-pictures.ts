import type { PictureOrder } from '@twende/contract/media/picture-order.ts'
import { Refusal } from '../http/refusal.ts'
import { keepPictures } from './keep-picture.ts'

/** The fields of a form that carry pictures, in the order of their places. */
export const IMAGES = ['image1', 'image2', 'image3', 'image4'] as const

type Kept = ReadonlyMap<string, string>

/** Keeps the pictures that were sent, and answers the hash of each by its field; refuses files of other names. */
export async function keepNamedPictures(
  deps: Parameters<typeof keepPictures>[0],
  sent: ReadonlyMap<string, Buffer>,
): Promise<Kept> {
  const names = [...sent.keys()]
  const known: readonly string[] = IMAGES
  if (names.some((name) => !known.includes(name))) throw new Refusal('invalid')
  const kept = await keepPictures(deps, [...sent.values()])
  return new Map(kept.map(({ hash }, index) => [names[index] ?? '', hash]))
}

/** The pictures of a thing once new ones are in: in the order asked for, else each new one in its own place. */
export function arrangePictures(
  before: readonly string[],
  kept: Kept,
  order: PictureOrder | undefined,
): string[] {
  if (order === undefined) return IMAGES.flatMap((name, place) => kept.get(name) ?? before[place] ?? [])
  const hashes = order.map((place) => kept.get(place) ?? before[Number(place) - 1])
  const known = hashes.filter((hash) => hash !== undefined)
  const unplaced = [...kept.keys()].some((name) => !order.some((place) => place === name))
  if (known.length < hashes.length || unplaced) throw new Refusal('invalid')
  return known
}
