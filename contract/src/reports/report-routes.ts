import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { MonthInput } from './report-month.ts'

/** By what the figures of a report are added up. */
export const REPORT_GROUPS = ['car', 'category', 'month'] as const
export type ReportGroup = (typeof REPORT_GROUPS)[number]

const Figures = z.object({
  /** Days on which the car was rented, up to today. */
  daysRented: z.int(),
  /** Days on which the car was in the fleet and not blocked, or rented, up to today. */
  daysAvailable: z.int(),
  /** What the ledger has as revenue of rentals, less what is refunded. */
  revenue: z.int(),
  /** What was paid for the cars, by the day of the cost. */
  costs: z.int(),
  /** Cars that came back, or should have, later than the terms of their booking tolerate. */
  lateReturns: z.int(),
  /** What is held now; of no month. */
  depositsHeld: z.int(),
})
export type ReportFigures = z.output<typeof Figures>

/** One line of a report: `_id` is of the car or the category, or the month. */
export const ReportLine = z.extend(Figures, {
  _id: z.string(),
  /** Of a car or a category; of a month the month itself, `YYYY-MM`. */
  name: z.string(),
  /** Of a car; empty where it has none. */
  plate: z.string(),
})
export type ReportLine = z.output<typeof ReportLine>

const range = { from: z.optional(MonthInput), to: z.optional(MonthInput) }
const by = z._default(z.enum(REPORT_GROUPS), 'car')

export const reportRoutes = defineRoutes({
  'GET /api/admin/reports': {
    summary: 'Days rented, revenue, costs, late returns and deposits of the rental cars in a range of months',
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

/** What is left of the revenue after the costs. */
export function profit({ revenue, costs }: ReportFigures): number {
  return revenue - costs
}

/** The part of the available days on which cars were rented, in per cent; null without an available day. */
export function utilisation({ daysRented, daysAvailable }: ReportFigures): number | null {
  return daysAvailable === 0 ? null : Math.round((daysRented * 100) / daysAvailable)
}
