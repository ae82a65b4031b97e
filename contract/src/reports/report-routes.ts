import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { MonthInput } from './report-month.ts'

/** By what the figures of a report are added up: those of the rental cars, and the money of the whole firm. */
export const REPORT_GROUPS = ['car', 'category', 'month', 'week', 'day', 'kind', 'method'] as const
export type ReportGroup = (typeof REPORT_GROUPS)[number]
export type ReportPeriod = Extract<ReportGroup, 'month' | 'week' | 'day'>

const Figures = z.object({
  /** Days on which the car was rented, up to today. */
  daysRented: z.int(),
  /** Days on which the car was in the fleet and not blocked, or rented, up to today. */
  daysAvailable: z.int(),
  /** Prices spread over the days of their rentals, up to today, and what was charged besides; of sales, what was paid. */
  earned: z.int(),
  /** Fines that were charged to customers: not earned. */
  passedOn: z.int(),
  /** Money that came in, by its day; of cars without deposits. */
  received: z.int(),
  /** Money that was sent back, by its day. */
  givenBack: z.int(),
  /** What was kept of deposits: it paid prices, charges and fines. */
  fromDeposits: z.int(),
  /** What was paid for the cars, by the day of the cost. */
  costs: z.int(),
  /** Fines that nobody else pays, by the day of the offence. */
  ownFines: z.int(),
  /** Cars that came back, or should have, later than the terms of their booking tolerate. */
  lateReturns: z.int(),
  /** What is paid now for days to come. */
  prepaid: z.int(),
  /** What is owed now. */
  owed: z.int(),
  /** What is held now. */
  depositsHeld: z.int(),
})
export type ReportFigures = z.output<typeof Figures>
export type FigureName = keyof ReportFigures

const OF_PERIODS = [
  'daysRented',
  'daysAvailable',
  'earned',
  'passedOn',
  'received',
  'givenBack',
  'fromDeposits',
  'costs',
  'ownFines',
  'lateReturns',
] as const satisfies readonly FigureName[]
const OF_NOW = ['prepaid', 'owed', 'depositsHeld'] as const satisfies readonly FigureName[]
const OF_KINDS = ['earned', 'passedOn', 'received', 'givenBack'] as const satisfies readonly FigureName[]

/** The figures that a line of a report has; the others are 0 there. What is so now is of no period. */
export const lineFigures: Record<ReportGroup, readonly FigureName[]> = {
  car: [...OF_PERIODS, ...OF_NOW],
  category: [...OF_PERIODS, ...OF_NOW],
  month: OF_PERIODS,
  week: OF_PERIODS,
  day: OF_PERIODS,
  kind: OF_KINDS,
  method: ['received', 'givenBack'],
}

/** The figures that the whole of a report has. */
export const totalFigures = (by: ReportGroup): readonly FigureName[] =>
  by === 'kind' || by === 'method' ? lineFigures[by] : lineFigures.car

/** One line of a report: `_id` is of the car or the category, the month, the first day of a week, a day, or a code of a kind or method. */
export const ReportLine = z.extend(Figures, {
  _id: z.string(),
  /** Of a car or a category; of others the same as `_id`. */
  name: z.string(),
  /** Of a car; empty where it has none. */
  plate: z.string(),
})
export type ReportLine = z.output<typeof ReportLine>

const range = { from: z.optional(MonthInput), to: z.optional(MonthInput) }
const by = z._default(z.enum(REPORT_GROUPS), 'car')

export const reportRoutes = defineRoutes({
  'GET /api/admin/reports': {
    summary:
      'What the rental cars earned, took, cost and did in a range of months, and the money of the whole firm',
    access: 'staff',
    right: 'reports',
    personalData: false,
    query: z.object({ ...range, by }),
    reply: z.object({
      success: z.literal(true),
      from: z.string(),
      to: z.string(),
      by: z.enum(REPORT_GROUPS),
      total: Figures,
      data: z.array(ReportLine),
    }),
    errors: [],
  },
  'GET /api/admin/reports.csv': {
    summary: 'The same report as a table to download',
    access: 'staff',
    right: 'reports',
    fresh: true,
    personalData: false,
    query: z.object({ ...range, by }),
    reply: z.object({ success: z.literal(true) }),
    errors: [],
    sends: 'text/csv',
  },
})

/** What is left of what was earned after the costs of the same days. */
export function profit({ earned, costs, ownFines }: ReportFigures): number {
  return earned - costs - ownFines
}

/** The part of the available days on which cars were rented, in per cent; null without an available day. */
export function utilisation({ daysRented, daysAvailable }: ReportFigures): number | null {
  return daysAvailable === 0 ? null : Math.round((daysRented * 100) / daysAvailable)
}
