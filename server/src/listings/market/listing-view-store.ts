import type { ContactWay } from '@twende/contract/listings/listing-choices.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Visitor } from './visitor.ts'

type VisitInput = Visitor & { listingId: string }

/**
 * The most visitors of one network that are counted: for views by day, for leads by way of contact. Constraints of the
 * tables have the same number.
 */
const MOST_PER_NETWORK = 3

/** Counts a view, once a visitor and day. */
export async function countView(
  db: Db,
  { listingId, visitor, network, day }: VisitInput & { day: string },
): Promise<void> {
  await sql`
    with place as (
      select coalesce(max(slot), 0) + 1 as slot from listing_views
      where listing_id = ${listingId}::uuid and day = ${day}::date and network = ${network}
    ), seen as (
      insert into listing_views (listing_id, day, visitor, network, slot)
      select ${listingId}::uuid, ${day}::date, ${visitor}, ${network}, slot from place where slot <= ${MOST_PER_NETWORK}
      on conflict do nothing returning listing_id
    )
    update listings set views = views + 1 from seen where listings.id = seen.listing_id
  `.execute(db)
}

/** Counts a lead, once a visitor, however many ways of contact they ask for; each way is kept. */
export async function countLead(
  db: Db,
  { listingId, visitor, network, way, now }: VisitInput & { way: ContactWay; now: Date },
): Promise<void> {
  await sql`
    with known as (
      select visitor, way, slot from listing_leads where listing_id = ${listingId}::uuid and network = ${network}
    ), place as (
      select coalesce(max(slot), 0) + 1 as slot from known where way = ${way}
    ), tapped as (
      insert into listing_leads (listing_id, visitor, network, slot, way, at)
      select ${listingId}::uuid, ${visitor}, ${network}, slot, ${way}, ${now}::timestamptz from place
      where slot <= ${MOST_PER_NETWORK}
      on conflict do nothing returning listing_id
    )
    update listings set leads = leads + 1 from tapped
    where listings.id = tapped.listing_id and not exists (select from known where visitor = ${visitor})
      and (select count(distinct visitor) from known) < ${MOST_PER_NETWORK}
  `.execute(db)
}

/** The views of each listing from `day` on. */
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

/** Deletes the visitors of views before `day` and of leads before `before`; the totals of the listings stay. */
export async function deleteOldViews(db: Db, { day, before }: { day: string; before: Date }): Promise<void> {
  await db.deleteFrom('listing_views').where('day', '<', day).execute()
  await db.deleteFrom('listing_leads').where('at', '<', before).execute()
}
