import type { PictureOrder } from '@twende/contract/media/picture.ts'
import { AppError } from '../http/app-error.ts'
import { type Uploader, withUploadedPictures } from './upload-pictures.ts'

/** The picture fields of a form, in order. */
export const IMAGES = ['image1', 'image2', 'image3', 'image4'] as const

type SavedHashes = ReadonlyMap<string, string>

/** Pictures by field name, and who sent them. */
export type Upload = { by: Uploader; files: ReadonlyMap<string, Buffer> }

/** Saves the pictures that were sent and gives `use` their hashes by field; refuses files of other fields. */
export async function withNamedPictures<T>(
  deps: Parameters<typeof withUploadedPictures>[0],
  { by, files }: Upload,
  use: (saved: SavedHashes) => Promise<T>,
): Promise<T> {
  const names = [...files.keys()]
  const known: readonly string[] = IMAGES
  if (names.some((name) => !known.includes(name))) throw new AppError('invalid')
  return withUploadedPictures(deps, { by, sent: [...files.values()] }, (hashes) =>
    use(new Map(hashes.map((hash, index) => [names[index] ?? '', hash]))),
  )
}

/** The pictures after an upload: in the requested order, otherwise each new picture in the place of its field. */
export function arrangePictures(
  before: readonly string[],
  saved: SavedHashes,
  order: PictureOrder | undefined,
): string[] {
  if (order === undefined) return IMAGES.flatMap((name, place) => saved.get(name) ?? before[place] ?? [])
  const hashes = order.map((place) => saved.get(place) ?? before[Number(place) - 1])
  const known = hashes.filter((hash) => hash !== undefined)
  const unplaced = [...saved.keys()].some((name) => !order.some((place) => place === name))
  if (known.length < hashes.length || unplaced) throw new AppError('invalid')
  return known
}
