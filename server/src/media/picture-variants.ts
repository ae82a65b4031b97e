import { PICTURE_FORMATS, PICTURE_WIDTHS } from '@twende/contract/media/picture.ts'

export type PictureFormat = (typeof PICTURE_FORMATS)[number]
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]
export type Variant = { width: PictureWidth; format: PictureFormat }
export type EncodedPicture = { bytes: Buffer; width: number; height: number }

/** What a picture looks like: the mean red, green and blue of 16 by 16 fields, and the code by which it is found. */
export type Likeness = { fields: Buffer; code: string }
export const LIKENESS_FIELDS = 16
/** Bits of 240 by which the codes of one picture may differ: several times as many as another encoding changes. */
export const MOST_CODE_BITS = 24

export const MASTER_FILE = 'master.webp'

export const VARIANTS: readonly Variant[] = PICTURE_FORMATS.flatMap((format) =>
  PICTURE_WIDTHS.map((width) => ({ width, format })),
)

/** The variants that lists show. */
export const FIRST_ROUND: readonly Variant[] = [
  { width: 640, format: 'avif' },
  { width: 320, format: 'avif' },
]

/** The variants that current browsers request, most needed first; other variants are encoded at their first request. */
export const PREGENERATED_ROUNDS: readonly (readonly Variant[])[] = [
  FIRST_ROUND,
  [{ width: 1200, format: 'avif' }],
  [{ width: 1200, format: 'jpg' }],
]

/** The names of all files that a picture may have. */
export const PICTURE_FILES: readonly string[] = [MASTER_FILE, ...VARIANTS.map(fileOf)]

export const MOST_PIXELS = 40_000_000

export function fileOf({ width, format }: Variant): string {
  return `${width}.${format}`
}
