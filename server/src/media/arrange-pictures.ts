import type { PictureOrder } from '@twende/contract/media/picture-order.ts'
import { AppError } from '../http/app-error.ts'
import { type Uploader, withUploadedPictures } from './upload-pictures.ts'

/** The fields of a form that carry pictures, in the order of their places. */
export const IMAGES = ['image1', 'image2', 'image3', 'image4'] as const

type Kept = ReadonlyMap<string, string>

/** Pictures by the name of their field, and who sent them. */
export type Upload = { by: Uploader; files: ReadonlyMap<string, Buffer> }

/** Keeps the pictures that were sent, for a change that is told the hash of each by its field; refuses files of other names. */
export async function withNamedPictures<T>(
  deps: Parameters<typeof withUploadedPictures>[0],
  { by, files }: Upload,
  use: (kept: Kept) => Promise<T>,
): Promise<T> {
  const names = [...files.keys()]
  const known: readonly string[] = IMAGES
  if (names.some((name) => !known.includes(name))) throw new AppError('invalid')
  return withUploadedPictures(deps, { by, sent: [...files.values()] }, (hashes) =>
    use(new Map(hashes.map((hash, index) => [names[index] ?? '', hash]))),
  )
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
  if (known.length < hashes.length || unplaced) throw new AppError('invalid')
  return known
}
