import { type Day, nairobiDay } from '@twende/contract/calendar-day.ts'
import { nextService } from '@twende/contract/cars/service-plan.ts'
import type { CarService } from '@twende/contract/cars/service-routes.ts'
import { v7 as uuidv7 } from 'uuid'
import { inTransaction, nextUpdatedAt } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Idempotency } from '../../http/idempotency.ts'
import { findOdometer, moveOdometer } from '../car-store.ts'
import { findWithdrawals, setCostWithdrawn } from '../costs/car-cost-store.ts'
import { recordCost, refuseDayAhead } from '../costs/car-costs.ts'
import { lockOne } from '../save-car.ts'
import {
  deleteServicePlan,
  findServicePlans,
  findServiceRecords,
  insertServiceRecord,
  type PlannedService,
  type ServiceRecordRow,
  saveServicePlan,
  setServiceWithdrawn,
} from './service-store.ts'

type ServiceDeps = Pick<AppDeps, 'db' | 'clock'>

/** More services than a car has in its life. */
const MOST_RECORDS = 200

/** The service plan of a car, when it is serviced next, and the services that were done. */
export async function readCarService({ db, clock }: ServiceDeps, carId: string): Promise<CarService> {
  const odometer = await findOdometer(db, carId)
  if (odometer === undefined) throw new AppError('car_not_found')
  const [[planned], records] = await Promise.all([
    findServicePlans(db, carId),
    findServiceRecords(db, carId, MOST_RECORDS),
  ])
  const withdrawalOf = await findWithdrawals(db, 'service_records', records)
  return {
    odometer,
    plan: planned
      ? {
          everyKm: planned.every_km,
          everyMonths: planned.every_months,
          startKm: planned.start_km,
          startDay: planned.start_day,
          updatedAt: planned.updated_at.toISOString(),
        }
      : null,
    last: planned ? { km: planned.last_km, day: planned.last_day } : null,
    next: planned ? nextServiceOf(planned, nairobiDay(clock.now())) : null,
    records: records.map((row) => ({ ...presentRecord(row), ...withdrawalOf(row.id) })),
  }
}

/** When a car with a plan is serviced next. */
export function nextServiceOf(planned: PlannedService, today: Day) {
  const { every_km, every_months, last_km, last_day, odometer } = planned
  const interval = { everyKm: every_km, everyMonths: every_months }
  return nextService(interval, { km: last_km, day: last_day }, { odometer, today })
}

function presentRecord(row: ServiceRecordRow) {
  return {
    _id: row.id,
    km: row.km,
    day: row.day,
    note: row.note,
    cost: row.cost,
    createdBy: row.created_by_name,
    createdAt: row.created_at.toISOString(),
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
  }
}

type PlanInput = {
  carId: string
  everyKm: number | null
  everyMonths: number | null
  startKm: number
  startDay: Day
  updatedAt: string | null
  accountId: string
}

/** Sets how often a car is serviced, as staff saw the plan; without an interval the plan is removed. */
export async function setServicePlan({ db, clock }: ServiceDeps, input: PlanInput): Promise<void> {
  const { carId, everyKm, everyMonths, startKm, startDay, updatedAt, accountId } = input
  const now = clock.now()
  refuseDayAhead(startDay, now, 'startDay')
  await inTransaction(db, async (tx) => {
    await lockOne(tx, carId)
    const [current] = await findServicePlans(tx, carId)
    if ((current?.updated_at.toISOString() ?? null) !== updatedAt) throw new AppError('changed_meanwhile')
    if (everyKm === null && everyMonths === null) return deleteServicePlan(tx, carId)
    await saveServicePlan(tx, {
      car_id: carId,
      every_km: everyKm,
      every_months: everyMonths,
      start_km: startKm,
      start_day: startDay,
      updated_by: accountId,
      updated_at: current ? nextUpdatedAt(current.updated_at, now) : now,
    })
    await moveOdometer(tx, carId, startKm)
  })
}

type NewService = {
  carId: string
  km: number
  day: Day
  amount: number | null
  note: string
  accountId: string
}

/** Records a service that was done, with its cost, which moves the plan on and the odometer forward. */
export async function recordService(
  { clock }: Pick<ServiceDeps, 'clock'>,
  idempotency: Idempotency,
  { carId, km, day, amount, note, accountId }: NewService,
): Promise<void> {
  const now = clock.now()
  refuseDayAhead(day, now)
  await idempotency.transaction(async (tx) => {
    await lockOne(tx, carId)
    const cost = { carId, kind: 'service', day, note, accountId, scan: null, now } as const
    const costId = amount === null ? null : await recordCost(tx, { ...cost, amount })
    const id = uuidv7()
    await insertServiceRecord(tx, {
      id,
      car_id: carId,
      km,
      day,
      note,
      cost_id: costId,
      created_by: accountId,
      created_at: now,
    })
    await moveOdometer(tx, carId, km)
    return id
  })
}

/** Withdraws a service and its cost, so that the plan counts from the one before; returns the id of its car. */
export async function withdrawService({ db, clock }: ServiceDeps, recordId: string): Promise<string> {
  return inTransaction(db, async (tx) => {
    const now = clock.now()
    const record = await setServiceWithdrawn(tx, recordId, now)
    if (!record) throw new AppError('service_record_not_found')
    if (record.cost_id !== null) await setCostWithdrawn(tx, record.cost_id, now)
    return record.car_id
  })
}
