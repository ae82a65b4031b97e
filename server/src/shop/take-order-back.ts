import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { RETURN_DAYS } from '@twende/contract/shop/order-status.ts'
import type { Db } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import { lockParts } from '../payments/collections/record-staff-payment.ts'
import { notifyOfRefund } from '../payments/refunds/create-refund.ts'
import { type PieceEnds, putBack } from './cancel-order.ts'
import { findDeliveryTime, findItemsOf, lockOrder, moveOrder } from './order-store.ts'
import { giveBackAll } from './owed-by-order.ts'
import { lockProducts } from './product-store.ts'
import { refusedMove } from './refused-move.ts'

type Returning = { orderId: string; accountId: string; reason: string; ends: PieceEnds }

/**
 * Takes back a delivered order within the days of the terms: its products are in stock again, and what was paid is owed
 * back.
 */
export async function takeOrderBack(
  tx: Db,
  { orderId, accountId, reason, ends }: Returning,
  now: Date,
): Promise<void> {
  const payable = { payableType: 'order', payableId: orderId } as const
  const parts = await lockParts(tx, payable, '')
  const items = await findItemsOf(tx, orderId)
  await lockProducts(
    tx,
    items.map(({ productId }) => productId),
  )
  const before = await lockOrder(tx, orderId)
  if (!before) throw new AppError('order_not_found')
  const change = { orderId, move: 'takeBack', by: 'staff', accountId, now, note: reason } as const
  if (!(await moveOrder(tx, change))) throw refusedMove('takeBack', before.status)
  const delivered = await findDeliveryTime(tx, orderId)
  if (!delivered || nairobiDay(now) > addDays(nairobiDay(delivered), RETURN_DAYS))
    throw new AppError('order_return_too_late')
  await putBack(tx, orderId, items, ends)
  const amount = await giveBackAll(tx, { orderId, parts, reason: 'given_back', note: reason }, now)
  if (amount === 0) return
  await notifyOfRefund(
    tx,
    { payable, amount, why: 'given_back', note: reason, occasion: `return ${orderId} ${now.toISOString()}` },
    now,
  )
}
