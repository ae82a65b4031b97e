import { bookingStatusLabel } from '@twende/contract/bookings/booking-status-format.ts'
import type { CalendarFeed } from '@twende/contract/bookings/calendar-link-routes.ts'
import { addDays, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { calendarFile, calendarInstant, calendarText } from '@twende/contract/calendar-file.ts'
import { m } from '@twende/messages'
import { v7 as uuidv7 } from 'uuid'
import { keyedHash, keyFor, tokenHash } from '../../accounts/secrets.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Idempotency } from '../../http/idempotency.ts'
import { findShownSpans, type ShownSpan } from '../calendar-store.ts'
import { lockCar } from '../rented-car-store.ts'
import {
  findFeed,
  findFeedCars,
  findFeeds,
  insertFeed,
  markFeedUsed,
  setFeedRevoked,
} from './calendar-feed-store.ts'

const DAYS_BACK = 30
/** By the programs of one calendar within a minute, and from one network with addresses that are none. */
const MOST_READINGS = 120
const DAYS_AHEAD = 365

type NewFeed = { name: string; carId?: string | undefined; accountId: string }

/** Makes a feed; returns its address, which is told only then. A repeated request gets the same one. */
export async function createFeed(
  { clock, config, tokenSecret }: Pick<AppDeps, 'clock' | 'config' | 'tokenSecret'>,
  { name, carId, accountId }: NewFeed,
  idempotency: Idempotency,
): Promise<string> {
  // Not random: a repeated request is told the token again, of which only the hash is stored.
  const tokenOf = (feedId: string) => keyedHash(keyFor('addresses of our calendar', tokenSecret), feedId)
  const feedId = await idempotency.transaction(async (tx) => {
    if (carId !== undefined && !(await lockCar(tx, carId))) throw new AppError('car_not_found')
    const id = uuidv7()
    await insertFeed(tx, {
      id,
      carId: carId ?? null,
      name,
      tokenHash: tokenHash(tokenOf(id)),
      createdBy: accountId,
      now: clock.now(),
    })
    return id
  })
  return `${config.publicUrl}/api/calendar-feed/${tokenOf(feedId)}/calendar.ics`
}

export async function listFeeds(
  { db }: Pick<AppDeps, 'db'>,
  carId: string | undefined,
): Promise<CalendarFeed[]> {
  return (await findFeeds(db, carId)).map((feed) => ({
    _id: feed.id,
    name: feed.name,
    car: feed.car_id === null ? null : { _id: feed.car_id, name: feed.car_name ?? '' },
    createdBy: feed.created_by_name,
    createdAt: feed.created_at.toISOString(),
    lastUsedAt: feed.last_used_at?.toISOString() ?? null,
    isStopped: feed.is_stopped,
  }))
}

export async function revokeFeed(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  feedId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await setFeedRevoked(tx, feedId, clock.now()))) throw new AppError('not_found')
  })
}

/** The calendar of the feed that has this token, as the board shows it, without whom or what a block is for. */
export async function readFeed(
  { db, clock, config, countGuess }: Pick<AppDeps, 'db' | 'clock' | 'config' | 'countGuess'>,
  { token, network }: { token: string; network: string },
): Promise<string> {
  const feed = await findFeed(db, tokenHash(token))
  // Programs of many people read from one network, so that only counts where there is no calendar.
  const bucket = feed ? `readings of calendar ${feed.id}` : `readings of no calendar ${network}`
  const reading = await countGuess([{ bucket, max: MOST_READINGS, seconds: 60 }])
  if (!reading.allowed) {
    throw new AppError('rate_limited', { retryAfterSeconds: reading.retryAfterSeconds })
  }
  if (!feed) throw new AppError('not_found')
  const now = clock.now()
  await markFeedUsed(db, feed.id, now)
  const today = nairobiDay(now)
  const cars = new Map((await findFeedCars(db, feed.car_id)).map(({ id, name }) => [id, name]))
  const spans = await findShownSpans(db, [...cars.keys()], {
    from: nairobiInstant(addDays(today, -DAYS_BACK), '00:00'),
    until: nairobiInstant(addDays(today, DAYS_AHEAD), '00:00'),
    now,
  })
  return calendarFile('-//Twende//Fleet//EN', [
    `X-WR-CALNAME:${calendarText(feed.name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...spans.flatMap((span) => {
      const what = spanWords(span)
      const car = cars.get(span.car_id) ?? ''
      const summary = feed.car_id === null ? m.calendar_feed_of_car({ car, what }) : what
      return entry(lateUntilBack(span, now), { summary, uid: `${span.id}${ownUids(config)}` })
    }),
  ])
}

/** How the UIDs of our entries end, by which they are known when they come back in another calendar. */
export function ownUids({ publicUrl }: Pick<AppDeps['config'], 'publicUrl'>): string {
  return `@calendar.${new URL(publicUrl).hostname}`
}

/** A car that is late takes the time until it can be back and ready. */
function lateUntilBack(span: ShownSpan, now: Date): ShownSpan {
  const isLate = span.kind === 'booking' && span.status === 'active' && span.ends_at < now
  return isLate ? { ...span, ends_at: span.occupied_until } : span
}

function entry(span: ShownSpan, { summary, uid }: { summary: string; uid: string }): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${calendarInstant(span.changed_at)}`,
    `DTSTART:${calendarInstant(span.starts_at)}`,
    `DTEND:${calendarInstant(span.ends_at)}`,
    `SUMMARY:${calendarText(summary)}`,
    `STATUS:${span.kind === 'booking' && span.status === 'pending' ? 'TENTATIVE' : 'CONFIRMED'}`,
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ]
}

function spanWords(span: ShownSpan): string {
  if (span.kind === 'block') return m.admin_calendar_blocked()
  const { status, car_is_lost: carIsLost, reference } = span
  const state = status === 'active' ? m.admin_calendar_out_now() : bookingStatusLabel({ status, carIsLost })
  return m.calendar_feed_booking({ reference, state })
}
