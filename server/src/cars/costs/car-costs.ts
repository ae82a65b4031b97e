import { type Day, nairobiDay } from '@twende/contract/calendar-day.ts'
import type { CarCost, CostKind } from '@twende/contract/cars/car-cost-routes.ts'
import { m } from '@twende/messages'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import { type PageInput, readPage } from '../../db/list-page.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Idempotency } from '../../http/idempotency.ts'
import type { Uploader } from '../../media/upload-pictures.ts'
import { findPrivateFiles, keepPrivateFiles, presentPrivateFile } from '../../private-files/private-files.ts'
import { isKnownCar } from '../car-store.ts'
import { type ScanDeps, saveScan } from '../documents/car-documents.ts'
import {
  type CarCostRow,
  findCarCosts,
  findWithdrawals,
  insertCarCost,
  setCostWithdrawn,
  sumCarCosts,
} from './car-cost-store.ts'

const PAGE_SIZE = 50

type ReadDeps = Pick<AppDeps, 'db' | 'clock' | 'tokenSecret'>

/** A page of what was paid for a car, with links of `accountId` to the scans. */
export async function readCarCosts(
  deps: ReadDeps,
  { carId, accountId, ...page }: { carId: string; accountId: string } & PageInput,
) {
  const { db } = deps
  if (!(await isKnownCar(db, carId))) throw new AppError('car_not_found')
  const [list, sum] = await Promise.all([
    readPage(page, {
      size: PAGE_SIZE,
      find: (range) => findCarCosts(db, { carId, ...range }),
      read: (rows) => presentCosts(deps, rows, accountId),
    }),
    sumCarCosts(db, carId),
  ])
  return { ...list, sum }
}

async function presentCosts(
  deps: ReadDeps,
  rows: readonly CarCostRow[],
  accountId: string,
): Promise<CarCost[]> {
  const files = await findPrivateFiles(
    deps,
    rows.flatMap(({ scan }) => scan ?? []),
  )
  const withdrawalOf = await findWithdrawals(deps.db, 'car_costs', rows)
  return rows.map((row) => {
    const file = files.find(({ id }) => id === row.scan)
    return {
      _id: row.id,
      kind: row.kind,
      amount: row.amount,
      day: row.day,
      note: row.note,
      scan: file ? presentPrivateFile(deps, file, accountId) : null,
      createdBy: row.created_by_name,
      createdAt: row.created_at.toISOString(),
      withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
      ...withdrawalOf(row.id),
    }
  })
}

type CostInput = { carId: string; kind: CostKind; amount: number; day: Day; note: string }

/** Records what was paid for a car, with a scan of the receipt if one was sent. */
export async function addCarCost(
  deps: ScanDeps,
  idempotency: Idempotency,
  { cost, by, files }: { cost: CostInput; by: Uploader; files: ReadonlyMap<string, Buffer> },
): Promise<void> {
  if (!(await isKnownCar(deps.db, cost.carId))) throw new AppError('car_not_found')
  const now = deps.clock.now()
  refuseDayAhead(cost.day, now)
  if (await idempotency.earlier()) return
  const scan = await saveScan(deps, files, by)
  await idempotency.transaction(async (tx) => {
    if (scan) await keepPrivateFiles(tx, { ids: [scan.id], now })
    return recordCost(tx, { ...cost, accountId: by.accountId, scan: scan?.id ?? null, now })
  })
}

type NewCost = CostInput & { accountId: string; scan: string | null; now: Date }

/** Inserts a cost, in the transaction of what it belongs to; returns its id. */
export async function recordCost(tx: Db, { carId, accountId, now, ...facts }: NewCost): Promise<string> {
  const id = uuidv7()
  await insertCarCost(tx, { ...facts, id, car_id: carId, created_by: accountId, created_at: now })
  return id
}

/** What was done or paid was so today or earlier. */
export function refuseDayAhead(day: Day, now: Date, field = 'day'): void {
  if (day <= nairobiDay(now)) return
  const message = m.validation_day_ahead()
  throw new AppError('invalid', { message, data: { fields: { [field]: message } } })
}

/** Withdraws a cost, so that it counts no more. */
export async function withdrawCarCost(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  costId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await setCostWithdrawn(tx, costId, clock.now()))) throw new AppError('car_cost_not_found')
  })
}
