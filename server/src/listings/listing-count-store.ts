import type { ContactWay } from '@twende/contract/listings/listing-choices.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

type Seen = { listingId: string; visitor: string; day: string }

/** Counts a visitor's look at a listing, once a day, in one statement. */
export async function countView(db: Db, { listingId, visitor, day }: Seen): Promise<void> {
  await sql`
    with seen as (
      insert into listing_views (listing_id, day, visitor) values (${listingId}::uuid, ${day}::date, ${visitor})
      on conflict do nothing returning listing_id
    )
    update listings set views = views + 1 from seen where listings.id = seen.listing_id
  `.execute(db)
}

/** Counts a tap on a way to reach the seller, once a visitor, way and day. */
export async function countLead(
  db: Db,
  { listingId, visitor, day, way, now }: Seen & { way: ContactWay; now: Date },
): Promise<void> {
  await sql`
    with tapped as (
      insert into listing_leads (listing_id, day, visitor, way, at)
      values (${listingId}::uuid, ${day}::date, ${visitor}, ${way}, ${now}::timestamptz)
      on conflict do nothing returning listing_id
    )
    update listings set leads = leads + 1 from tapped where listings.id = tapped.listing_id
  `.execute(db)
}

/** How often each of the listings was looked at from `day` on. */
export async function viewsSince(
  db: Db,
  listingIds: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, number>> {
  if (listingIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('listing_views')
    .select(['listing_id', sql<number>`count(*)`.as('views')])
    .where('listing_id', 'in', listingIds)
    .where('day', '>=', day)
    .groupBy('listing_id')
    .execute()
  return new Map(rows.map(({ listing_id, views }) => [listing_id, views]))
}

/** Forgets who looked before `day`; the sums stay. */
export async function sweepViews(db: Db, day: string): Promise<void> {
  await db.deleteFrom('listing_views').where('day', '<', day).execute()
  await db.deleteFrom('listing_leads').where('day', '<', day).execute()
}
