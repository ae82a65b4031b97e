import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import type { CostKind } from '@twende/contract/cars/car-cost-routes.ts'
import { v7 as uuidv7 } from 'uuid'
import { findOdometer } from '../cars/car-store.ts'
import { insertCarCost } from '../cars/costs/car-cost-store.ts'
import { findServicePlans, insertServiceRecord, saveServicePlan } from '../cars/service/service-store.ts'
import type { Db } from '../db/database.ts'

/** A car that is to be serviced in a few hundred kilometres. */
const SERVICE_DUE_SOON = 'Mazda Demio'
const SOON_KM = 320
const EVERY_KM = 10_000

type CostsInput = { carId: string; name: string; position: number; now: Date }

/** The service plan of a car, its last service, and what it cost in the last months. After its rentals, which it was driven in. */
export async function seedCarCosts(tx: Db, car: CostsInput): Promise<void> {
  const { carId, name, position, now } = car
  if ((await findServicePlans(tx, carId)).length > 0) return
  const today = nairobiDay(now)
  const odometer = (await findOdometer(tx, carId)) ?? 0
  const driven = name === SERVICE_DUE_SOON ? EVERY_KM - SOON_KM : 1_500 + ((position * 1_733) % 6_000)
  const last = { km: odometer - driven, day: addDays(today, -(25 + ((position * 7) % 60))) }
  await saveServicePlan(tx, {
    car_id: carId,
    every_km: EVERY_KM,
    every_months: 6,
    start_km: last.km - EVERY_KM,
    start_day: addDays(last.day, -170),
    updated_by: null,
    updated_at: now,
  })
  const service = { kind: 'service', amount: 7_500 + (position % 5) * 900, day: last.day } as const
  const costId = await insertCost(tx, car, service)
  await insertServiceRecord(tx, {
    id: uuidv7(),
    car_id: carId,
    ...last,
    note: 'Oil, oil filter and brake check',
    cost_id: costId,
    created_by: null,
    created_at: now,
  })
  for (const month of [1, 2, 3]) {
    const day = addDays(today, -(month * 30 - (position % 20)))
    await insertCost(tx, car, { kind: 'washing', amount: 600, day })
  }
  if (position % 6 === 0) {
    const note = 'Four tyres'
    await insertCost(tx, car, { kind: 'tyres', amount: 36_000, day: addDays(today, -45), note })
  }
}

type SeedCost = { kind: CostKind; amount: number; day: string; note?: string }

async function insertCost(
  tx: Db,
  { carId, now }: CostsInput,
  { note = '', ...cost }: SeedCost,
): Promise<string> {
  const id = uuidv7()
  await insertCarCost(tx, { ...cost, id, car_id: carId, note, created_by: null, created_at: now })
  return id
}
