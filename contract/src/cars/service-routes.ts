import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { Id, optionalParagraphs, paragraphs, RecordedDay, type RuleMessage, SeenAt } from '../text.ts'
import { MOST_KM } from './car.ts'
import { HIGHEST_COST } from './car-cost-routes.ts'

const CarId = z.object({ carId: Id })

const whole = (least: number, most: number, error: RuleMessage) =>
  z.int({ error }).check(z.gte(least, { error }), z.lte(most, { error }))
const Km = whole(0, MOST_KM, m.validation_service_km)

/** A service that was done. */
export const ServiceRecord = z.object({
  _id: z.string(),
  km: z.int(),
  /** A Nairobi day. */
  day: z.string(),
  note: z.string(),
  /** What it cost; null where no cost was recorded with it, or the cost was withdrawn. */
  cost: z.nullable(z.int()),
  /** Null once the account of who recorded it is deleted. */
  createdBy: z.nullable(z.string()),
  createdAt: z.string(),
  /** When staff withdrew it, so that it counts no more. */
  withdrawnAt: z.nullable(z.string()),
  /** Who withdrew it and why; null and empty where nobody did, or it is not known. */
  withdrawnBy: z.nullable(z.string()),
  withdrawnReason: z.string(),
})
export type ServiceRecord = z.output<typeof ServiceRecord>

const ServicePlan = z.object({
  everyKm: z.nullable(z.int()),
  everyMonths: z.nullable(z.int()),
  /** The service from which the plan counts, before any that is recorded. */
  startKm: z.int(),
  startDay: z.string(),
  updatedAt: z.string(),
})

const CarService = z.object({
  odometer: z.nullable(z.int()),
  /** Null for a car without a plan, as what follows from it. */
  plan: z.nullable(ServicePlan),
  last: z.nullable(z.object({ km: z.int(), day: z.string() })),
  next: z.nullable(
    z.object({
      km: z.nullable(z.int()),
      kmLeft: z.nullable(z.int()),
      day: z.nullable(z.string()),
      daysLeft: z.nullable(z.int()),
      stage: z.enum(['due', 'soon', 'later']),
    }),
  ),
  records: z.array(ServiceRecord),
})
export type CarService = z.output<typeof CarService>

const Answer = z.object({ success: z.literal(true), message: z.string(), data: CarService })

/** When rental cars are serviced, and the services that were done. */
export const serviceRoutes = defineRoutes({
  'GET /api/admin/car/:carId/service': {
    summary: 'The service plan of a car, when it is serviced next, and the services that were done',
    access: 'staff',
    personalData: false,
    params: CarId,
    reply: z.object({ success: z.literal(true), data: CarService }),
    errors: ['car_not_found'],
  },
  'POST /api/admin/car/:carId/service-plan': {
    summary: 'Set how often a car is serviced; without an interval it has no plan',
    access: 'staff',
    params: CarId,
    body: z.object({
      everyKm: z.nullable(whole(500, 200_000, m.validation_service_every_km)),
      everyMonths: z.nullable(whole(1, 60, m.validation_service_every_months)),
      startKm: Km,
      startDay: RecordedDay,
      /** The plan as staff saw it; null where there was none. */
      updatedAt: z.nullable(SeenAt),
    }),
    reply: Answer,
    errors: ['car_not_found', 'changed_meanwhile'],
  },
  'POST /api/admin/car/:carId/service-records': {
    summary: 'Record a service that was done, and what it cost',
    access: 'staff',
    idempotent: true,
    params: CarId,
    body: z.object({
      km: Km,
      day: RecordedDay,
      amount: z.nullable(whole(1, HIGHEST_COST, m.validation_cost_amount)),
      note: optionalParagraphs(300),
    }),
    reply: Answer,
    errors: ['car_not_found', 'idempotency_conflict'],
  },
  'POST /api/admin/service-record/:recordId/withdraw': {
    summary: 'Withdraw a service that was recorded wrongly, with its cost; it is kept and counts no more',
    access: 'staff',
    params: z.object({ recordId: Id }),
    body: z.object({ reason: paragraphs(300, m.validation_reason_missing) }),
    reply: Answer,
    errors: ['service_record_not_found'],
  },
})
