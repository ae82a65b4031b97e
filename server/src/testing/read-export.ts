import { expect } from 'vitest'
import type { Person } from './people.ts'
import type { TestMarket } from './test-app.ts'

/** A row of a file, by the heads of its columns. */
export type Row = Record<string, string>

/** The rows of a table that staff takes home, by the heads of its columns. */
export async function exported(
  { app }: Pick<TestMarket, 'app'>,
  admin: Person,
  path: string,
): Promise<Row[]> {
  const { body, statusCode } = await app.inject({
    url: `/api/admin/${path}`,
    headers: { token: admin.token },
  })
  expect({ path, statusCode }).toEqual({ path, statusCode: 200 })
  const { rows, total } = readTable(body, path)
  expect({ path, hasTotal: total !== undefined }).toEqual({ path, hasTotal: true })
  return rows
}

/** Reads a file as RFC 4180 and a spreadsheet do, and refuses what they would not read alike. */
export function readTable(file: string, path: string): { rows: Row[]; total: string | undefined } {
  expect({ path, mark: file.codePointAt(0) }).toEqual({ path, mark: 0xfeff })
  const [head = [], ...lines] = readRecords(file.slice(1))
  const end = lines.findIndex((cells) => cells.length === 1 && cells[0] === '')
  const table = end < 0 ? lines : lines.slice(0, end)
  expect({ path, twice: head.length - new Set(head).size }).toEqual({ path, twice: 0 })
  const ragged = table.filter((cells) => cells.length !== head.length)
  expect({ path, ragged }).toEqual({ path, ragged: [] })
  const rows = table.map((cells) => Object.fromEntries(head.map((title, at) => [title, cells[at] ?? ''])))
  return { rows, total: end < 0 ? undefined : lines[end + 1]?.[0] }
}

/** The totals that the last line of a file says, by column. */
export function totalsOf(total = ''): Map<string, number> {
  const said = (/^[^:]*\([^)]*\): (.*)/.exec(total)?.[1] ?? '').split('; ')
  return new Map(
    said.flatMap((text): [string, number][] => {
      const at = text.lastIndexOf(' ')
      return at < 0 ? [] : [[text.slice(0, at), Number(text.slice(at + 1))]]
    }),
  )
}

/** The records of a text: lines end with CRLF, and quotes stand around a whole cell alone. */
function readRecords(text: string): string[][] {
  const records: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  while (cell.lastIndex < text.length) {
    const from = cell.lastIndex
    const [, quoted, plain = '', end] = cell.exec(text) ?? []
    if (end === undefined) throw new Error(`no cell: ${text.slice(from, from + 80)}`)
    records.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\r\n') records.push([])
  }
  expect(records.pop()).toEqual([])
  return records
}

export function sumOf(rows: readonly Row[], title: () => string): number {
  return rows.reduce((total, row) => {
    const cell = row[title()]
    if (cell === undefined) throw new Error(`no column ${title()}`)
    return total + Number(cell)
  }, 0)
}
