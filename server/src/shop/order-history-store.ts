import type { OrderActor } from '@twende/contract/shop/order-status.ts'
import type { Db } from '../db/database.ts'

type Happening = { by: OrderActor; now: Date; what: string; note?: string; accountId?: string }

/** Adds what happened to the story of an order. */
export async function writeHistory(
  tx: Db,
  { id, status }: { id: string; status: string },
  { by, now, what, note = '', accountId }: Happening,
): Promise<void> {
  await tx
    .insertInto('order_history')
    .values({ order_id: id, at: now, actor: by, account_id: accountId ?? null, what, status, note })
    .execute()
}
