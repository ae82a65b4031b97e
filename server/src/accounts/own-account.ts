import type { Notifications, Profile } from '@twende/contract/accounts/profile-routes.ts'
import type { Db } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import { type AccountRow, findAccountById } from './account-store.ts'

/** The account of somebody who is signed in. */
export async function ownAccount(db: Db, accountId: string): Promise<AccountRow> {
  const account = await findAccountById(db, accountId)
  if (!account) throw new AppError('not_signed_in')
  return account
}

export function toProfile(account: AccountRow): Profile {
  const wants = (topic: keyof Notifications) => !account.muted.includes(topic)
  return {
    _id: account.id,
    name: account.name,
    email: account.email,
    phone: account.phone,
    role: account.role,
    memberSince: account.createdAt.toISOString(),
    notifications: { bookings: wants('bookings'), listings: wants('listings'), orders: wants('orders') },
  }
}
