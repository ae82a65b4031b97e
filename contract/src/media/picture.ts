import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { readJson } from '../text.ts'

const PLACES = ['image1', 'image2', 'image3', 'image4', '1', '2', '3', '4'] as const

const ORDER = { error: m.validation_picture_order }

/**
 * The pictures of a thing in their new order, as JSON: `1` to `4` is the picture that is in that place now, `image1` to
 * `image4` a file sent along. A picture that is not named is taken away.
 */
export const PictureOrder = z.pipe(
  z.pipe(
    z.string(ORDER),
    z.transform((text): unknown => readJson(text)),
  ),
  z.array(z.enum(PLACES, ORDER), ORDER).check(
    z.maxLength(4, ORDER),
    z.refine((places) => new Set(places).size === places.length, ORDER),
  ),
)

export const PICTURE_WIDTHS = [320, 640, 1200] as const
export const PICTURE_FORMATS = ['avif', 'webp', 'jpg'] as const

/** One stored picture: `address` is its 1200 px JPEG, `placeholder` a tiny blurred data URL for its background. */
export const Picture = z.object({
  address: z.string(),
  width: z.int(),
  height: z.int(),
  placeholder: z.string(),
})
export type Picture = z.output<typeof Picture>

export type PictureOrder = z.output<typeof PictureOrder>
