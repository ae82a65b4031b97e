import {
  MOST_DAMAGE_PHOTOS,
  type PhotoPosition,
  type PhotoRepeat,
} from '@twende/contract/bookings/condition/condition-report.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Uploader } from '../../media/upload-pictures.ts'
import { deletePrivateFiles, keepPrivateFiles, savePrivateFile } from '../../private-files/private-files.ts'
import { lockOwnReport, type ReportDraft, refuseUnlessDue } from './complete-report.ts'
import {
  deletePhotos,
  findPhotos,
  findReportOfPhoto,
  findSentPhoto,
  insertPhoto,
} from './condition-report-store.ts'
import { findPhotoRepeats } from './photo-repeat-store.ts'

type PhotoDeps = Pick<AppDeps, 'db' | 'clock' | 'pictures' | 'privateFiles'>
type NewPhoto = ReportDraft & { photoId: string; position: PhotoPosition; markId: string }
type SentPhoto = Omit<NewPhoto, 'accountId'> & { bytes: Buffer; by: Uploader }

/**
 * Adds a photo to a report, once however often it is sent; a further photo of a position takes the place of the earlier one.
 * Returns the photo that it repeats.
 */
export async function addPhoto(
  deps: PhotoDeps,
  { bytes, by, ...sent }: SentPhoto,
): Promise<PhotoRepeat | null> {
  const { bookingId, kind, photoId, position } = sent
  const isDamage = position === 'damage'
  if (isDamage !== (sent.markId !== '')) throw new AppError('invalid')
  const earlier = await findSentPhoto(deps.db, photoId)
  if (earlier) {
    if (earlier.booking_id !== bookingId || earlier.kind !== kind) throw new AppError('invalid')
    return findRepeat(deps.db, photoId)
  }
  await refuseUnlessDue(deps.db, sent)
  const file = await savePrivateFile(deps, { kind: isDamage ? 'damage_photo' : 'condition_photo', bytes, by })
  await keepReportPhoto(deps, { ...sent, accountId: by.accountId, fileId: file.id })
  return findRepeat(deps.db, photoId)
}

async function findRepeat(db: Db, photoId: string): Promise<PhotoRepeat | null> {
  const reportId = await findReportOfPhoto(db, photoId)
  const repeats = await findPhotoRepeats(db, reportId === undefined ? [] : [reportId])
  return repeats.get(photoId) ?? null
}

/** Makes a stored private file a photo of the report. */
async function keepReportPhoto(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { photoId, position, markId, fileId, ...draft }: NewPhoto & { fileId: string },
): Promise<void> {
  const now = clock.now()
  const isDamage = position === 'damage'
  await inTransaction(db, async (tx) => {
    const report = await lockOwnReport(tx, draft, now)
    const photos = await findPhotos(tx, [report.id])
    if (photos.some(({ id }) => id === photoId)) return
    const same = photos.filter((photo) => photo.position === position)
    if (isDamage && same.length >= MOST_DAMAGE_PHOTOS) throw new AppError('condition_photos_too_many')
    if (!isDamage) {
      const replaced = await deletePhotos(
        tx,
        same.map(({ id }) => id),
      )
      await deletePrivateFiles(tx, replaced, now)
    }
    const photo = {
      id: photoId,
      reportId: report.id,
      position,
      markId: isDamage ? markId : null,
      fileId,
      now,
    }
    if (await insertPhoto(tx, photo)) await keepPrivateFiles(tx, { ids: [fileId], now })
  })
}
