import { rightsOf } from '@twende/contract/accounts/account-rules.ts'
import type { Profile } from '@twende/contract/accounts/profile-routes.ts'
import {
  CHOSEN_CHANNELS,
  NOTIFICATION_TOPICS,
  Notifications,
} from '@twende/contract/notifications/notification-preferences.ts'
import type { Locale } from '@twende/messages/runtime'
import * as z from 'zod/mini'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import { offeredChannels } from '../../notifications/channels/registry.ts'
import { type AccountRow, findAccountById } from '../account-store.ts'
import { deleteRecoveries } from '../recovery/recovery-store.ts'
import { endSessions } from '../sessions/session-store.ts'

export type ProfileColumns = {
  name?: string
  phone?: string | null
  muted?: string[]
  channels?: string[]
  locale?: Locale
}

export async function changeProfile(tx: Db, accountId: string, set: ProfileColumns): Promise<void> {
  await tx.updateTable('accounts').set(set).where('id', '=', accountId).execute()
}

/** Locks an account until the transaction ends; false if it is banned or deleted. */
export async function lockOpenAccount(tx: Db, accountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('banned_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

type PasswordChange = { accountId: string; from: string; to: string; now: Date }

/** Sets a new password unless it was changed since it was read, and ends every session. */
export async function replaceKnownPassword(tx: Db, change: PasswordChange): Promise<boolean> {
  const row = await tx
    .updateTable('accounts')
    .set({ password_hash: change.to })
    .where('id', '=', change.accountId)
    .where('password_hash', '=', change.from)
    .where('banned_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (row) await endSessions(tx, change.accountId, change.now)
  if (row) await deleteRecoveries(tx, change.accountId)
  return row !== undefined
}

/** Removes personal data from an account; its id remains, because records of payments refer to it. */
export async function anonymizeAccount(
  tx: Db,
  account: { accountId: string; passwordHash: string; now: Date },
): Promise<void> {
  const { accountId, passwordHash, now } = account
  await deleteRecoveries(tx, accountId)
  await tx.deleteFrom('account_notes').where('account_id', '=', accountId).execute()
  await tx
    .updateTable('accounts')
    .set({
      name: null,
      email: `deleted-${accountId}@deleted.invalid`,
      phone: null,
      password_hash: passwordHash,
      muted: [],
      channels: [],
      banned_at: now,
      deleted_at: now,
    })
    .where('id', '=', accountId)
    .execute()
}

/** The account of the current user. */
export async function requireAccount(db: Db, accountId: string): Promise<AccountRow> {
  const account = await findAccountById(db, accountId)
  if (!account) throw new AppError('not_signed_in')
  return account
}

export function presentProfile(account: AccountRow, config: Pick<Config, 'channels' | 'demo'>): Profile {
  return {
    _id: account.id,
    name: account.name,
    email: account.email,
    phone: account.phone,
    role: account.role,
    rights: [...rightsOf(account.role, account.rights)],
    memberSince: account.createdAt.toISOString(),
    notifications: preferencesOf(account),
    channels: offeredChannels(config),
    locale: account.locale,
  }
}

type StoredPreferences = Pick<AccountRow, 'muted' | 'channels'>

/** An account stores the topics that are off, and the channels that are on. */
function preferencesOf({ muted, channels }: StoredPreferences): Notifications {
  const topics = NOTIFICATION_TOPICS.map((topic) => [topic, !muted.includes(topic)])
  const chosen = CHOSEN_CHANNELS.map((channel) => [channel, channels.includes(channel)])
  return z.parse(Notifications, Object.fromEntries([...topics, ...chosen]))
}

/** Preferences after a change; a channel that the market does not offer is left out. */
export function changePreferences(
  before: StoredPreferences,
  change: { [Name in keyof Notifications]?: boolean | undefined },
  config: Pick<Config, 'channels' | 'demo'>,
): StoredPreferences {
  const switches: Record<string, boolean | undefined> = { ...preferencesOf(before), ...change }
  return {
    muted: NOTIFICATION_TOPICS.filter((topic) => !switches[topic]),
    channels: offeredChannels(config).filter((channel) => switches[channel]),
  }
}
