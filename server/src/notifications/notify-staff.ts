import type { Db } from '../db/database.ts'
import type { Notification } from './notification-kinds.ts'
import { findStaff } from './notification-store.ts'
import { queueNotification } from './queue-notification.ts'

export type StaffMember = Awaited<ReturnType<typeof findStaff>>[number]

/** Those who work here. */
export const staffToNotify = (db: Db): Promise<StaffMember[]> => findStaff(db)

/** Writes a notification to each who works here, once; `event` names what it is about. */
export async function notifyStaff(
  tx: Db,
  make: (name: string) => Notification,
  event: string,
  now: Date,
): Promise<void> {
  for (const { id: accountId, name, email } of await staffToNotify(tx)) {
    const notification = make(name)
    const dedupeKey = `${notification.kind}:${event} ${accountId}`
    await queueNotification(tx, { ...notification, accountId, email, dedupeKey }, now)
  }
}
