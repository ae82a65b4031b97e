import { v7 as uuidv7 } from 'uuid'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { type Idempotency, withoutKey } from '../http/idempotency.ts'
import { releaseExpiredHolds } from './expire-holds.ts'
import { deleteBlock, insertBlock, isImportedBlock, lockCar } from './rented-car-store.ts'

type Blocking = { accountId: string | null; carId: string; from: Date; until: Date; reason: string }

/** Keeps a car off the road, for maintenance say; refuses while a live booking has it. Answers the block's id. */
export async function blockCar(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { accountId, ...blocking }: Blocking,
  idempotency: Idempotency = withoutKey({ db }),
): Promise<string> {
  if (blocking.from >= blocking.until) throw new AppError('rental_dates_invalid')
  const now = clock.now()
  return idempotency.transaction(async (tx) => {
    const id = uuidv7()
    if (!(await lockCar(tx, blocking.carId))) throw new AppError('car_not_found')
    await releaseExpiredHolds(tx, blocking.carId, now)
    await insertBlock(tx, { ...blocking, id, createdBy: accountId, now })
    return id
  })
}

/** Puts a car back on the road. */
export async function unblockCar({ db }: Pick<AppDeps, 'db'>, blockId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    // It would come again with the next reading.
    if (await isImportedBlock(tx, blockId)) throw new AppError('block_is_imported')
    if (!(await deleteBlock(tx, blockId))) throw new AppError('not_found')
  })
}
