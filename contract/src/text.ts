import * as z from 'zod/mini'
import { plainLine, plainParagraphs } from './plain-text.ts'

const MISSING = 'Please fill in all required fields'
const tooLong = (max: number) => z.maxLength(max, `Please use at most ${max} characters`)

/** One line of text from a person, 1 to `max` characters that can be seen. */
export function line(max: number, sentence = MISSING) {
  return z.string(sentence).check(z.overwrite(plainLine), z.minLength(1, sentence), tooLong(max))
}

/** The same, with line breaks. */
export function paragraphs(max: number, sentence = MISSING) {
  return z.string(sentence).check(z.overwrite(plainParagraphs), z.minLength(1, sentence), tooLong(max))
}

/** One line that may be left out, null or empty: at most `max` characters. */
export function optionalLine(max: number) {
  return orNothing(z.string().check(z.overwrite(plainLine), tooLong(max)))
}

/** The same, with line breaks. */
export function optionalParagraphs(max: number) {
  return orNothing(z.string().check(z.overwrite(plainParagraphs), tooLong(max)))
}

function orNothing(text: z.ZodMiniString) {
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

/** When something was changed that the sender saw, as we wrote it: whatever else stands there was never ours. */
export const SeenAt = z
  .string()
  .check(z.refine(isInstant, 'Please load this page again: we cannot tell what you saw.'))

function isInstant(text: string): boolean {
  const at = new Date(text)
  return !Number.isNaN(at.getTime()) && at.toISOString() === text
}

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

/** The query of a list that is read page by page: its own filters, and the page. */
export function pageQuery<const Filters extends Record<string, z.ZodMiniType>>(
  filters: Filters,
  mostRows: number,
) {
  return z.object({
    ...filters,
    page: z.optional(queryNumber(1, 100_000)),
    limit: z.optional(queryNumber(1, mostRows)),
  })
}

/** The query of a log, which is read from the newest entry to older ones: its own filters, and where to go on. */
export function logQuery<const Filters extends Record<string, z.ZodMiniType>>(
  filters: Filters,
  mostRows: number,
) {
  return z.object({
    ...filters,
    /** Entries older than this one. */
    before: z.optional(queryNumber(1, Number.MAX_SAFE_INTEGER)),
    limit: z.optional(queryNumber(1, mostRows)),
  })
}

/** The reply of a list that is read page by page, with what else it has beside its rows. */
export function pageReply<Row extends z.ZodMiniType, const More extends Record<string, z.ZodMiniType>>(
  row: Row,
  more: More,
) {
  return z.object({ success: z.literal(true), data: z.array(row), pagination: Pagination, ...more })
}
