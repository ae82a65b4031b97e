import { isDay } from '@twende/contract/calendar-day.ts'
import type { StatementProblem } from '@twende/contract/payments/statement.ts'
import { MOST_SHILLINGS } from './daraja-messages.ts'

/** Money that a statement says came in. */
export type StatementPayment = {
  line: number
  receipt: string
  /** Whole shillings; what is below one is cut off. */
  amount: number
  paidAt: Date
  /** As written: digits are masked. */
  phone: string
  payerName: string
  /** What the payer typed as the account number; empty for a till. */
  reference: string
  /** The row as it stands in the file. */
  text: string
}

/** Of a name or a number that a payer typed; a row of the file may have five times that. */
const LONGEST_TEXT = 200

type Unread = { line: number; code: string; amount: number | null; problem: StatementProblem }

export type Statement = {
  /** The number of the paybill or till, where the file names it above its table. */
  shortcode: string | undefined
  payments: StatementPayment[]
  /** Money that may have come in, and that a person has to look at. */
  unread: Unread[]
  /** How many rows are of money that went out, or of what was not completed. */
  leftOut: number
}

const columns = {
  code: /^receipt no/i,
  time: /^completion time/i,
  details: /^details/i,
  status: /^transaction status/i,
  paidIn: /^paid in/i,
  withdrawn: /^withdrawn/i,
  reason: /^reason type/i,
  party: /^other party info/i,
  account: /^a\/c no/i,
} as const
type Column = keyof typeof columns
const REQUIRED: readonly Column[] = ['code', 'time', 'paidIn']

const REVERSED = /revers/i

/** Customers pay in these ways; other money moves between the accounts of a business. */
const FROM_CUSTOMER = /pay ?bill|buy goods|merchant payment|customer (payment|transfer)|funds received/i

/**
 * Reads the table of a statement of the M-Pesa portal, as its cells; undefined where no row names the columns
 * (docs/decisions/07-what-mpesa-reports-counts-by-itself.md).
 * Lines count from one, as a spreadsheet does.
 */
export function readStatement(rows: readonly (readonly string[])[]): Statement | undefined {
  const top = rows.findIndex((cells) => REQUIRED.every((column) => placeOf(cells, column) >= 0))
  const header = rows[top]
  if (!header) return undefined
  const places = new Map(Object.keys(columns).map((name) => [name, placeOf(header, name as Column)]))
  const statement: Statement = {
    shortcode: shortcodeIn(rows.slice(0, top)),
    payments: [],
    unread: [],
    leftOut: 0,
  }
  for (const [index, cells] of rows.entries()) {
    if (index <= top || cells.every((cell) => cell.trim() === '')) continue
    const cell = (column: Column) => cells[places.get(column) ?? -1]?.trim() ?? ''
    addRow(statement, { line: index + 1, cell, text: cells.join(',').slice(0, 5 * LONGEST_TEXT) })
  }
  return withoutReversed(statement, rows)
}

/** A payment that a reversal names went back: a person looks at both. */
function withoutReversed(statement: Statement, rows: readonly (readonly string[])[]): Statement {
  const reversals = statement.unread.filter(({ problem }) => problem === 'reversal')
  const wordsOf = (line: number) =>
    (rows[line - 1] ?? [])
      .join(' ')
      .toUpperCase()
      .split(/[^A-Z0-9]+/)
  const words = new Set(reversals.flatMap(({ line }) => wordsOf(line)))
  const stayed = statement.payments.filter(({ receipt }) => !words.has(receipt))
  const wentBack = statement.payments
    .filter(({ receipt }) => words.has(receipt))
    .map(({ line, receipt, amount }) => ({ line, code: receipt, amount, problem: 'reversal' as const }))
  const unread = [...statement.unread, ...wentBack].sort((one, other) => one.line - other.line)
  return { ...statement, payments: stayed, unread }
}

function placeOf(cells: readonly string[], column: Column): number {
  return cells.findIndex((cell) => columns[column].test(cell.trim()))
}

/** The lines above the table name the account: `Short Code:,174379`. */
function shortcodeIn(rows: readonly (readonly string[])[]): string | undefined {
  const line = rows.map((cells) => cells.join(' ')).find((text) => /short ?code|till n/i.test(text))
  return line?.match(/\b\d{5,8}\b/)?.[0]
}

type Row = { line: number; cell: (column: Column) => string; text: string }

function addRow(statement: Statement, { line, cell, text }: Row): void {
  const status = cell('status')
  const amount = readAmount(cell('paidIn') || '0')
  const isDone = status === '' || /^completed$/i.test(status)
  const kind = `${cell('reason')} ${cell('details')}`
  // Money that goes back to its payer is written as withdrawn.
  const isReversal = isDone && REVERSED.test(kind)
  if (!isDone || (amount === 0 && !isReversal)) {
    statement.leftOut += 1
    return
  }
  const code = cell('code').toUpperCase()
  if (isReversal) {
    const sum = amount || readAmount(cell('withdrawn').replace(/^-/, '')) || null
    statement.unread.push({ line, code: code.slice(0, 40), amount: sum, problem: 'reversal' })
    return
  }
  const paidAt = readTime(cell('time'))
  const problem = problemOf({ code, amount, paidAt, kind })
  if (problem !== undefined || amount === null || paidAt === undefined) {
    statement.unread.push({ line, code: code.slice(0, 40), amount, problem: problem ?? 'amount' })
    return
  }
  const details = cell('details')
  const payer = readParty(cell('party') || (/ from (.+?)(?: acc(?:ount)?\b|$)/i.exec(details)?.[1] ?? ''))
  const typed = cell('account') || (/\bacc(?:ount)?\.? +(\S.*)$/i.exec(details)?.[1] ?? '')
  const reference = typed.slice(0, LONGEST_TEXT)
  statement.payments.push({ line, receipt: code, amount, paidAt, ...payer, reference, text })
}

type Facts = { code: string; amount: number | null; paidAt: Date | undefined; kind: string }

function problemOf({ code, amount, paidAt, kind }: Facts): StatementProblem | undefined {
  if (!/^[A-Z0-9]{8,20}$/.test(code)) return 'code'
  if (amount === null) return 'amount'
  if (paidAt === undefined) return 'time'
  // A file without these columns says nothing of the kind.
  if (kind.trim() !== '' && !FROM_CUSTOMER.test(kind)) return 'otherKind'
  return undefined
}

/** `15,000.00` is 15000; null for what is no amount that can be kept. */
function readAmount(text: string): number | null {
  const plain = text.replaceAll(',', '').replace(/^(?:ksh|kes)\.? ?/i, '')
  if (!/^\d{1,12}(?:\.\d{1,2})?$/.test(plain)) return null
  const amount = Math.floor(Number(plain))
  return amount <= MOST_SHILLINGS ? amount : null
}

/** A time on a clock of Nairobi: day first, or year first. */
function readTime(text: string): Date | undefined {
  const parts =
    /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})[ T](?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?/.exec(
      text,
    ) ??
    /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})[ T](?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?/.exec(
      text,
    )
  if (!parts?.groups) return undefined
  const { year, month = '', day = '', hour = '', minute, second = '00' } = parts.groups
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (!isDay(date)) return undefined
  const instant = new Date(`${date}T${hour.padStart(2, '0')}:${minute}:${second}+03:00`)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

/** `2547 ***** 126 - JANE DOE` is a phone and a name. */
function readParty(text: string): { phone: string; payerName: string } {
  const [, phone = '', name = ''] = /^\s*(\+?[\d* ]*\d[\d* ]*)?\s*(?:-\s*)?(.*)$/.exec(text) ?? []
  return { phone: phone.trim().slice(0, LONGEST_TEXT), payerName: name.trim().slice(0, LONGEST_TEXT) }
}
