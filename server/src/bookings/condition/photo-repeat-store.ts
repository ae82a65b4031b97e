import {
  type PhotoRepeat,
  PhotoRepeat as Repeat,
} from '@twende/contract/bookings/condition/condition-report.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isSameLikeness } from '../../media/likeness.ts'
import { MOST_CODE_BITS } from '../../media/picture-variants.ts'

type Row = { id: string; position: string; is_own: boolean; fields: Buffer; asked: Buffer }

/**
 * Which photos of these reports were sent before, by photo: for another side in the same report, or in an earlier report of the
 * car. The pixels are compared, so another encoding of a photo is the same photo.
 */
export async function findPhotoRepeats(
  db: Db,
  reportIds: readonly string[],
): Promise<Map<string, PhotoRepeat>> {
  if (reportIds.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select photo.id, other.position, other.report_id = photo.report_id as is_own,
      theirs.fields, own.fields as asked
    from condition_photos photo
    join condition_reports report on report.id = photo.report_id
    join bookings booking on booking.id = report.booking_id
    join picture_likenesses own on own.file_id = photo.file_id
    join bookings earlier on earlier.car_id = booking.car_id
    join condition_reports reported on reported.booking_id = earlier.id
      and (reported.id = report.id or reported.completed_at < report.started_at)
    join condition_photos other on other.report_id = reported.id and other.id <> photo.id
    join picture_likenesses theirs on theirs.file_id = other.file_id
      and bit_count(theirs.code # own.code) <= ${MOST_CODE_BITS}
    where photo.report_id in (${sql.join(reportIds)})
    order by is_own desc, other.created_at, other.id`.execute(db)
  const repeats = new Map<string, PhotoRepeat>()
  for (const { id, position, is_own, fields, asked } of rows)
    if (!repeats.has(id) && isSameLikeness(fields, asked))
      repeats.set(id, Repeat.parse({ of: is_own ? 'report' : 'earlier', position }))
  return repeats
}
