import type { Logger } from 'pino'
import type { Clock } from '../basic-deps.ts'
import { readPlaceNames } from '../content/place-names.ts'
import type { Database } from '../db/database.ts'
import { continueTrace } from '../tracing/tracing.ts'
import type { ChannelSender } from './channels/channel.ts'
import type { ChannelSenders } from './channels/registry.ts'
import { composeText } from './compose-text.ts'
import {
  claimDueNotifications,
  type DueNotification,
  deleteContactCodesBefore,
  deleteUnsentOfOtherChannels,
  markFailed,
  markGivenUp,
  markSent,
} from './notification-store.ts'

const BATCH = 10
const LEASE_MINUTES = 5
const RETRY_MINUTES = [1, 5, 30, 120]

export type SenderDeps = { db: Database; clock: Clock; logger: Logger; channels: ChannelSenders }

/**
 * Sends what is due on one channel, so that a provider that is slow does not delay the other channels; safe to run in many
 * processes at once. The notifications of a process that dies are taken over when their lease ends: what it had just sent
 * may be sent twice, with the same idempotency key, but none is lost.
 */
export async function sendDueNotifications(
  deps: SenderDeps,
  channel: string,
  stopping?: AbortSignal,
): Promise<{ sent: number }> {
  const mark = markTogether(deps)
  let sent = 0
  for (;;) {
    const now = deps.clock.now()
    const leaseEnds = minutesAfter(now, LEASE_MINUTES)
    const due = await claimDueNotifications(deps.db, { channel, now, leaseEnds, limit: BATCH })
    const results = await Promise.all(due.map((notification) => sendOne({ ...deps, mark }, notification)))
    const delivered = results.filter(Boolean).length
    sent += delivered
    // When nothing is delivered the server or provider is down: the others keep their attempts.
    if (due.length < BATCH || delivered === 0 || stopping?.aborted) return { sent }
  }
}

/** Deletes what accounts chose to get on a channel that the market no longer offers; they get it by mail. */
export async function deleteUnofferedNotifications({
  db,
  channels,
}: Pick<SenderDeps, 'db' | 'channels'>): Promise<void> {
  await deleteUnsentOfOtherChannels(db, [...channels.keys()])
}

/** After a day no limit counts a code any more. */
export async function deleteOldContactCodes({ db, clock }: Pick<SenderDeps, 'db' | 'clock'>): Promise<void> {
  await deleteContactCodesBefore(db, new Date(clock.now().getTime() - 24 * 3_600_000))
}

type Mark = (notificationId: string) => Promise<void>

/** Marks notifications as sent: in one statement those that were sent while the last statement ran. */
function markTogether({ db, clock }: SenderDeps): Mark {
  let sent: string[] = []
  let marked = Promise.resolve()
  const markThem = () => {
    const ids = sent
    sent = []
    return markSent(db, ids, clock.now())
  }
  return (notificationId) => {
    sent.push(notificationId)
    if (sent.length === 1) marked = marked.then(markThem, markThem)
    return marked
  }
}

function sendOne(deps: SenderDeps & { mark: Mark }, notification: DueNotification): Promise<boolean> {
  const { kind, channel, trace } = notification
  const facts = { 'notification.kind': kind, 'notification.channel': channel }
  return continueTrace(trace, { name: 'send notification', facts }, () => send(deps, notification))
}

async function send(deps: SenderDeps & { mark: Mark }, notification: DueNotification): Promise<boolean> {
  const { id, kind, channel, recipient, createdAt } = notification
  const sender = deps.channels.get(channel)
  try {
    if (!sender) throw new Error(`no channel is called ${channel}`)
    const text = composeText(notification, await readPlaceNames(deps.db, notification.locale))
    await sender.send({ idempotencyKey: id, kind, recipient, text, createdAt })
  } catch (error) {
    await recordFailure(deps, notification, error, sender)
    return false
  }
  await deps.mark(id)
  deps.logger.info({ notificationId: id, kind, channel }, 'notification sent')
  return true
}

async function recordFailure(
  deps: SenderDeps,
  { id, kind, channel, attempts }: DueNotification,
  thrown: unknown,
  sender: ChannelSender | undefined,
): Promise<void> {
  const now = deps.clock.now()
  const error = describeError(thrown)
  const minutes = sender?.isPermanent(thrown) ? undefined : RETRY_MINUTES[attempts - 1]
  const failure = { notificationId: id, kind, channel, error, attempts }
  if (minutes === undefined) {
    await markGivenUp(deps.db, id, error, now)
    deps.logger.error(failure, 'notification given up')
    return
  }
  await markFailed(deps.db, id, { error, nextAttemptAt: minutesAfter(now, minutes) })
  deps.logger.warn(failure, 'notification not sent; it will be tried again')
}

/** Why it failed. Of a server's answer only the number: its text may name the recipient. */
function describeError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown'
  const code = 'code' in thrown ? String(thrown.code) : thrown.name
  if ('responseCode' in thrown) return `${code} ${String(thrown.responseCode)}`
  return `${code}: ${thrown.message}`.slice(0, 300)
}

function minutesAfter(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000)
}
