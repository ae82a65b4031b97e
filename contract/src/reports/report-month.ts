import * as z from 'zod/mini'

/** A month in Nairobi, `YYYY-MM`. */
export type Month = string

/** The longest range that one report covers. */
export const MAX_REPORT_MONTHS = 24

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

/** The range of a report from what is chosen: never beyond this month, never longer than a report covers. */
export function reportRange(chosen: ChosenRange, thisMonth: Month): MonthRange {
  const to = earlier(chosen.to ?? thisMonth, thisMonth)
  const from = earlier(chosen.from ?? addMonths(to, 1 - USUAL_REPORT_MONTHS), to)
  return countMonths({ from, to }) > MAX_REPORT_MONTHS
    ? { from: addMonths(to, 1 - MAX_REPORT_MONTHS), to }
    : { from, to }
}

const earlier = (one: Month, other: Month): Month => (one < other ? one : other)
