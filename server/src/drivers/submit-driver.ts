import { DRIVER_PHOTOS, type DriverPapers } from '@twende/contract/drivers/driver.ts'
import { driverProblems } from '@twende/contract/drivers/driver-rules.ts'
import { lockAccount } from '../accounts/lock-account.ts'
import { rentalOf } from '../bookings/read-bookings.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { CurrentUser } from '../http/current-user.ts'
import type { Idempotency } from '../http/idempotency.ts'
import {
  deletePrivateFiles,
  keepPrivateFiles,
  type PrivateFileRow,
  savePrivateFile,
} from '../private-files/private-files.ts'
import { deleteSubmitted, insertDriver } from './driver-store.ts'
import { filesOf } from './read-drivers.ts'
import { requireNotRefused } from './refusal-list.ts'

type SubmitDeps = Pick<AppDeps, 'db' | 'clock' | 'pictures' | 'privateFiles' | 'tokenSecret'>

type Submission = {
  bookingId: string
  by: CurrentUser
  /** By staff for whoever stands at the counter; otherwise by the customer of the booking. */
  atCounter: boolean
  papers: DriverPapers
  files: ReadonlyMap<string, Buffer>
}

const PHOTO_FIELDS = ['licenceFront', 'licenceBack', 'identityFront'] as const

/** Saves the papers of a driver of a booking, for staff to check; they replace those of the same licence that wait. */
export async function submitDriver(
  deps: SubmitDeps,
  { bookingId, by, atCounter, papers, files }: Submission,
  idempotency: Idempotency,
): Promise<string> {
  const rental = await rentalOf(deps.db, bookingId, atCounter ? undefined : by.accountId)
  if (rental.status === 'cancelled' || rental.status === 'completed')
    throw new AppError('booking_wrong_state')
  const [problem] = driverProblems(papers, rental)
  if (problem) throw new AppError(problem)
  const earlier = await idempotency.earlier()
  if (earlier?.madeId) return earlier.madeId
  // A customer could type anybody's licence here, and would learn who is on the list: staff learns it when approving.
  const hirer = { phones: [], licences: [papers.licenceNumber] }
  if (atCounter) await requireNotRefused(deps.db, deps, hirer, 'staff')
  const photos = await savePhotos(deps, by, files)
  return idempotency.transaction(async (tx) => {
    await lockAccount(tx, rental.accountId)
    const now = deps.clock.now()
    const ownerId = rental.isAtCounter ? bookingId : rental.accountId
    const replaced = await deleteSubmitted(tx, { ownerId, licenceNumber: papers.licenceNumber })
    await deletePrivateFiles(tx, replaced.flatMap(filesOf), now)
    await keepPrivateFiles(tx, { ids: Object.values(photos).map(({ id }) => id), now })
    const driver = await insertDriver(tx, {
      account_id: rental.isAtCounter ? null : rental.accountId,
      booking_id: bookingId,
      full_name: papers.fullName,
      birth_date: papers.birthDate,
      licence_number: papers.licenceNumber,
      licence_origin: papers.licenceOrigin,
      licence_class: papers.licenceClass,
      licence_expires: papers.licenceExpires,
      identity_kind: papers.identityKind,
      identity_number: papers.identityNumber,
      licence_front: photos.licenceFront.id,
      licence_back: photos.licenceBack.id,
      identity_front: photos.identityFront.id,
      needed_until: rental.returnDay,
      created_at: now,
      updated_at: now,
    })
    return driver.id
  })
}

/** A refusal says which of the photos it is about. */
function named(error: unknown, field: string): unknown {
  if (!(error instanceof AppError)) return error
  return new AppError(error.code, { message: error.message, data: { fields: { [field]: error.message } } })
}

/** Refuses papers without all of their photos before any of them is saved. */
async function savePhotos(
  deps: SubmitDeps,
  by: CurrentUser,
  files: ReadonlyMap<string, Buffer>,
): Promise<Record<(typeof PHOTO_FIELDS)[number], PrivateFileRow>> {
  const save = (field: (typeof PHOTO_FIELDS)[number]) => {
    const bytes = files.get(field)
    if (!bytes) throw new AppError('driver_photos_missing')
    return () =>
      savePrivateFile(deps, { kind: DRIVER_PHOTOS[field], bytes, by }).catch((error: unknown) =>
        Promise.reject(named(error, field)),
      )
  }
  const [front, back, identity] = [save('licenceFront'), save('licenceBack'), save('identityFront')]
  if (files.size > PHOTO_FIELDS.length) throw new AppError('invalid')
  return { licenceFront: await front(), licenceBack: await back(), identityFront: await identity() }
}
