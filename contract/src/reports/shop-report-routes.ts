import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { MonthInput } from './report-month.ts'

/** By what the figures of the shop are added up; `runsOut` has the products that are sold out, or will be within `PACE_DAYS`. */
export const SHOP_GROUPS = ['product', 'category', 'month', 'runsOut'] as const
export type ShopGroup = (typeof SHOP_GROUPS)[number]

/** The pace at which a product is sold is that of these last days, today included. */
export const PACE_DAYS = 30

const Figures = z.object({
  /** Pieces of orders that were paid, less those that went back; a piece that went back counts on that day. */
  pieces: z.int(),
  /** What was paid for them, less what went back: what the reports of all money call earned by the shop. */
  revenue: z.int(),
  /** Pieces that are here now, those that unpaid orders keep included. */
  stock: z.int(),
  /** These pieces at their price of now. */
  stockValue: z.int(),
  /** Pieces that can be sold now. */
  available: z.int(),
  /** Pieces sold in the last `PACE_DAYS`, less those that went back. */
  soldLately: z.int(),
  /** Products in the shop of which no piece can be sold. */
  soldOut: z.int(),
})
export type ShopFigures = z.output<typeof Figures>
export type ShopFigureName = keyof ShopFigures

/** The figures that a line has; stock is of now, so a month has none. */
export const shopLineFigures: Record<ShopGroup, readonly ShopFigureName[]> = {
  product: ['pieces', 'revenue', 'stock', 'stockValue'],
  category: ['pieces', 'revenue', 'stock', 'stockValue', 'soldOut'],
  month: ['pieces', 'revenue'],
  runsOut: ['available', 'soldLately', 'stockValue'],
}

/** One line: `_id` is of the product or category, or the month; empty for what was paid for delivery. */
export const ShopReportLine = z.extend(Figures, {
  _id: z.string(),
  /** Of a product or category; empty for a month and for delivery. */
  name: z.string(),
  /** Of a product. */
  category: z.string(),
  /** Whether a product is not in the shop any more. */
  hidden: z.boolean(),
  /** How long the pieces last at the pace of the last days; null where none were sold, or the line is no product. */
  daysLeft: z.nullable(z.int()),
})
export type ShopReportLine = z.output<typeof ShopReportLine>

/** How many days the pieces of a product last at its pace; null without a pace. Nothing is left of what is sold out. */
export function daysLeft({
  available,
  soldLately,
}: Pick<ShopFigures, 'available' | 'soldLately'>): number | null {
  if (available <= 0) return 0
  return soldLately <= 0 ? null : Math.floor((available * PACE_DAYS) / soldLately)
}

const query = z.object({
  from: z.optional(MonthInput),
  to: z.optional(MonthInput),
  by: z._default(z.enum(SHOP_GROUPS), 'product'),
})

export const shopReportRoutes = defineRoutes({
  'GET /api/admin/shop-report': {
    summary: 'What the shop sold in a range of months, what its stock is worth, and what runs out',
    access: 'staff',
    right: 'reports',
    personalData: false,
    query,
    reply: z.object({
      success: z.literal(true),
      from: z.string(),
      to: z.string(),
      by: z.enum(SHOP_GROUPS),
      total: Figures,
      data: z.array(ShopReportLine),
    }),
    errors: [],
  },
  'GET /api/admin/shop-report.csv': {
    summary: 'The same figures of the shop as a table to download',
    access: 'staff',
    right: 'reports',
    fresh: true,
    personalData: false,
    query,
    reply: z.object({ success: z.literal(true) }),
    errors: [],
    sends: 'text/csv',
  },
})
