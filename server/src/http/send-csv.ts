import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

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
