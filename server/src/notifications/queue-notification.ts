import { MAIL } from '@twende/contract/notifications/notification-preferences.ts'
import { getLocale } from '@twende/messages/runtime'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../db/database.ts'
import { traceToStore } from '../tracing/tracing.ts'
import { channels, isChannelName } from './channels/registry.ts'
import {
  KINDS_WITH_SECRET,
  type Notification,
  type NotificationKind,
  type NotificationParams,
  notificationKinds,
  SHORT_KINDS,
} from './notification-kinds.ts'
import { countQueued, findRecipient, findStaff, insertNotification } from './notification-store.ts'

export type NewNotification = Notification & {
  /** Whose it is, if they have an account. */
  accountId: string | null
  /** Where mail goes: one address; that of the account where none is given. */
  email?: string
  /** One phone, and no mail: the person asked for a text message there. Whoever queues it counts how many are sent. */
  phoneOnly?: string
  /** Of somebody without an account, for whom staff acts: the channels of the account are those of staff. */
  mailOnly?: boolean
  /** What `readRecipient` found of the account, if it was called already. */
  recipient?: Recipient
  /** Names the event: each event is sent once on each channel. */
  dedupeKey: string
}

/**
 * Writes a notification in the transaction of the change that it reports, one row for each channel that the account
 * wants. It is sent after the commit, and never if there is none.
 */
export async function queueNotification(tx: Db, notification: NewNotification, now: Date): Promise<void> {
  const { accountId, dedupeKey, kind } = notification
  const params = writeParams(kind, notification.params)
  const account =
    notification.recipient ?? (accountId === null ? undefined : await findRecipient(tx, accountId))
  // A person without an account is written to in the language in which they asked.
  const locale = account?.locale ?? getLocale()
  const trace = traceToStore() ?? null
  for (const { channel, recipient } of findDestinations(notification, account)) {
    if (
      notification.phoneOnly === undefined &&
      (await isLimitReached(tx, { channel, recipient, accountId }, now))
    )
      continue
    await insertNotification(tx, {
      id: uuidv7(),
      accountId,
      channel,
      kind,
      params,
      locale,
      recipient,
      dedupeKey,
      createdAt: now,
      trace,
    })
  }
}

type Destination = { channel: string; recipient: string }
export type Recipient = Awaited<ReturnType<typeof findRecipient>>

/** What a notification needs to know of an account; undefined once it is deleted. */
export function readRecipient(db: Db, accountId: string): Promise<Recipient> {
  return findRecipient(db, accountId)
}

/**
 * The only place that reads which channels an account wants: mail, and those that its person chose besides. No secret is
 * sent by those. Nothing is sent about topics that the person switched off, or to a deleted account.
 */
function findDestinations(
  { accountId, email, phoneOnly, kind, mailOnly = false }: NewNotification,
  account: Recipient,
): Destination[] {
  if (phoneOnly !== undefined) return [{ channel: 'sms', recipient: phoneOnly }]
  const { topic } = notificationKinds[kind]
  // The account of a person for whom staff acts is that of staff: what they switched off, or its end, is no matter of the person.
  if (accountId !== null && !mailOnly && (!account || account.muted.includes(topic))) return []
  const chosen = mailOnly || KINDS_WITH_SECRET.includes(kind) ? [] : (account?.channels ?? [])
  const mailTo = email ?? account?.email
  if (mailTo === undefined) throw new Error(`no address for a notification about ${kind}`)
  const contact = { email: mailTo, phone: account?.phone ?? null }
  return Object.entries(channels).flatMap(([channel, { addressOf, limits }]) => {
    const isTooLong = limits?.shortKindsOnly === true && !SHORT_KINDS.includes(kind)
    const isWanted = channel === MAIL || (chosen.includes(channel) && !isTooLong)
    const recipient = isWanted ? addressOf(contact) : undefined
    return recipient === undefined ? [] : [{ channel, recipient }]
  })
}

const DAY_MS = 24 * 3_600_000

/**
 * Whether as many messages as the channel allows within a day were queued for the address or the account. The phone of an
 * account is not verified: it may be a stranger's, and may be changed to another stranger's.
 */
async function isLimitReached(
  tx: Db,
  { channel, recipient, accountId }: Destination & { accountId: string | null },
  now: Date,
): Promise<boolean> {
  const mostPerDay = isChannelName(channel) ? channels[channel].limits?.mostPerDay : undefined
  if (mostPerDay === undefined) return false
  const since = new Date(now.getTime() - DAY_MS)
  return (await countQueued(tx, { channel, recipient, accountId, since })) >= mostPerDay
}

function writeParams<Kind extends NotificationKind>(kind: Kind, params: NotificationParams[Kind]): string {
  return notificationKinds[kind].document.write(params)
}

export type StaffMember = Awaited<ReturnType<typeof findStaff>>[number]

/** Those who work here. */
export const staffToNotify = (db: Db): Promise<StaffMember[]> => findStaff(db)

/** Writes a notification to each who works here, or to each of some of them, once; `event` names what it is about. */
export async function notifyStaff(
  tx: Db,
  make: (name: string) => Notification,
  event: string,
  now: Date,
  isMeant: (person: StaffMember) => boolean = () => true,
): Promise<void> {
  const people = await staffToNotify(tx)
  for (const { id: accountId, name, email } of people.filter(isMeant)) {
    const notification = make(name)
    const dedupeKey = `${notification.kind}:${event} ${accountId}`
    await queueNotification(tx, { ...notification, accountId, email, dedupeKey }, now)
  }
}
