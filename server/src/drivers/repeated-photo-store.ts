import { DRIVER_PHOTOS, type DriverPhotoKind, DriverPhotoRepeat } from '@twende/contract/drivers/driver.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { isSameLikeness } from '../media/likeness.ts'
import { MOST_CODE_BITS } from '../media/picture-variants.ts'

/** So many are shown: whoever sends one photo for many people sends it often. */
const MOST_SHOWN = 6

type Row = {
  photo: DriverPhotoKind
  of: DriverPhotoKind
  driver_id: string
  full_name: string
  is_own: boolean
  fields: Buffer
  asked: Buffer
}

/** The later of two photos repeats the one before. */
const placeOf = (kind: RawBuilder<unknown>) =>
  sql`array_position(${sql.val(Object.values(DRIVER_PHOTOS))}::text[], ${kind})`

/**
 * The photos of these papers that were also sent for somebody else, or stand for two papers of one person. Who sends the
 * same licence or ID again is one person. The pixels are compared, so another encoding of a photo is the same photo.
 */
export async function findRepeatedPhotos(db: Db, driverId: string): Promise<DriverPhotoRepeat[]> {
  const { rows } = await sql<Row>`
    select own_file.kind as photo, their_file.kind as of, other.id as driver_id, other.full_name,
      other.id = driver.id as is_own, theirs.fields, own.fields as asked
    from drivers driver
    join private_files own_file
      on own_file.id in (driver.licence_front, driver.licence_back, driver.identity_front)
    join picture_likenesses own on own.file_id = own_file.id
    join picture_likenesses theirs
      on theirs.file_id <> own.file_id and bit_count(theirs.code # own.code) <= ${MOST_CODE_BITS}
    join private_files their_file on their_file.id = theirs.file_id
    join drivers other
      on theirs.file_id in (other.licence_front, other.licence_back, other.identity_front)
    where driver.id = ${driverId} and (
      other.id = driver.id and ${placeOf(sql`own_file.kind`)} > ${placeOf(sql`their_file.kind`)}
      or other.licence_number <> driver.licence_number
        and (other.identity_kind, other.identity_number) <> (driver.identity_kind, driver.identity_number)
    )
    order by is_own, other.created_at desc, other.id, photo, of`.execute(db)
  return rows
    .filter(({ fields, asked }) => isSameLikeness(fields, asked))
    .slice(0, MOST_SHOWN)
    .map(({ photo, of, driver_id, full_name, is_own }) =>
      DriverPhotoRepeat.parse({
        photo,
        of,
        driver: is_own ? null : { _id: driver_id, fullName: full_name },
      }),
    )
}
