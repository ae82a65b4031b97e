import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import type { Notification } from '../../notifications/notification-kinds.ts'
import type { FactorKind } from '../../notifications/notification-params.ts'
import { queueNotification } from '../../notifications/queue-notification.ts'
import { countRecoveryCodes } from './factor-store.ts'

type Recipient = { id: string; name: string; email: string }

/** Every change of how an account is protected is mailed to the person, in the transaction of the change. */
function notify(tx: Db, { id, email }: Recipient, notification: Notification, now: Date): Promise<void> {
  const dedupeKey = `${notification.kind} ${uuidv7()}`
  return queueNotification(tx, { ...notification, accountId: id, email, dedupeKey }, now)
}

export function notifyFactorAdded(tx: Db, to: Recipient, factor: FactorKind, now: Date): Promise<void> {
  const params = { name: to.name, factor, at: now.toISOString() }
  return notify(tx, to, { kind: 'second_factor_added', params }, now)
}

export function notifyFactorRemoved(tx: Db, to: Recipient, factor: FactorKind, now: Date): Promise<void> {
  const params = { name: to.name, factor, at: now.toISOString() }
  return notify(tx, to, { kind: 'second_factor_removed', params }, now)
}

export function notifyFactorsReset(tx: Db, to: Recipient, now: Date): Promise<void> {
  const params = { name: to.name, at: now.toISOString() }
  return notify(tx, to, { kind: 'second_factor_reset', params }, now)
}

export async function notifyRecoveryCodeUsed(tx: Db, to: Recipient, now: Date): Promise<void> {
  const left = await countRecoveryCodes(tx, to.id)
  const params = { name: to.name, left, at: now.toISOString() }
  await notify(tx, to, { kind: 'recovery_code_used', params }, now)
}
