import { createHash } from 'node:crypto'
import type { Clock } from '../basic-deps.ts'
import type { Database, Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from './app-error.ts'
import { claimKey, findMade, sweepKeys, writeMade } from './idempotency-store.ts'

/** Who asks, nobody for the program itself, and with which key. */
export type Asker = { accountId: string | null; idempotencyKey?: string | undefined }

type OnceDeps = { db: Database; clock: Clock }

const KEPT_DAYS = 7

/** Makes a thing in one transaction and answers its id: for a key that was used before, the id of what it made then. */
export async function createOnce(
  { db, clock }: OnceDeps,
  { accountId, idempotencyKey: key }: Asker,
  wish: unknown,
  make: (tx: Db) => Promise<string>,
): Promise<string> {
  if (key === undefined || accountId === null) return inTransaction(db, make)
  const requestHash = createHash('sha256').update(JSON.stringify(wish)).digest('base64url')
  return inTransaction(db, async (tx) => {
    if (await claimKey(tx, { accountId, key, requestHash, now: clock.now() })) {
      const madeId = await make(tx)
      await writeMade(tx, { accountId, key }, madeId)
      return madeId
    }
    const first = await findMade(tx, { accountId, key })
    if (!first?.madeId || first.requestHash !== requestHash) throw new AppError('idempotency_conflict')
    return first.madeId
  })
}

export async function deleteOldIdempotencyKeys({ db, clock }: OnceDeps): Promise<void> {
  await sweepKeys(db, new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000))
}
