import { sql } from 'kysely'
import { accountName } from '../../db/account-name.ts'
import type { Db } from '../../db/database.ts'

export type NewFeed = {
  id: string
  carId: string | null
  name: string
  tokenHash: string
  createdBy: string
  now: Date
}

export async function insertFeed(tx: Db, feed: NewFeed): Promise<void> {
  await tx
    .insertInto('calendar_feeds')
    .values({
      id: feed.id,
      car_id: feed.carId,
      name: feed.name,
      token_hash: feed.tokenHash,
      created_by: feed.createdBy,
      created_at: feed.now,
    })
    .execute()
}

/** Whoever made the feed is staff, and not banned: an address gives no more than its maker may see. */
const IS_OF_STAFF = sql<boolean>`coalesce(accounts.role <> 'user' and accounts.banned_at is null, false)`

/** The feeds that are not revoked, the newest first: those of one car, or all. */
export async function findFeeds(db: Db, carId: string | undefined) {
  let query = db.selectFrom('calendar_feeds').where('revoked_at', 'is', null)
  if (carId !== undefined) query = query.where('calendar_feeds.car_id', '=', carId)
  return query
    .leftJoin('cars', 'cars.id', 'calendar_feeds.car_id')
    .leftJoin('accounts', 'accounts.id', 'calendar_feeds.created_by')
    .select([
      'calendar_feeds.id',
      'calendar_feeds.name',
      'calendar_feeds.car_id',
      'cars.name as car_name',
      'calendar_feeds.created_at',
      'calendar_feeds.last_used_at',
    ])
    .select([
      accountName('accounts').as('created_by_name'),
      sql<boolean>`not ${IS_OF_STAFF}`.as('is_stopped'),
    ])
    .orderBy('calendar_feeds.created_at', 'desc')
    .orderBy('calendar_feeds.id', 'desc')
    .execute()
}

/**
 * The feed of a token that was not revoked. Always read from the database, so that a revoked one, or that of somebody who is no
 * longer staff, stops at once.
 */
export async function findFeed(db: Db, tokenHash: string) {
  return db
    .selectFrom('calendar_feeds')
    .leftJoin('accounts', 'accounts.id', 'calendar_feeds.created_by')
    .select(['calendar_feeds.id', 'calendar_feeds.name', 'calendar_feeds.car_id'])
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where(IS_OF_STAFF)
    .executeTakeFirst()
}

/** Records a use, at most once a minute. */
export async function markFeedUsed(db: Db, feedId: string, now: Date): Promise<void> {
  await db
    .updateTable('calendar_feeds')
    .set({ last_used_at: now })
    .where('id', '=', feedId)
    .where((eb) =>
      eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', new Date(now.getTime() - 60_000))]),
    )
    .execute()
}

/** False if there is no such feed, or it was revoked already. */
export async function setFeedRevoked(tx: Db, feedId: string, now: Date): Promise<boolean> {
  const revoked = await tx
    .updateTable('calendar_feeds')
    .set({ revoked_at: now })
    .where('id', '=', feedId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return revoked !== undefined
}

/** The cars that the calendar shows, by name: one of them, or all. */
export async function findFeedCars(db: Db, carId: string | null) {
  let query = db.selectFrom('cars').select(['id', 'name']).where('retired_at', 'is', null)
  if (carId !== null) query = query.where('id', '=', carId)
  return query.orderBy('name').orderBy('id').execute()
}
