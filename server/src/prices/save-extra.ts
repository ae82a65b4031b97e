import type { ExtraInput } from '@twende/contract/prices/extra.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../db/database.ts'
import { findSelectableLocationId } from '../db/selectable-catalog-items.ts'
import { inTransaction, nextUpdatedAt } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { Idempotency } from '../http/idempotency.ts'
import { changeExtra, deleteExtra, insertExtra, lockExtra } from './extra-store.ts'

type SaveDeps = Pick<AppDeps, 'db' | 'clock'>

/** Adds an extra to the price list; answers its id. Bookings that were made keep theirs. */
export async function addExtra(
  { clock }: SaveDeps,
  extra: ExtraInput,
  idempotency: Idempotency,
): Promise<string> {
  return idempotency.transaction(async (tx) => {
    const now = clock.now()
    const id = uuidv7()
    await insertExtra(tx, { id, ...(await columnsOf(tx, extra)), created_at: now, updated_at: now })
    return id
  })
}

/** Changes an extra as staff saw it. */
export async function updateExtra(
  { db, clock }: SaveDeps,
  extraId: string,
  { extra, updatedAt }: { extra: ExtraInput; updatedAt: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const stored = await lockExtra(tx, extraId)
    if (!stored) throw new AppError('not_found')
    if (updatedAt !== stored.updated_at.toISOString()) throw new AppError('changed_meanwhile')
    const updated = nextUpdatedAt(stored.updated_at, clock.now())
    await changeExtra(tx, extraId, { ...(await columnsOf(tx, extra, stored)), updated_at: updated })
  })
}

export async function removeExtra({ db }: SaveDeps, extraId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await deleteExtra(tx, extraId))) throw new AppError('not_found')
  })
}

type StoredPlaces = { location_id: string | null; to_location_id: string | null }

async function columnsOf(tx: Db, extra: ExtraInput, stored?: StoredPlaces) {
  const { kind, price, stock, place, toPlace, atAddress, km } = extra
  return {
    kind,
    price,
    stock,
    location_id: await placeId(tx, place, stored?.location_id),
    to_location_id: await placeId(tx, toPlace, stored?.to_location_id),
    at_address: atAddress,
    km,
  }
}

async function placeId(
  tx: Db,
  name: string | null,
  current: string | null | undefined,
): Promise<string | null> {
  if (name === null) return null
  const id = await findSelectableLocationId(tx, { name, currentId: current ?? undefined })
  if (id === undefined) throw new AppError('location_unknown')
  return id
}
