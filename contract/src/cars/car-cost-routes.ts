import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { defineRoutes, STAFF_UPLOADS } from '../http/route.ts'
import { PrivateFile } from '../private-files/private-file-routes.ts'
import {
  DayInput,
  formShillings,
  Id,
  optionalParagraphs,
  pageQuery,
  pageReply,
  paragraphs,
  RecordedDay,
} from '../text.ts'
import { scanErrors } from './car-document-routes.ts'

export const COST_KINDS = [
  'fuel',
  'service',
  'repair',
  'insurance',
  'inspection',
  'tyres',
  'washing',
  'other',
] as const
export type CostKind = (typeof COST_KINDS)[number]

export const costKindLabels: Record<CostKind, () => string> = {
  fuel: m.admin_costs_kind_fuel,
  service: m.admin_costs_kind_service,
  repair: m.admin_costs_kind_repair,
  insurance: m.admin_costs_kind_insurance,
  inspection: m.admin_costs_kind_inspection,
  tyres: m.admin_costs_kind_tyres,
  washing: m.admin_costs_kind_washing,
  other: m.admin_costs_kind_other,
}

export const HIGHEST_COST = 10_000_000

/** What was paid for a car, as staff sees it. */
export const CarCost = z.object({
  _id: z.string(),
  kind: z.enum(COST_KINDS),
  amount: z.int(),
  /** The Nairobi day of the cost. */
  day: z.string(),
  note: z.string(),
  scan: z.nullable(PrivateFile),
  /** Null once the account of who recorded it is deleted. */
  createdBy: z.nullable(z.string()),
  createdAt: z.string(),
  /** When staff withdrew it, so that it counts no more. */
  withdrawnAt: z.nullable(z.string()),
  /** Who withdrew it and why; null and empty where nobody did, or it is not known. */
  withdrawnBy: z.nullable(z.string()),
  withdrawnReason: z.string(),
})
export type CarCost = z.output<typeof CarCost>

const Answer = z.object({ success: z.literal(true), message: z.string() })

/** What rental cars cost: fuel, repairs, insurance and whatever else is paid for them. */
export const carCostRoutes = defineRoutes({
  'GET /api/admin/car/:carId/costs': {
    summary:
      'What was paid for a car, the newest first, withdrawn costs too, and the sum of those that count',
    access: 'staff',
    personalData: false,
    params: z.object({ carId: Id }),
    query: pageQuery({}, 100),
    reply: pageReply(CarCost, { sum: z.int() }),
    errors: ['car_not_found'],
  },
  'GET /api/admin/car-costs.csv': {
    summary:
      'What was paid for one car or for all, by its day, as a table for a spreadsheet; withdrawn costs too',
    access: 'staff',
    right: 'reports',
    personalData: false,
    fresh: true,
    query: z.object({
      carId: z.optional(Id),
      fromDay: z.optional(DayInput),
      toDay: z.optional(DayInput),
    }),
    reply: z.object({ success: z.literal(true) }),
    errors: [],
    sends: 'text/csv',
  },
  'POST /api/admin/car/:carId/costs': {
    summary: 'Record what was paid for a car. `scan` is a photo or PDF of the receipt',
    access: 'staff',
    multipart: true,
    idempotent: true,
    params: z.object({ carId: Id }),
    body: z.object({
      kind: z.enum(COST_KINDS, { error: m.validation_cost_kind }),
      amount: formShillings(1, HIGHEST_COST, m.validation_cost_amount),
      day: RecordedDay,
      note: optionalParagraphs(300),
    }),
    reply: Answer,
    errors: ['car_not_found', 'idempotency_conflict', ...scanErrors],
    limits: STAFF_UPLOADS,
  },
  'POST /api/admin/car-cost/:costId/withdraw': {
    summary: 'Withdraw a cost that was recorded wrongly; it is kept and counts no more',
    access: 'staff',
    params: z.object({ costId: Id }),
    body: z.object({ reason: paragraphs(300, m.validation_reason_missing) }),
    reply: Answer,
    errors: ['car_cost_not_found'],
  },
})
