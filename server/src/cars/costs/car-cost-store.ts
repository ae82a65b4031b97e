import type { Day } from '@twende/contract/calendar-day.ts'
import type { CostKind } from '@twende/contract/cars/car-cost-routes.ts'
import { type Insertable, sql } from 'kysely'
import { accountName } from '../../db/account-name.ts'
import type { Db } from '../../db/database.ts'
import type { FoundPage, PageRange } from '../../db/list-page.ts'
import type { Tables } from '../../db/tables.ts'

export type CarCostRow = {
  id: string
  kind: CostKind
  amount: number
  day: Day
  note: string
  scan: string | null
  created_by_name: string | null
  created_at: Date
  withdrawn_at: Date | null
}

/** One page of the costs of a car, withdrawn ones too, the newest first. */
export async function findCarCosts(
  db: Db,
  { carId, limit, offset }: { carId: string } & PageRange,
): Promise<FoundPage<CarCostRow>> {
  const costs = db.selectFrom('car_costs').where('car_costs.car_id', '=', carId)
  const keys = await costs
    .leftJoin('accounts', 'accounts.id', 'car_costs.created_by')
    .select([
      'car_costs.id',
      'car_costs.kind',
      'car_costs.amount',
      'car_costs.day',
      'car_costs.note',
      'car_costs.scan',
      'car_costs.created_at',
      'car_costs.withdrawn_at',
    ])
    .select(accountName('accounts').as('created_by_name'))
    .orderBy('car_costs.day', 'desc')
    .orderBy('car_costs.id', 'desc')
    .limit(limit)
    .offset(offset)
    .$castTo<CarCostRow>()
    .execute()
  const { total } = await costs.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { keys, total }
}

export type CostSearch = { carId?: string | undefined; fromDay?: Day | undefined; toDay?: Day | undefined }

export type ExportedCost = CarCostRow & { car_name: string; number_plate: string | null }

/** What was paid for one car or for all in these days, withdrawn costs too, the newest first. */
export function findExportedCosts(
  db: Db,
  { carId, fromDay, toDay, limit }: CostSearch & { limit: number },
): Promise<ExportedCost[]> {
  let costs = db
    .selectFrom('car_costs')
    .innerJoin('cars', 'cars.id', 'car_costs.car_id')
    .leftJoin('accounts', 'accounts.id', 'car_costs.created_by')
    .selectAll('car_costs')
    .select(['cars.name as car_name', 'cars.number_plate', accountName('accounts').as('created_by_name')])
  if (carId) costs = costs.where('car_costs.car_id', '=', carId)
  if (fromDay) costs = costs.where('car_costs.day', '>=', fromDay)
  if (toDay) costs = costs.where('car_costs.day', '<=', toDay)
  return costs
    .orderBy('car_costs.day', 'desc')
    .orderBy('car_costs.id', 'desc')
    .limit(limit)
    .$castTo<ExportedCost>()
    .execute()
}

/** What was paid for a car altogether, without what was withdrawn. */
export async function sumCarCosts(db: Db, carId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('car_costs')
    .select((eb) => eb.fn.sum<string | null>('amount').as('sum'))
    .where('car_id', '=', carId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

export async function insertCarCost(tx: Db, cost: Insertable<Tables['car_costs']>): Promise<void> {
  await tx.insertInto('car_costs').values(cost).execute()
}

/** Withdraws a cost that counts; false when there is no such cost. */
export async function setCostWithdrawn(tx: Db, costId: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('car_costs')
    .set({ withdrawn_at: now })
    .where('id', '=', costId)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type Withdrawable = 'car_costs' | 'service_records' | 'car_documents'

/** Who withdrew a row, and why: empty and null where the log does not know. */
export type Withdrawal = { withdrawnBy: string | null; withdrawnReason: string }

const UNKNOWN: Withdrawal = { withdrawnBy: null, withdrawnReason: '' }

/** Who withdrew these rows and why, as the audit log has it. */
export async function findWithdrawals(
  db: Db,
  subject: Withdrawable,
  rows: readonly { id: string; withdrawn_at: Date | null }[],
): Promise<(id: string) => Withdrawal> {
  const ids = rows.flatMap(({ id, withdrawn_at }) => (withdrawn_at === null ? [] : [id]))
  if (ids.length === 0) return () => UNKNOWN
  const found = await db
    .selectFrom('audit_log')
    .innerJoin('accounts', 'accounts.id', 'audit_log.account_id')
    .select(['audit_log.subject_id', 'audit_log.reason', accountName().as('by')])
    .where('audit_log.subject', '=', subject)
    .where('audit_log.subject_id', 'in', ids)
    .where(sql<boolean>`audit_log.before is not null and jsonb_exists(audit_log.after, 'withdrawn_at')`)
    .execute()
  const withdrawals = new Map(
    found.map(({ subject_id, by, reason }) => [subject_id, { withdrawnBy: by, withdrawnReason: reason }]),
  )
  return (id) => withdrawals.get(id) ?? UNKNOWN
}
