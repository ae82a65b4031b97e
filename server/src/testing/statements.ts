import { strToU8, zipSync } from 'fflate'

export type StatementLine = {
  code: string
  amount: number
  at: Date
  reference?: string
  party?: string
  details?: string
  status?: string
}

const NAIROBI_OFFSET_MS = 3 * 3_600_000
const HEAD = [
  'Receipt No.',
  'Completion Time',
  'Initiation Time',
  'Details',
  'Transaction Status',
  'Paid In',
  'Withdrawn',
  'Balance',
  'Balance Confirmed',
  'Reason Type',
  'Other Party Info',
  'Linked Transaction ID',
  'A/C No.',
]

/** `28-11-2026 10:22:11` on a Nairobi clock, as the M-Pesa portal writes it. */
function portalTime(at: Date): string {
  const [day = '', time = ''] = new Date(at.getTime() + NAIROBI_OFFSET_MS).toISOString().split(/[T.]/)
  return `${day.split('-').reverse().join('-')} ${time}`
}

/** The cells of a statement as the M-Pesa portal gives it, with the lines above its table. */
export function statementRows(lines: readonly StatementLine[], shortcode = '174379'): string[][] {
  return [
    ['Short Code:', shortcode],
    ['Organization:', 'DEMO MOTORS LTD'],
    [],
    HEAD,
    ...lines.map(({ code, amount, at, reference = '', party = '254712***126 - JANE WANJIRU', ...rest }) => [
      code,
      portalTime(at),
      portalTime(at),
      rest.details ?? `Pay Bill from ${party} Acc. ${reference}`,
      rest.status ?? 'Completed',
      amount > 0 ? `${amount.toLocaleString('en')}.00` : '',
      amount < 0 ? `${amount}.00` : '',
      '100,000.00',
      'true',
      rest.details ?? 'Pay Bill',
      party,
      '',
      reference,
    ]),
  ]
}

/** The statement as a CSV file. */
export function statementCsv(lines: readonly StatementLine[], shortcode?: string): Blob {
  const text = statementRows(lines, shortcode)
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\r\n')
  return new Blob([text])
}

/** Cells as the first sheet of a workbook, each as text. */
export function workbook(rows: readonly (readonly string[])[]): Buffer {
  const cell = (text: string, row: number, column: number) =>
    `<c r="${columnName(column)}${row + 1}" t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`
  const data = rows
    .map((cells, row) => `<row r="${row + 1}">${cells.map((text, at) => cell(text, row, at)).join('')}</row>`)
    .join('')
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packaged = 'http://schemas.openxmlformats.org/package/2006'
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const files = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Statement" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`,
  }
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  )
}

function columnName(column: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + column)
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
