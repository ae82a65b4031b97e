import * as z from 'zod/mini'
import { readJson } from '../listings/listing-fields.ts'

const PLACES = ['image1', 'image2', 'image3', 'image4', '1', '2', '3', '4'] as const
const WORDS = 'Please say each picture once, and four at most'

/**
 * The pictures of a thing in their new order, as JSON: `1` to `4` is the picture that is in that place now, `image1` to
 * `image4` a file sent along. A picture that is not named is taken away.
 */
export const PictureOrder = z.pipe(
  z.pipe(
    z.string(WORDS),
    z.transform((text): unknown => readJson(text)),
  ),
  z.array(z.enum(PLACES, WORDS), WORDS).check(
    z.maxLength(4, WORDS),
    z.refine((places) => new Set(places).size === places.length, WORDS),
  ),
)
export type PictureOrder = z.output<typeof PictureOrder>
