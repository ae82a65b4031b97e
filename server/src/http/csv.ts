import { Readable } from 'node:stream'
import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { FastifyReply } from 'fastify'

/** Titles of columns by which a person is reached: only admins take them out. */
const CONTACT_COLUMNS: ReadonlySet<string> = new Set(['Phone', 'Email', 'Street'])

const AT_A_TIME = 500

export type CsvCell = string | number | null

/** The most rows one file carries. */
export const MOST_CSV_ROWS = 50_000

/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** `parts` are some rows at a time, `rowCount` in all. */
export type CsvTable = {
  name: string
  head: readonly string[]
  rowCount: number
  parts: AsyncIterable<CsvCell[][]>
}

/** Sends a table as a file, drawn as fast as it is read. */
export function sendCsv(
  reply: FastifyReply,
  { name, head, parts }: Omit<CsvTable, 'rowCount'>,
): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(textOf(head, parts), { objectMode: false }))
}

async function* textOf(head: readonly string[], parts: AsyncIterable<CsvCell[][]>) {
  yield BYTE_ORDER_MARK + csvLine(head)
  for await (const rows of parts) if (rows.length > 0) yield rows.map(csvLine).join('')
}

/** One line of a table, its end included. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** What begins a formula somewhere: also behind spaces, and in the wide letters that some spreadsheets read alike. */
const FORMULA = /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20\u2212|%]/

/** A cell that no spreadsheet takes for a formula, whoever typed it. */
function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** What stands in each column, in their order. */
export type CsvColumns<Row> = readonly (readonly [title: string, cell: (row: Row) => CsvCell])[]

/** What may be asked of a list; what is left out is as the list has it. */
export type Wish<Search> = { [Name in keyof Search]?: Search[Name] | undefined }

type List<Key, Row> = {
  columns: CsvColumns<Row>
  /** What the list holds in its order, at most so many. */
  find: (limit: number) => Promise<readonly Key[]>
  read: (keys: Key[]) => Promise<readonly Row[]>
}

type Asked = { name: string; now: Date; role: Role }

/**
 * A list that staff asked for as a table, named for the day, and read some rows at a time. Whoever is no admin gets it
 * without phones, e-mails and streets.
 */
export async function csvTable<Key, Row>({
  name,
  now,
  role,
  ...list
}: List<Key, Row> & Asked): Promise<CsvTable> {
  const columns =
    role === 'admin' ? list.columns : list.columns.filter(([title]) => !CONTACT_COLUMNS.has(title))
  const keys = await list.find(MOST_CSV_ROWS)
  return {
    name: `${name}-${nairobiDay(now)}.csv`,
    head: columns.map(([title]) => title),
    rowCount: keys.length,
    parts: partsOf({ ...list, columns, keys }),
  }
}

type Found<Key, Row> = Pick<List<Key, Row>, 'columns' | 'read'> & { keys: readonly Key[] }

async function* partsOf<Key, Row>({ columns, keys, read }: Found<Key, Row>) {
  for (let at = 0; at < keys.length; at += AT_A_TIME) {
    const rows = await read(keys.slice(at, at + AT_A_TIME))
    yield rows.map((row) => columns.map(([, cell]) => cell(row)))
  }
}

/** The Nairobi day of an instant, if there is one. */
export function dayCell(instant: Date | string | null): CsvCell {
  return instant === null ? null : nairobiDay(new Date(instant))
}
