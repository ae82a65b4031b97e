import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { findSamePictures } from '../media/likeness-store.ts'

/** A listing of another seller, or a car of our fleet, that shows the same picture. */
export type PictureElsewhere = { kind: 'listing' | 'car'; id: string; name: string }

/** Where pictures of a seller are shown by others: the very ones, also if they were encoded anew. */
export async function findPicturesElsewhere(
  db: Db,
  { accountId, hashes }: { accountId: string; hashes: readonly string[] },
): Promise<PictureElsewhere[]> {
  if (hashes.length === 0) return []
  const ofOthers = sql`select picture_hash from listing_pictures join listings on listings.id = listing_id
    where account_id <> ${accountId} and deleted_at is null`
  const alike = await findSamePictures(
    db,
    hashes,
    sql`${ofOthers} union all select picture_hash from car_pictures`,
  )
  const shown = sql.join([...new Set([...hashes, ...alike])])
  const { rows } = await sql<PictureElsewhere>`
    select distinct 'listing' as kind, listings.id, listings.name
    from listing_pictures join listings on listings.id = listing_id
    where picture_hash in (${shown}) and account_id <> ${accountId} and deleted_at is null
    union all
    select distinct 'car' as kind, cars.id, cars.name
    from car_pictures join cars on cars.id = car_id
    where picture_hash in (${shown})
    order by kind, name, id`.execute(db)
  return rows
}
