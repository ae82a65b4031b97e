import { Readable } from 'node:stream'
import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { normalisePhone, showPhone, withoutHomeZero } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { getLocale, type Locale } from '@twende/messages/runtime'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'

import { inLocale } from './request-locale.ts'

export type CsvCell = string | number | null

export const MAX_CSV_ROWS = 50_000
/** Rows that are read and sent at a time. */
const BATCH_SIZE = 500

/** Spreadsheets recognise UTF-8 by it. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * What a spreadsheet would evaluate as a formula. More than `escape_formulas` of the library knows: also behind spaces,
 * and the signs | % and the wide minus.
 */
const FORMULA = /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20\u2212|%]/
/** Where the list separator of the computer is a semicolon, what follows one is a cell of its own. */
const FORMULA_IN_TEXT = /(;\s*"?)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\u2212|%])/g

export type CsvTable = {
  name: string
  head: readonly string[]
  /** Which columns are added up. */
  totalled: readonly boolean[]
  rowCount: number
  /** There are more rows than a file has. */
  isCut: boolean
  batches: AsyncIterable<CsvCell[][]>
  locale: Locale
}

/**
 * Columns marked `contact` are contact details, which only admins may export. Columns marked `total` are added up below the
 * rows.
 */
export type CsvColumns<Row> = readonly (readonly [
  title: () => string,
  cell: (row: Row) => CsvCell,
  kind?: 'contact' | 'total',
])[]

/** The filters of a list, each of which may be left out. */
export type FilterInput<Filter> = { [Name in keyof Filter]?: Filter[Name] | undefined }

type CsvSource<Key, Row> = {
  columns: CsvColumns<Row>
  /** Finds the keys of the first `limit` rows, in the order of the list. */
  find: (limit: number) => Promise<readonly Key[]>
  read: (keys: Key[]) => Promise<readonly Row[]>
}

type CsvFile = {
  name: string
  /** What the list is filtered by, which the name of the file says. */
  filters?: Readonly<Record<string, unknown>> | undefined
  now: Date
  role: Role
}

/**
 * A list of staff as a CSV file with its filters and the day in its name; staff who are not admins get it without contact
 * details.
 */
export async function csvTable<Key, Row>({
  name,
  filters = {},
  now,
  role,
  ...source
}: CsvSource<Key, Row> & CsvFile): Promise<CsvTable> {
  const columns =
    role === 'admin' ? source.columns : source.columns.filter(([, , kind]) => kind !== 'contact')
  const found = await source.find(MAX_CSV_ROWS + 1)
  const keys = found.slice(0, MAX_CSV_ROWS)
  const locale = getLocale()
  return {
    name: `${[name, ...namesOf(filters), nairobiDay(now)].join('-')}.csv`,
    head: columns.map(([title]) => title()),
    totalled: columns.map(([, , kind]) => kind === 'total'),
    rowCount: keys.length,
    isCut: found.length > MAX_CSV_ROWS,
    batches: readBatches({ ...source, columns, keys, locale }),
    locale,
  }
}

/** Filters whose value says nothing without their name. */
const NAMED_FILTERS: Readonly<Record<string, string>> = {
  from: 'from',
  to: 'to',
  fromDay: 'from',
  toDay: 'to',
  day: 'end-of',
  by: 'by',
}

/** Filters as words of a file name; what was searched for and whose rows these are may name a person. */
function namesOf(filters: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(filters).flatMap(([name, value]) => {
    if (value === undefined || value === null || value === '' || name === 'page' || name === 'limit')
      return []
    if (name === 'search') return ['search']
    if (name.endsWith('Id')) return [`one-${name.slice(0, -2).toLowerCase()}`]
    const text = String(value).replace(/[^A-Za-z0-9]+/g, '-')
    const known = NAMED_FILTERS[name]
    return [known === undefined ? text : `${known}-${text}`]
  })
}

/** The stream of the answer asks for the rows outside the asynchronous context of the request, so its language is named here. */
async function* readBatches<Key, Row>({
  columns,
  keys,
  read,
  locale,
}: Pick<CsvSource<Key, Row>, 'columns' | 'read'> & { keys: readonly Key[]; locale: Locale }) {
  for (let from = 0; from < keys.length; from += BATCH_SIZE) {
    yield await inLocale(locale, async () => {
      const rows = await read(keys.slice(from, from + BATCH_SIZE))
      return rows.map((row) => columns.map(([, cell]) => cell(row)))
    })
  }
}

/** Sends a table as a file, batch by batch. */
export function sendCsv(reply: FastifyReply, { name, ...table }: Omit<CsvTable, 'rowCount'>): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(csvChunks(table), { objectMode: false }))
}

async function* csvChunks({ head, totalled, isCut, batches, locale }: Omit<CsvTable, 'name' | 'rowCount'>) {
  const totals = head.map(() => 0)
  let count = 0
  yield BYTE_ORDER_MARK + csvText([[...head]])
  for await (const rows of batches) {
    if (rows.length === 0) continue
    for (const row of rows)
      for (const [at, cell] of row.entries()) if (totalled[at]) totals[at] = (totals[at] ?? 0) + Number(cell)
    count += rows.length
    yield csvText(rows)
  }
  yield inLocale(locale, () =>
    totalLine(
      head.filter((_, at) => totalled[at]),
      totals.filter((_, at) => totalled[at]),
      count,
    ),
  )
  if (isCut) yield inLocale(locale, () => csvText([[m.csv_cut_line()]]))
}

/** How many rows there are, and their totals: one cell of text after an empty line, so that a spreadsheet that adds up a column does not count the total again. */
function totalLine(titles: readonly string[], totals: readonly number[], count: number): string {
  const sums = titles.map((title, at) => `${title} ${totals[at]}`).join('; ')
  const line = sums === '' ? m.csv_count_line({ count }) : m.csv_total_line({ count, sums })
  return `\r\n${csvText([[line]])}`
}

export function csvText(rows: CsvCell[][]): string {
  return stringify(rows, {
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
    cast: { string: withoutFormulas },
  })
}

function withoutFormulas(cell: string): string {
  const text = cell.replace(FORMULA_IN_TEXT, "$1'")
  return FORMULA.test(text) ? `'${text}` : text
}

/** The Nairobi day and time of an instant as spreadsheets and programs read them, `2026-09-30 11:17`. */
export function timeCell(instant: Date | string | null): CsvCell {
  if (instant === null) return null
  return NAIROBI_TIME.format(new Date(instant)).replace(', ', ' ')
}

const NAIROBI_TIME = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Africa/Nairobi',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** The Nairobi day of an instant, if there is one. */
export function dayCell(instant: Date | string | null): CsvCell {
  return instant === null ? null : nairobiDay(new Date(instant))
}

/**
 * A phone number that spreadsheets do not change. Digits alone would lose their zero and be rounded, and a plus begins a
 * formula: a Kenyan number is written as pages show it, `0712 345 678`, another one as RFC 3966 does, `tel:+447911123456`.
 */
export function phoneCell(text: string | null): CsvCell {
  if (!text) return text
  const phone = normalisePhone(withoutHomeZero(text))
  return phone?.startsWith('254') ? showPhone(phone) : phone === undefined ? text : `tel:${phone}`
}
