import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTable } from '../../../http/uploads/read-table.ts'
import { statementCsv, statementRows, workbook } from '../../../testing/statements.ts'
import { readStatement } from './read-statement.ts'

const at = new Date('2026-11-27T07:22:11Z')
const line = { code: 'TKR4HX0A2B', amount: 15_000, at, reference: 'BK1234' }

async function cellsOf(file: Buffer): Promise<string[][]> {
  return (await readTable(file)) ?? []
}

describe('a statement of the M-Pesa portal', () => {
  const payment = {
    line: 5,
    receipt: 'TKR4HX0A2B',
    amount: 15_000,
    paidAt: at,
    phone: '254712***126',
    payerName: 'JANE WANJIRU',
    reference: 'BK1234',
  }

  test('is read as CSV, with any of three separators and a byte order mark', async () => {
    const csv = Buffer.from(await statementCsv([line]).arrayBuffer())
    const semicolons = Buffer.from(`\uFEFF${csv.toString().replaceAll('","', '";"')}`)
    const tabs = Buffer.from(csv.toString().replaceAll('","', '"\t"'))
    const windows = Buffer.from(csv.toString().replace('"JANE', '"JAN\u00C9 AND JANE'), 'latin1')
    expect((await cellsOf(windows)).flat().length).toBe((await cellsOf(csv)).flat().length)
    for (const file of [csv, semicolons, tabs])
      expect(readStatement(await cellsOf(file))).toMatchObject({
        shortcode: '174379',
        payments: [payment],
        unread: [],
        leftOut: 0,
      })
  })

  test('is read as a workbook', async () => {
    const rows = statementRows([line]).map((cells) => (cells.length > 0 ? cells : ['']))
    expect(readStatement(await cellsOf(workbook(rows)))).toMatchObject({
      shortcode: '174379',
      payments: [payment],
    })
  })

  test('of a till names no account number, and one without those columns is read by its details', () => {
    const till = readStatement(
      statementRows([{ ...line, reference: '', details: 'Customer Merchant Payment' }]),
    )
    expect(till?.payments).toMatchObject([{ receipt: line.code, reference: '', payerName: 'JANE WANJIRU' }])
    const few = [
      ['Receipt No', 'Completion Time', 'Details', 'Paid In'],
      ['tkr4hx0a2b', '2026-11-27 10:22:11', 'Pay Bill from 254712***126 - JANE WANJIRU Acc. BK1234', '15000'],
    ]
    expect(readStatement(few)?.payments).toMatchObject([{ ...payment, line: 2 }])
  })

  test.each([
    ['27-11-2026 10:22:11'],
    ['27/11/2026 10:22'],
    ['2026-11-27 10:22:11'],
    ['2026/11/27 10:22:11'],
  ])('a time as %s is one of Nairobi, day first', (time) => {
    const rows = statementRows([line])
    const cells = rows[4] ?? []
    cells[1] = time
    const [read] = readStatement(rows)?.payments ?? []
    expect(read?.paidAt.toISOString().slice(0, 16)).toBe('2026-11-27T07:22')
  })

  test('money that went out, and what was not completed, is left out', () => {
    const out = { ...line, amount: -500, details: 'Business Payment' }
    const failed = { ...line, status: 'Declined' }
    expect(readStatement(statementRows([out, failed]))).toMatchObject({
      payments: [],
      unread: [],
      leftOut: 2,
    })
  })

  test.each([
    ['code', { code: 'TOTAL' }],
    ['reversal', { code: 'TKR4HX0A2C', details: 'Pay Bill Reversal' }],
    ['reversal', { code: 'TKR4HX0A2D', amount: -15_000, details: 'Pay Bill Reversal' }],
    ['otherKind', { details: 'Organization Settlement' }],
  ] as const)('a row with a problem (%s) is named by its line', (problem, wrong) => {
    const read = readStatement(statementRows([line, { ...line, ...wrong }]))
    expect(read?.payments).toHaveLength(1)
    expect(read?.unread).toMatchObject([{ line: 6, amount: 15_000, problem }])
  })

  test('a payment that was reversed is left out with its reversal', () => {
    const details = `Pay Bill Reversal. Original receipt ${line.code}.`
    const other = { ...line, code: 'TKR4HX0A2E' }
    const back = { ...line, code: 'TKR4HX0A2D', amount: -15_000, details }
    const read = readStatement(statementRows([line, other, back]))
    expect(read?.payments.map(({ receipt }) => receipt)).toEqual([other.code])
    expect(read?.unread).toMatchObject([
      { line: 5, code: line.code, amount: 15_000, problem: 'reversal' },
      { line: 7, code: back.code, amount: 15_000, problem: 'reversal' },
    ])
  })

  test('signs in the lines above the table do not part its cells', async () => {
    const csv = Buffer.from(await statementCsv([line]).arrayBuffer())
      .toString()
      .replaceAll('","', '";"')
    const above = `Statement of DEMO, MOTORS, LTD, NAIROBI, KENYA\r\n${csv.replaceAll('"15,000.00"', '15000')}`
    expect(readStatement(await cellsOf(Buffer.from(above)))?.payments).toMatchObject([{ receipt: line.code }])
  })

  test.each([
    ['time', 1, '31-02-2026 10:00:00'],
    ['amount', 5, 'fifteen'],
    ['amount', 5, '99999999999'],
  ] as const)('a row with a problem (%s) is named: %s', (problem, column, text) => {
    const rows = statementRows([line])
    const cells = rows[4] ?? []
    cells[column] = text
    expect(readStatement(rows)).toMatchObject({ payments: [], unread: [{ line: 5, problem }] })
  })

  test('whatever a file holds, reading it ends, and what is read is money of a real time', async () => {
    const cell = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'Receipt No.',
        'Completion Time',
        'Paid In',
        '27-11-2026 10:00:00',
        '1.00',
        'TKR4HX0A2B',
      ),
    )
    await fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 8 }), (rows) => {
        for (const { amount, paidAt, receipt } of readStatement(rows)?.payments ?? []) {
          expect(Number.isInteger(amount) && amount > 0).toBe(true)
          expect(Number.isNaN(paidAt.getTime())).toBe(false)
          expect(receipt).toMatch(/^[A-Z0-9]{8,20}$/)
        }
      }),
    )
  })

  test.each([
    ['a photo', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ['a broken workbook', workbook([['Receipt No.']]).subarray(0, 200)],
    ['text without a table', Buffer.from('Dear Sir, please find our statement attached.')],
    ['nothing', Buffer.alloc(0)],
  ])('%s is none', async (_, file) => {
    expect(readStatement(await cellsOf(file))).toBeUndefined()
  })
})
