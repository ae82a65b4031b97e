import * as z from 'zod/mini'

/** A whole number in a form field, from `min` to `max`. */
export const formNumber = (min: number, max: number, sentence: string) =>
  z.pipe(
    z.string(sentence).check(z.trim(), z.regex(/^\d{1,9}$/, sentence)),
    z.pipe(z.transform(Number), z.int(sentence).check(z.gte(min, sentence), z.lte(max, sentence))),
  )
