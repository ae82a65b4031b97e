import type { Db } from '../db/database.ts'
import type { Notification } from '../notifications/notification-kinds.ts'
import type { OrderParams } from '../notifications/notification-params.ts'
import { queueNotification, readRecipient } from '../notifications/queue-notification.ts'
import type { StoredOrder } from './order-store.ts'
import { orderNumber } from './present-order.ts'

/** Queues a notification about a change of an order, in the transaction of that change. Visitors get none: they have the chat. */
export async function notifyCustomer(
  tx: Db,
  order: StoredOrder,
  make: (params: OrderParams) => Notification,
  now: Date,
): Promise<void> {
  if (order.account_id === null) return
  // To the account's own email, not to the address in the form, which may be a stranger's.
  const recipient = await readRecipient(tx, order.account_id)
  if (!recipient) return
  const notification = make({
    name: recipient.name,
    number: orderNumber(order),
    amount: order.amount,
  })
  // The same may be told again after it was taken back.
  const dedupeKey = `${notification.kind} ${now.toISOString()}:${order.id}`
  await queueNotification(tx, { ...notification, accountId: order.account_id, recipient, dedupeKey }, now)
}
