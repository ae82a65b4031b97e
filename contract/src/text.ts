import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { readDay } from './calendar-day.ts'
import { readShillings } from './money.ts'

/** What cannot be seen, or turns what stands beside it around; a blank cell of Braille looks like nothing too. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu

/** Scripts whose letters are told by these marks whether to join. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Malayalam}\p{Script=Sinhala}]/u

const PICTURE = /\p{Extended_Pictographic}/u

/** A day as sent: `YYYY-MM-DD`, or an instant, which means its Nairobi day. There is no year 0000. */
export const DayInput = z.pipe(
  z.string({ error: m.validation_date_missing }).check(z.trim(), z.maxLength(40)),
  z.transform((text, context) => {
    const day = readDay(text)
    if (day !== undefined && day >= '0001-01-01') return day
    context.issues.push({ code: 'custom', message: m.validation_date(), input: text })
    return z.NEVER
  }),
)

/** The same from 2000 to 2100, for what staff records. */
export const RecordedDay = DayInput.check(
  z.refine((day) => day >= '2000-01-01' && day <= '2100-12-31', { error: m.validation_date }),
)

/** The day of a birth, from 1900 to 2100. */
export const BirthDate = DayInput.check(
  z.refine((day) => day >= '1900-01-01' && day <= '2100-12-31', { error: m.validation_date }),
)

/** A time of day on the hour, `00:00` to `23:00`. */
export const TimeOfDay = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):00$/, { error: m.validation_time_on_hour }))

/** A whole number in a form field, from `min` to `max`. */
export const formNumber = (min: number, max: number, message: RuleMessage) =>
  z.pipe(
    z.string({ error: message }).check(z.trim(), z.regex(/^\d{1,9}$/, { error: message })),
    z.pipe(
      z.transform(Number),
      z.int({ error: message }).check(z.gte(min, { error: message }), z.lte(max, { error: message })),
    ),
  )

/** An amount of money in a form field as people write it, in whole shillings from `min` to `max`. */
export const formShillings = (min: number, max: number, message: RuleMessage) =>
  z.pipe(
    z.string({ error: message }),
    z.pipe(
      z.transform((text: string): number => readShillings(text) ?? Number.NaN),
      z.int({ error: message }).check(z.gte(min, { error: message }), z.lte(max, { error: message })),
    ),
  )

/** The message of a rule, made when the rule is broken, in the language of that moment. */
export type RuleMessage = () => string

/** What is wrong, where a schema does not say it itself: the library's own words are for programmers, and in English only. */
z.config({
  customError: (issue) => {
    if (issue.code === 'too_big') {
      const max = Number(issue.maximum)
      return issue.origin === 'string' ? m.validation_too_long({ max }) : m.validation_at_most({ max })
    }
    if (issue.code === 'too_small')
      return issue.origin === 'string'
        ? m.validation_required_fields()
        : m.validation_at_least({ min: Number(issue.minimum) })
    if (issue.code === 'invalid_type' && issue.input === undefined) return m.validation_required_fields()
    return m.error_invalid()
  },
})

const tooLong = (max: number) => z.maxLength(max, { error: () => m.validation_too_long({ max }) })

/** One line of text from a person, 1 to `max` characters that can be seen. */
export function line(max: number, message: RuleMessage = m.validation_required_fields) {
  return z
    .string({ error: message })
    .check(z.overwrite(plainLine), z.minLength(1, { error: message }), tooLong(max))
}

/** The same, with line breaks. */
export function paragraphs(max: number, message: RuleMessage = m.validation_required_fields) {
  return z
    .string({ error: message })
    .check(z.overwrite(plainParagraphs), z.minLength(1, { error: message }), tooLong(max))
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

/** The value of a JSON text; undefined when it is not JSON. */
export function readJson(text: string): unknown {
  if (text.length > 20_000) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A form field that holds JSON. */
export function jsonField<T extends z.ZodMiniType>(schema: T) {
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((text): unknown => readJson(text)),
    ),
    schema,
  )
}

/** A whole number in a query string, from `min` to `max`. */
export function queryNumber(min: number, max: number) {
  return z.coerce.number().check(z.int(), z.gte(min), z.lte(max))
}

export const Email = z
  .string({ error: m.validation_email_missing })
  .check(z.overwrite(plainEmail), z.maxLength(254), z.email({ error: m.validation_email }))

/** The stored form of a mail address: in small letters, without spaces, invisible signs, `mailto:` and a last comma or dot. */
export function plainEmail(text: string): string {
  return text
    .slice(0, 400)
    .normalize('NFKC')
    .replace(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}]+/gu, (sign, at: number, whole: string) =>
      /\S/.test(whole.slice(at + sign.length)) && /\s/.test(sign) && /\S/.test(whole.slice(0, at)) ? ' ' : '',
    )
    .replace(/^mailto:/i, '')
    .replace(/[.,;]+$/, '')
    .trim()
    .toLowerCase()
}

/** When something was changed that the sender saw, as we wrote it: whatever else stands there was never ours. */
export const SeenAt = z.string().check(z.refine(isInstant, { error: m.validation_seen_at }))

function isInstant(text: string): boolean {
  const at = new Date(text)
  // A year of more than four digits is none that we wrote, and the database does not read it.
  return /^\d{4}-/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString() === text
}

export const Id = z.uuid({ error: m.validation_id })

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** Up to eight ids, separated by commas. */
export const IdList = z.string().check(z.regex(new RegExp(`^${UUID}(?:,${UUID}){0,7}$`)))

export const Pagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  pages: z.int(),
  /** There are more than `total`, where counting stopped. */
  orMore: z.optional(z.boolean()),
  /** The shillings of all rows together, those on other pages too. */
  sum: z.optional(z.int()),
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

/** Text on one line: what breaks a line becomes a space, and what nobody sees is left out. */
export function plainLine(text: string): string {
  return seen(text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')).trim()
}

/** Text that may have paragraphs: only what nobody sees is left out. */
export function plainParagraphs(text: string): string {
  return seen(text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')).trim()
}

/** Leaves out what nobody sees, again until nothing changes: a mark that was kept for its neighbour goes when the neighbour goes. */
function seen(text: string): string {
  const left = text.replace(UNSEEN, (mark, at: number) => (belongs(mark, text, at) ? mark : ''))
  return left === text ? text : seen(left)
}

/** Whether the mark makes one sign of its neighbours: a family of emojis, a letter of Arabic. */
function belongs(mark: string, text: string, at: number): boolean {
  if (mark === '\n' || mark === '\t') return true
  const [before = ''] = text.slice(Math.max(0, at - 2), at).match(/.$/su) ?? []
  const [after = ''] = text.slice(at + mark.length, at + mark.length + 2).match(/^./su) ?? []
  if (mark === '\u{FE0E}' || mark === '\u{FE0F}') return /\p{Emoji}/u.test(before)
  if (mark !== '\u{200C}' && mark !== '\u{200D}') return false
  const joinsPictures =
    /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F})/u.test(before) && PICTURE.test(after)
  return joinsPictures || (JOINING.test(before) && JOINING.test(after))
}
