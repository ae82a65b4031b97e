import type { Day } from '@twende/contract/calendar-day.ts'
import { type Insertable, sql } from 'kysely'
import { accountName } from '../../db/account-name.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'

export type PlannedService = {
  car_id: string
  car_name: string
  number_plate: string | null
  odometer: number | null
  every_km: number | null
  every_months: number | null
  start_km: number
  start_day: Day
  updated_at: Date
  /** The newest service that counts, or the start of the plan. */
  last_km: number
  last_day: Day
}

/** The service plans of the cars in the fleet, or of one car. */
export async function findServicePlans(db: Db, carId?: string): Promise<PlannedService[]> {
  const { rows } = await sql<PlannedService>`
    select plan.car_id, cars.name as car_name, cars.number_plate, cars.odometer, plan.every_km, plan.every_months,
      plan.start_km, plan.start_day, plan.updated_at, last.km as last_km, last.day as last_day
    from service_plans as plan join cars on cars.id = plan.car_id
    cross join lateral (
      select km, day from (
        select plan.start_km as km, plan.start_day as day
        union all
        select km, day from service_records where car_id = plan.car_id and withdrawn_at is null
      ) as services
      order by day desc, km desc limit 1
    ) as last
    where ${carId === undefined ? sql`cars.retired_at is null` : sql`cars.id = ${carId}`}
    order by cars.name, cars.id`.execute(db)
  return rows
}

export async function saveServicePlan(tx: Db, plan: Insertable<Tables['service_plans']>): Promise<void> {
  const { car_id: _, ...change } = plan
  await tx
    .insertInto('service_plans')
    .values(plan)
    .onConflict((conflict) => conflict.column('car_id').doUpdateSet(change))
    .execute()
}

export async function deleteServicePlan(tx: Db, carId: string): Promise<void> {
  await tx.deleteFrom('service_plans').where('car_id', '=', carId).execute()
}

export type ServiceRecordRow = {
  id: string
  km: number
  day: Day
  note: string
  cost: number | null
  created_by_name: string | null
  created_at: Date
  withdrawn_at: Date | null
}

/** The services of a car, withdrawn ones too, the newest first. */
export async function findServiceRecords(db: Db, carId: string, most: number): Promise<ServiceRecordRow[]> {
  return db
    .selectFrom('service_records')
    .leftJoin('accounts', 'accounts.id', 'service_records.created_by')
    .leftJoin('car_costs', (join) =>
      join
        .onRef('car_costs.id', '=', 'service_records.cost_id')
        .on((eb) =>
          eb.or([
            eb('car_costs.withdrawn_at', 'is', null),
            eb('service_records.withdrawn_at', 'is not', null),
          ]),
        ),
    )
    .where('service_records.car_id', '=', carId)
    .select([
      'service_records.id',
      'service_records.km',
      'service_records.day',
      'service_records.note',
      'service_records.created_at',
      'service_records.withdrawn_at',
      'car_costs.amount as cost',
    ])
    .select(accountName('accounts').as('created_by_name'))
    .orderBy('service_records.day', 'desc')
    .orderBy('service_records.km', 'desc')
    .orderBy('service_records.id', 'desc')
    .limit(most)
    .$castTo<ServiceRecordRow>()
    .execute()
}

export async function insertServiceRecord(
  tx: Db,
  record: Insertable<Tables['service_records']>,
): Promise<void> {
  await tx.insertInto('service_records').values(record).execute()
}

/** Withdraws a service that counts; returns its car and cost, undefined when there is no such service. */
export async function setServiceWithdrawn(
  tx: Db,
  recordId: string,
  now: Date,
): Promise<{ car_id: string; cost_id: string | null } | undefined> {
  return tx
    .updateTable('service_records')
    .set({ withdrawn_at: now })
    .where('id', '=', recordId)
    .where('withdrawn_at', 'is', null)
    .returning(['car_id', 'cost_id'])
    .executeTakeFirst()
}
