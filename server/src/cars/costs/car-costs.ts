import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { type Day, nairobiDay } from '@twende/contract/calendar-day.ts'
import { type CarCost, type CostKind, costKindLabels } from '@twende/contract/cars/car-cost-routes.ts'
import { m } from '@twende/messages'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import { type PageInput, readPage } from '../../db/list-page.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { type CsvColumns, csvTable, timeCell } from '../../http/csv.ts'
import type { Idempotency } from '../../http/idempotency.ts'
import type { Uploader } from '../../media/upload-pictures.ts'
import { findPrivateFiles, keepPrivateFiles, presentPrivateFile } from '../../private-files/private-files.ts'
import { isKnownCar } from '../car-store.ts'
import { type ScanDeps, saveScan } from '../documents/car-documents.ts'
import {
  type CarCostRow,
  type CostSearch,
  type ExportedCost,
  findCarCosts,
  findExportedCosts,
  findWithdrawals,
  insertCarCost,
  setCostWithdrawn,
  sumCarCosts,
  type Withdrawal,
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

type CostWithWithdrawal = ExportedCost & Withdrawal

const columns: CsvColumns<CostWithWithdrawal> = [
  [m.csv_day, ({ day }) => day],
  [m.csv_car, ({ car_name }) => car_name],
  [m.csv_number_plate, ({ number_plate }) => number_plate],
  [m.csv_kind, ({ kind }) => costKindLabels[kind]()],
  [m.csv_amount_ksh, ({ amount, withdrawn_at }) => (withdrawn_at ? 0 : amount), 'total'],
  [m.csv_withdrawn_ksh, ({ amount, withdrawn_at }) => (withdrawn_at ? amount : 0), 'total'],
  [m.csv_note, ({ note }) => note],
  [m.csv_recorded_at, ({ created_at }) => timeCell(created_at)],
  [m.csv_recorded_by, ({ created_by_name }) => created_by_name],
  [m.csv_withdrawn_at, ({ withdrawn_at }) => timeCell(withdrawn_at)],
  [m.csv_withdrawn_by, ({ withdrawnBy }) => withdrawnBy],
  [m.csv_withdrawn_because, ({ withdrawnReason }) => withdrawnReason],
]

/** What was paid for one car or for all as a CSV table. What is withdrawn counts no more, and has a column of its own. */
export function carCostsCsv(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  callerRole: Role,
  search: CostSearch,
) {
  return csvTable({
    role: callerRole,
    name: 'costs',
    filters: search,
    now: clock.now(),
    columns,
    find: (limit) => findExportedCosts(db, { ...search, limit }),
    read: async (rows) => {
      const withdrawalOf = await findWithdrawals(db, 'car_costs', rows)
      return rows.map((row) => ({ ...row, ...withdrawalOf(row.id) }))
    },
  })
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
