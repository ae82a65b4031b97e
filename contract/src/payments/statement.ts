import { m } from '@twende/messages'
import * as z from 'zod/mini'

/** The most rows with money that came in, or went back, that one file may have: those of some weeks. */
export const MOST_STATEMENT_PAYMENTS = 2_000

/**
 * Why a row with money that came in was not read. `otherKind`: no customer paid it; `otherAmount`: the code is known with another
 * amount; `future`: its time is yet to come.
 */
export const STATEMENT_PROBLEMS = [
  'code',
  'amount',
  'time',
  'reversal',
  'otherKind',
  'otherAmount',
  'future',
] as const
export type StatementProblem = (typeof STATEMENT_PROBLEMS)[number]

export const statementProblemLabels: Record<StatementProblem, () => string> = {
  code: m.statement_problem_code,
  amount: m.statement_problem_amount,
  time: m.statement_problem_time,
  reversal: m.statement_problem_reversal,
  otherKind: m.statement_problem_other_kind,
  otherAmount: m.statement_problem_other_amount,
  future: m.statement_problem_future,
}

/** Money of a statement that M-Pesa has not reported to us. */
export const StatementPayment = z.object({
  code: z.string(),
  amount: z.int(),
  at: z.string(),
  payerName: z.string(),
  reference: z.string(),
  /** What has this code: before it is added, as it was typed or paid by phone; null where nothing has it. */
  payment: z.nullable(z.object({ id: z.string(), reference: z.string() })),
})

/** What a statement says, and what came of it. */
export const ReadStatement = z.object({
  /** Whether the new payments were added; otherwise this is a preview. */
  isAdded: z.boolean(),
  /** Nairobi days; null where the file names no payment. */
  firstDay: z.nullable(z.string()),
  lastDay: z.nullable(z.string()),
  /** Payments that the file names. */
  named: z.int(),
  /** Of these, what was known before. */
  known: z.int(),
  fresh: z.array(StatementPayment),
  freshAmount: z.int(),
  unread: z.array(
    z.object({
      line: z.int(),
      code: z.string(),
      amount: z.nullable(z.int()),
      problem: z.enum(STATEMENT_PROBLEMS),
    }),
  ),
  /** Rows of money that went out, or that was not completed. */
  leftOut: z.int(),
})
export type ReadStatement = z.output<typeof ReadStatement>

/** A statement that was brought in before. */
export const ImportedStatement = z.object({
  id: z.string(),
  at: z.string(),
  by: z.string(),
  firstDay: z.string(),
  lastDay: z.string(),
  named: z.int(),
  added: z.int(),
})
export type ImportedStatement = z.output<typeof ImportedStatement>
