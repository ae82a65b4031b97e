import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'

/** A small file may unpack to a thousand times its size. */
const MOST_UNPACKED_BYTES = 60 * 1024 * 1024
/** No file has so many lines before its table. */
const MOST_LINES_ABOVE = 50
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])

/** The cells of a CSV file or of the first sheet of an XLSX file, row by row; undefined where it is neither. */
export async function readTable(file: Buffer): Promise<string[][] | undefined> {
  try {
    return file.subarray(0, 4).equals(ZIP) ? await readWorkbook(file) : readCsv(file)
  } catch {
    // What the two libraries throw says nothing to the person who sent the file.
    return undefined
  }
}

function readCsv(file: Buffer): string[][] | undefined {
  const text = textOf(file)
  if (text.includes('\u0000')) return undefined
  // Lines above a table may have other signs in their words: the line with the most of one sign is of the table.
  const lines = text.split('\n', MOST_LINES_ABOVE)
  const most = (sign: string) => Math.max(...lines.map((line) => count(line, sign)))
  const delimiter = [',', ';', '\t'].reduce((best, sign) => (most(sign) > most(best) ? sign : best))
  return parse(text, { bom: true, delimiter, relaxColumnCount: true, relaxQuotes: true })
}

/** As UTF-8 or, where it is none, as older programs of Windows write. */
function textOf(file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1252').decode(file)
  }
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1
}

async function readWorkbook(file: Buffer): Promise<string[][] | undefined> {
  let bytes = 0
  unzipSync(file, {
    filter: ({ originalSize }) => {
      bytes += originalSize
      return false
    },
  })
  if (bytes > MOST_UNPACKED_BYTES) return undefined
  const rows = await readSheet(file)
  return rows.map((cells) => cells.map(cellText))
}

/** A time of a sheet has no zone: it is what its clock showed. */
function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ')
  // Text that the database can keep: no NUL, no half characters.
  return cell === null || cell === undefined ? '' : String(cell).toWellFormed().replaceAll('\u0000', '')
}
