import { createHash } from 'node:crypto'
import type { Clock } from '../basic-deps.ts'
import type { Database, Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from './app-error.ts'
import {
  claimKey,
  deleteKeysBefore,
  findUsedKey,
  type IdempotencyKey,
  saveMadeId,
} from './idempotency-store.ts'

/** Makes a repeated request answer what the first one made. A request without a key is always the first. */
export type Idempotency = {
  hasKey: boolean
  /** What an earlier request with this key made; undefined when there was none. */
  earlier(): Promise<{ madeId: string | null } | undefined>
  /**
   * Makes something in one transaction and returns its id. For a key that was used before, returns the id of what it
   * made then; waits for a request that is using the key right now.
   */
  transaction(make: (tx: Db) => Promise<string>): Promise<string>
  /** The same for a transaction that is open already; fails, with all of it, when the key was used before. */
  save(tx: Db, madeId: string | null): Promise<void>
}

type IdempotencyDeps = { db: Database; clock: Clock }

const RETENTION_DAYS = 90

/** The key and what was made are committed together, so a crash leaves both or neither. */
export function withKey({ db, clock }: IdempotencyDeps, key: IdempotencyKey): Idempotency {
  const earlier = async (tx: Db = db) => {
    const first = await findUsedKey(tx, key)
    if (first && first.requestHash !== key.requestHash) throw new AppError('idempotency_conflict')
    return first
  }
  return {
    hasKey: true,
    earlier: () => earlier(),
    transaction: (make) =>
      inTransaction(db, async (tx) => {
        if (await claimKey(tx, key, clock.now())) {
          const madeId = await make(tx)
          await saveMadeId(tx, key, madeId)
          return madeId
        }
        const first = await earlier(tx)
        if (!first?.madeId) throw new AppError('idempotency_conflict')
        return first.madeId
      }),
    async save(tx, madeId) {
      if (!(await claimKey(tx, key, clock.now()))) throw new AppError('idempotency_conflict')
      await saveMadeId(tx, key, madeId)
    },
  }
}

/** For requests without a key, and for scheduled tasks. */
export function withoutKey({ db }: Pick<IdempotencyDeps, 'db'>): Idempotency {
  return {
    hasKey: false,
    earlier: async () => undefined,
    transaction: (make) => inTransaction(db, make),
    save: async () => {},
  }
}

type HashedRequest = { params: unknown; body: unknown; files: ReadonlyMap<string, Buffer> }

/** A hash of parameters, body and files; the order of fields does not matter. */
export function requestHash({ params, body, files }: HashedRequest): string {
  const fileHashes = [...files].map(([name, bytes]) => [
    name,
    createHash('sha256').update(bytes).digest('hex'),
  ])
  const text = JSON.stringify({ params, body, files: Object.fromEntries(fileHashes) }, withSortedFields)
  return createHash('sha256').update(text).digest('base64url')
}

function withSortedFields(_name: string, value: unknown): unknown {
  if (!value || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

export async function deleteOldIdempotencyKeys({ db, clock }: IdempotencyDeps): Promise<void> {
  await deleteKeysBefore(db, new Date(clock.now().getTime() - RETENTION_DAYS * 86_400_000))
}
