import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { deleteBlock } from './rented-car-store.ts'

/** Puts a car back on the road. */
export async function unblockCar({ db }: Pick<AppDeps, 'db'>, blockId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await deleteBlock(tx, blockId))) throw new AppError('not_found')
  })
}
