import { NOTICE_TOPICS } from '@twende/contract/accounts/notice-topics.ts'
import type { Notifications, Profile, ProfileChange } from '@twende/contract/accounts/profile-routes.ts'
import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Caller } from '../http/caller.ts'
import { Refusal } from '../http/refusal.ts'
import { type AccountRow, findAccountById } from './account-store.ts'
import { changeProfile, lockOpenAccount, type ProfileColumns } from './profile-store.ts'
import type { Secrets } from './secrets.ts'
import { signToken, type TokenDeps } from './session-token.ts'

/** Changes what the person says of themselves; the new token carries the new name and names the same session. */
export async function changeOwnProfile(
  deps: TokenDeps & { db: Database; secrets: Secrets },
  { accountId, sessionId, expiresAt }: Caller,
  change: ProfileChange,
): Promise<{ profile: Profile; token: string }> {
  const account = await inTransaction(deps.db, async (tx) => {
    if (!(await lockOpenAccount(tx, accountId))) throw new Refusal('not_signed_in')
    const before = await ownAccount(tx, accountId)
    const set = columnsOf(change, before)
    if (Object.keys(set).length > 0) await changeProfile(tx, accountId, set)
    return ownAccount(tx, accountId)
  })
  return { profile: toProfile(account), token: await signToken(deps, { ...account, sessionId, expiresAt }) }
}

/** The account of somebody who is signed in. */
export async function ownAccount(
  db: Parameters<typeof findAccountById>[0],
  accountId: string,
): Promise<AccountRow> {
  const account = await findAccountById(db, accountId)
  if (!account) throw new Refusal('not_signed_in')
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

function columnsOf({ name, phone, notifications }: ProfileChange, before: AccountRow): ProfileColumns {
  const isMuted = (topic: keyof Notifications) =>
    notifications?.[topic] === undefined ? before.muted.includes(topic) : !notifications[topic]
  return {
    ...(name === undefined ? {} : { name }),
    ...(phone === undefined ? {} : { phone }),
    ...(notifications === undefined ? {} : { muted: NOTICE_TOPICS.filter(isMuted) }),
  }
}
