import * as z from 'zod/mini'

/** One line of text from a person: trimmed, 1 to `max` characters. */
export function line(max: number, sentence = 'Please fill in all required fields') {
  return z
    .string(sentence)
    .check(z.trim(), z.minLength(1, sentence), z.maxLength(max, `Please use at most ${max} characters`))
}

/** Text that may be left out, null or empty: trimmed, at most `max` characters. */
export function optionalLine(max: number) {
  const text = z.string().check(z.trim(), z.maxLength(max, `Please use at most ${max} characters`))
  const nothing = z.pipe(
    z.null(),
    z.transform(() => ''),
  )
  return z._default(z.union([text, nothing]), '')
}

/** A whole number in a query string, from `min` to `max`. */
export function queryNumber(min: number, max: number) {
  return z.coerce.number().check(z.int(), z.gte(min), z.lte(max))
}

export const Email = z
  .string('Please enter your email')
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email('Please enter a valid email address'))

export const Id = z.uuid('This address is not valid')

export const Pagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  pages: z.int(),
  /** There are more than `total`, where counting stopped. */
  orMore: z.optional(z.boolean()),
})
export type Pagination = z.output<typeof Pagination>
