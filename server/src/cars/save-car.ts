import { type Reading, readingProblem } from '@twende/contract/bookings/condition/odometer-reading.ts'
import type { fleetCarFields } from '@twende/contract/cars/car.ts'
import type { PictureOrder } from '@twende/contract/media/picture.ts'
import { m } from '@twende/messages'
import type * as z from 'zod/mini'
import type { Db } from '../db/database.ts'
import { findSelectableCategoryId, findSelectableLocationId } from '../db/selectable-catalog-items.ts'
import { inTransaction, nextUpdatedAt } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { type CurrentUser, requireFresh } from '../http/current-user.ts'
import type { Idempotency } from '../http/idempotency.ts'
import { arrangePictures, IMAGES, type Upload, withNamedPictures } from '../media/arrange-pictures.ts'
import {
  addCarRating,
  carColumns,
  changeCar,
  findCarPictureHashes,
  findLastReading,
  insertCar,
  lockCarToChange,
  replaceCarPictures,
  replaceReading,
  type StoredCar,
  setOdometer,
  staffColumns,
} from './car-store.ts'

type KeepDeps = Pick<AppDeps, 'db' | 'clock' | 'pictures'>
type Facts = z.output<z.ZodMiniObject<typeof fleetCarFields>>

/** Puts a car into the fleet, to be rented at once; answers its id. */
export async function addCar(
  deps: KeepDeps,
  idempotency: Idempotency,
  facts: Facts,
  sent: Upload,
): Promise<string> {
  if (!sent.files.has('image1')) throw new AppError('car_needs_picture')
  await placeOf(deps.db, facts)
  return withNamedPictures(deps, sent, (stored) => {
    const pictureHashes = IMAGES.flatMap((name) => stored.get(name) ?? [])
    const now = deps.clock.now()
    return idempotency.transaction(async (tx) => {
      const { categoryId = '', locationId = '' } = await placeOf(tx, facts)
      const car = { ...facts, specs: filled(facts.specs), categoryId, locationId, available: true }
      return insertCar(tx, { ...car, pictureHashes }, now)
    })
  })
}

type Edit = { [Name in keyof Facts]?: Facts[Name] | undefined } & {
  pictures?: PictureOrder | undefined
  updatedAt: string
}

/**
 * Changes a car as staff saw it; bookings that were made keep their snapshot of the car. Another price or deposit needs a
 * fresh proof.
 */
export async function updateCar(
  deps: KeepDeps,
  carId: string,
  edit: Edit,
  sent: Upload & { by: CurrentUser },
): Promise<void> {
  const { car: before } = await carAsSeen(deps.db, carId, edit)
  const { price = before.price_per_day, deposit = before.deposit } = edit
  if (price !== before.price_per_day || deposit !== before.deposit) requireFresh(sent.by, deps.clock.now())
  await withNamedPictures(deps, sent, (stored) =>
    inTransaction(deps.db, async (tx) => {
      const { car, categoryId, locationId } = await carAsSeen(tx, carId, edit)
      await changeCar(tx, carId, {
        ...carColumns({ ...edit, specs: edit.specs && filled(edit.specs) }),
        ...staffColumns(edit),
        ...(edit.odometer === undefined || edit.odometer === car.odometer
          ? {}
          : { odometer_read_at: deps.clock.now() }),
        ...(categoryId === undefined ? {} : { category_id: categoryId }),
        ...(locationId === undefined ? {} : { location_id: locationId }),
        updated_at: nextUpdatedAt(car.updated_at, deps.clock.now()),
      })
      if (stored.size === 0 && edit.pictures === undefined) return
      const after = arrangePictures(await findCarPictureHashes(tx, carId), stored, edit.pictures)
      if (after.length === 0) throw new AppError('car_needs_picture')
      await replaceCarPictures(tx, carId, after)
    }),
  )
}

/** Checked before pictures are stored, and again in the transaction. */
async function carAsSeen(db: Db, carId: string, edit: Edit) {
  const car = await lockOne(db, carId)
  if (edit.updatedAt !== car.updated_at.toISOString()) throw new AppError('changed_meanwhile')
  return { car, ...(await placeOf(db, edit, car)) }
}

function filled(specs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(specs).filter(([, value]) => value !== ''))
}

/** A car that nobody else changes or books meanwhile. */
export async function lockOne(tx: Db, carId: string): Promise<StoredCar> {
  const car = await lockCarToChange(tx, carId)
  if (!car) throw new AppError('car_not_found')
  return car
}

type Named = { category?: string | undefined; location?: string | undefined }

/** What was named must be on offer, or what `car` has already. */
async function placeOf(db: Db, { category, location }: Named, car?: StoredCar) {
  const categoryId =
    category === undefined
      ? undefined
      : await findSelectableCategoryId(db, { kind: 'vehicle', name: category, currentId: car?.category_id })
  const locationId =
    location === undefined
      ? undefined
      : await findSelectableLocationId(db, { name: location, currentId: car?.location_id })
  if (category !== undefined && categoryId === undefined) throw new AppError('category_unknown')
  if (location !== undefined && locationId === undefined) throw new AppError('location_unknown')
  return { categoryId, locationId }
}

/** Adds a new review to the car's rating, in the transaction that stores the review. */
export async function rateCar(tx: Db, carId: string, rating: number): Promise<void> {
  await addCarRating(tx, carId, { rating, count: 1 })
}

/** Takes a review out of the car's rating, in the transaction that hides it. */
export async function unrateCar(tx: Db, carId: string, rating: number): Promise<void> {
  await addCarRating(tx, carId, { rating: -rating, count: -1 })
}

type NewReading = { km: number; at: Date; isConfirmed: boolean }

/**
 * Keeps the kilometres that were read from a car at a handover or return; asks again, with both numbers, where they are
 * unlikely after that of the handover, or after a newer one of the car. The car is locked.
 */
export async function recordKilometres(
  tx: Db,
  carId: string,
  { km, at, isConfirmed }: NewReading,
  last?: Reading,
): Promise<void> {
  if (!isConfirmed) refuseUnlikelyReading(newest(last, await findLastReading(tx, carId)), { km, at })
  await setOdometer(tx, carId, { km, at })
}

/** Refuses a reading that is unlikely after the last one, and names both. */
export function refuseUnlikelyReading(last: Reading | null, { km, at }: { km: number; at: Date }): void {
  const problem = readingProblem(last, { km, at })
  if (!problem || !last) return
  const numbers = { last: last.km.toLocaleString('en-KE'), km: km.toLocaleString('en-KE') }
  const message = problem === 'lower' ? m.error_reading_lower(numbers) : m.error_reading_higher(numbers)
  throw new AppError('reading_unlikely', { message, data: { last: last.km, km } })
}

/** The newer of two readings; that of the rental where nobody knows when the car was read. */
function newest(ofRental: Reading | undefined, ofCar: Reading | null): Reading | null {
  if (!ofRental || !ofCar) return ofRental ?? ofCar
  return ofCar.at && ofRental.at && ofCar.at > ofRental.at ? ofCar : ofRental
}

/** Corrects the last reading of a car where it was that one. The car is locked. */
export async function correctOdometer(
  tx: Db,
  carId: string,
  correction: { from: number; km: number; at: Date },
): Promise<void> {
  await replaceReading(tx, carId, correction)
}

/** The odometer shows again what it showed before a return that was taken back, unless it was read since. The car is locked. */
export async function resetOdometer(
  tx: Db,
  carId: string,
  { from, to }: Record<'from' | 'to', { km: number; at: string }>,
): Promise<void> {
  const back = { from: from.km, km: to.km, at: new Date(from.at), readAt: new Date(to.at) }
  await replaceReading(tx, carId, back)
}

/** A car stands where it was returned to, if that place is still offered. The car is locked. */
export async function moveCarTo(tx: Db, carId: string, place: string, now: Date): Promise<void> {
  const locationId = await findSelectableLocationId(tx, { name: place })
  const car = await lockOne(tx, carId)
  if (locationId === undefined || locationId === car.location_id) return
  await changeCar(tx, carId, { location_id: locationId, updated_at: nextUpdatedAt(car.updated_at, now) })
}
