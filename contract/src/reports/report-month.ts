import * as z from 'zod/mini'

/** A month in Nairobi, `YYYY-MM`. */
export type Month = string

/** The months that can be chosen, this one included; a report covers all of them at most. */
export const MAX_REPORT_MONTHS = 60

/** The range where none is chosen: this month and those before it. */
export const USUAL_REPORT_MONTHS = 6

const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/

export const isMonth = (text: string): boolean => MONTH.test(text)

export const MonthInput = z.string().check(z.regex(MONTH))

export function addMonths(month: Month, months: number): Month {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
}

/** How many months a range has, both ends included; none if it ends before it begins. */
export function countMonths({ from, to }: MonthRange): number {
  const index = (month: Month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5))
  return Math.max(0, index(to) - index(from) + 1)
}

/** Months, the first and the last included. */
export type MonthRange = { from: Month; to: Month }

type ChosenRange = { from?: Month | undefined; to?: Month | undefined }

/** The months of a report: the chosen ones; without a choice, this month and the five before it. */
export function reportRange(chosen: ChosenRange, thisMonth: Month): MonthRange {
  const to = chosen.to ?? thisMonth
  return { from: chosen.from ?? addMonths(to, 1 - USUAL_REPORT_MONTHS), to }
}

/** Why a report cannot have a range: it ends before it begins, ends in a month to come, or begins before the months that can be chosen. */
export type RangeProblem = 'backwards' | 'future' | 'long_ago'

export function rangeProblem({ from, to }: MonthRange, thisMonth: Month): RangeProblem | undefined {
  if (from > to) return 'backwards'
  if (to > thisMonth) return 'future'
  return from < firstReportMonth(thisMonth) ? 'long_ago' : undefined
}

/** The first month that can be chosen. */
export const firstReportMonth = (thisMonth: Month): Month => addMonths(thisMonth, 1 - MAX_REPORT_MONTHS)
