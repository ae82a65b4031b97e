import { PICTURE_FORMATS, PICTURE_WIDTHS } from '@twende/contract/media/picture.ts'
import type { PictureFormat, PictureWidth } from './encode-picture.ts'

export type Variant = { width: PictureWidth; format: PictureFormat }

export const MASTER_FILE = 'master.webp'
export const VARIANTS: readonly Variant[] = PICTURE_FORMATS.flatMap((format) =>
  PICTURE_WIDTHS.map((width) => ({ width, format })),
)
/** The names of all files that a picture may have. */
export const PICTURE_FILES: readonly string[] = [MASTER_FILE, ...VARIANTS.map(fileOf)]

export function fileOf({ width, format }: Variant): string {
  return `${width}.${format}`
}
