import { nairobiDay } from '@twende/contract/calendar-day.ts'
import {
  type ImportedStatement,
  MOST_STATEMENT_PAYMENTS,
  type ReadStatement,
} from '@twende/contract/payments/statement.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../../db/database.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import { readTable } from '../../../http/uploads/read-table.ts'
import { addReportedMoney, type ReportDeps } from './add-reported-money.ts'
import { readStatement, type Statement, type StatementPayment } from './read-statement.ts'
import { isOurLine } from './receive-c2b.ts'
import {
  findLastStatements,
  findPaymentsOfCodes,
  findReportedAmounts,
  insertStatement,
} from './statement-store.ts'

/** The statements that were brought in last. */
export async function listStatements(db: Db): Promise<ImportedStatement[]> {
  const statements = await findLastStatements(db)
  return statements.map(({ at, firstAt, lastAt, ...statement }) => ({
    ...statement,
    at: at.toISOString(),
    firstDay: nairobiDay(firstAt),
    lastDay: nairobiDay(lastAt),
  }))
}

type Given = { file: Buffer | undefined; act: 'read' | 'add'; accountId: string }

/**
 * Reads a statement of the M-Pesa portal. With `add`, the payments of it that nobody reported count as if M-Pesa had reported them
 * now, each once; what was paid for is found as with every report.
 */
export async function importStatement(
  deps: ReportDeps,
  { file, act, accountId }: Given,
): Promise<ReadStatement> {
  const statement = await readFile(deps, file)
  const found = await compare(deps, statement)
  const isAdded = act === 'add' && found.fresh.length > 0
  if (isAdded) await addStatement(deps, statement, found, accountId)
  const codes = found.fresh.map(({ receipt }) => receipt)
  return present(statement, found, { isAdded, payments: await findPaymentsOfCodes(deps.db, codes) })
}

async function readFile({ config }: ReportDeps, file: Buffer | undefined): Promise<Statement> {
  if (!file) throw new AppError('statement_missing')
  const statement = readStatement((await readTable(file)) ?? [])
  if (!statement) throw new AppError('statement_unreadable')
  const { shortcode, payments, unread } = statement
  if (shortcode !== undefined && !isOurLine(config.payments.mpesa, shortcode))
    throw new AppError('statement_of_other_line')
  if (payments.length + unread.length > MOST_STATEMENT_PAYMENTS) throw new AppError('statement_too_long')
  return statement
}

type Found = { known: number; fresh: StatementPayment[]; unread: Statement['unread'] }

/** Which payments are new. A code that is named twice is one payment. */
async function compare({ db, clock }: ReportDeps, statement: Statement): Promise<Found> {
  const amounts = await findReportedAmounts(
    db,
    statement.payments.map(({ receipt }) => receipt),
  )
  const seen = new Map(amounts)
  const found: Found = { known: 0, fresh: [], unread: [...statement.unread] }
  for (const payment of statement.payments) {
    const { line, receipt: code, amount, paidAt } = payment
    const before = seen.get(code)
    if (before !== undefined && before !== amount)
      found.unread.push({ line, code, amount, problem: 'otherAmount' })
    else if (before !== undefined) found.known += 1
    else if (paidAt > clock.now()) found.unread.push({ line, code, amount, problem: 'future' })
    else found.fresh.push(payment)
    if (before === undefined) seen.set(code, amount)
  }
  found.unread.sort((one, other) => one.line - other.line)
  return found
}

async function addStatement(
  deps: ReportDeps,
  { payments, shortcode }: Statement,
  { fresh }: Found,
  accountId: string,
): Promise<void> {
  const statementId = uuidv7()
  const now = deps.clock.now()
  const times = payments.map(({ paidAt }) => paidAt.getTime())
  const statement = {
    id: statementId,
    imported_by: accountId,
    imported_at: now,
    first_at: new Date(Math.min(...times)),
    last_at: new Date(Math.max(...times)),
    named: payments.length,
  }
  await inTransaction(deps.db, (tx) => insertStatement(tx, statement))
  const ours = shortcode ?? deps.config.payments.mpesa.business.number
  // One after the other, the oldest first, as they would have been reported.
  for (const payment of fresh.toSorted((one, other) => one.paidAt.getTime() - other.paidAt.getTime()))
    await addReportedMoney(deps, { ...payment, shortcode: ours, now, statementId })
}

type Outcome = { isAdded: boolean; payments: Awaited<ReturnType<typeof findPaymentsOfCodes>> }

function present(
  { payments: named, leftOut }: Statement,
  { known, fresh, unread }: Found,
  { isAdded, payments }: Outcome,
): ReadStatement {
  const days = named.map(({ paidAt }) => nairobiDay(paidAt)).sort()
  return {
    isAdded,
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
    named: named.length,
    known,
    fresh: fresh.map(({ receipt, amount, paidAt, payerName, reference }) => ({
      code: receipt,
      amount,
      at: paidAt.toISOString(),
      payerName,
      reference,
      payment: payments.get(receipt) ?? null,
    })),
    freshAmount: fresh.reduce((sum, { amount }) => sum + amount, 0),
    unread,
    leftOut,
  }
}
