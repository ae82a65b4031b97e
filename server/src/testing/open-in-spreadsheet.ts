import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { inflateRawSync } from 'node:zlib'

const run = promisify(execFile)

/** Comma, double quotes, UTF-8, from the first line; what looks like a day or a formula becomes one. */
const IMPORT = 'CSV:44,34,76,1,,1033,false,true,false,false,false,0,true'

/** What a program made of a cell of a CSV file. */
export type SheetCell = { type: string; value: string; formula: string | undefined }

export const NO_SPREADSHEET =
  'No spreadsheet program was found: install LibreOffice, so that `soffice` can be called.'

/** Whether LibreOffice is on this machine. */
export async function hasSpreadsheet(): Promise<boolean> {
  return (await run('soffice', ['--version']).catch(() => undefined)) !== undefined
}

/** Opens a CSV file with LibreOffice and reads its cells, row by row. */
export async function openInSpreadsheet(file: Uint8Array): Promise<SheetCell[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'twende-spreadsheet-'))
  try {
    await writeFile(join(folder, 'table.csv'), file)
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`
    await run('soffice', [
      ...['--headless', profile, `--infilter=${IMPORT}`, '--convert-to', 'ods'],
      ...['--outdir', folder, join(folder, 'table.csv')],
    ])
    return cellsOf(await readFile(join(folder, 'table.ods')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The cells of the first sheet of an OpenDocument file; repeated ones are written once in it. */
function cellsOf(document: Buffer): SheetCell[][] {
  const content = entryOf(document, 'content.xml').toString()
  const [sheet = ''] = /<table:table [\s\S]*?<\/table:table>/.exec(content) ?? []
  const rows: SheetCell[][] = []
  for (const [, attributes = '', inside = ''] of sheet.matchAll(
    /<table:table-row([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-row>)/g,
  )) {
    const cells = [...inside.matchAll(/<table:table-cell([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g)]
    const row = cells.flatMap(([, of = '', text = '']) =>
      repeated(of, 'columns', {
        type: attribute(of, 'value-type') ?? '',
        value: readValue(of, text),
        formula: attribute(of, 'formula'),
      }),
    )
    while (row.at(-1)?.type === '') row.pop()
    rows.push(...repeated(attributes, 'rows', row))
  }
  while (rows.at(-1)?.length === 0) rows.pop()
  return rows
}

/** Empty ends of a sheet are repeated a million times; no table of ours is so long. */
const MOST_REPEATED = 1_000

function repeated<Thing>(attributes: string, what: 'rows' | 'columns', thing: Thing): Thing[] {
  const times = Number(attribute(attributes, `number-${what}-repeated`) ?? 1)
  return Array.from({ length: Math.min(times, MOST_REPEATED) }, () => thing)
}

const attribute = (attributes: string, name: string) =>
  new RegExp(`[a-z]+:${name}="([^"]*)"`).exec(attributes)?.[1]

function readValue(attributes: string, text: string): string {
  const typed =
    attribute(attributes, 'date-value') ??
    attribute(attributes, 'time-value') ??
    attribute(attributes, 'value')
  const plain = [...text.matchAll(/<text:p[^>]*>([\s\S]*?)<\/text:p>/g)].map(([, words = '']) => words)
  return (
    typed ??
    unescaped(
      plain
        .join('\n')
        .replace(/<text:s\/>/g, ' ')
        .replace(/<[^>]+>/g, ''),
    )
  )
}

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

/** A file within a zip archive, by the directory at its end. */
function entryOf(archive: Buffer, name: string): Buffer {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place))
    const found = archive.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    if (found === name) {
      const local = archive.readUInt32LE(at + 42)
      const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
      const bytes = archive.subarray(from, from + archive.readUInt32LE(at + 20))
      return archive.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)
    }
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  throw new Error(`the document has no ${name}`)
}
