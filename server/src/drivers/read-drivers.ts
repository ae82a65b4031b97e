import { addDays, type Day, nairobiDay } from '@twende/contract/calendar-day.ts'
import { type AdditionalDrivers, additionalDrivers } from '@twende/contract/drivers/additional-drivers.ts'
import {
  type BookingDriver,
  DRIVER_STATUSES,
  type Driver,
  type DriverOfBooking,
  type DriverWaiver,
  LICENCE_ORIGINS,
  REFUSAL_REASONS,
} from '@twende/contract/drivers/driver.ts'
import type { DriverListItem } from '@twende/contract/drivers/driver-routes.ts'
import { driverProblems, IDENTITY_KINDS, LICENCE_CLASSES } from '@twende/contract/drivers/driver-rules.ts'
import type { ExtraKind } from '@twende/contract/prices/extra.ts'
import * as z from 'zod'
import type { PersonalData } from '../accounts/personal-data.ts'
import { rentalOf } from '../bookings/read-bookings.ts'
import type { Db } from '../db/database.ts'
import { type PageInput, readPage } from '../db/list-page.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { offeredExtras } from '../prices/read-prices.ts'
import { deletePrivateFiles, findPrivateFiles, presentPrivateFile } from '../private-files/private-files.ts'
import {
  blankDriverNotes,
  countDrivers,
  type DriverSearch,
  type DriversOwner,
  deleteDriversNeededUntil,
  deleteDriversOf,
  findBookingsWithout,
  findChecks,
  findDriver,
  findDriverPage,
  findDriversOf,
  findHirerOf,
  findTakenOut,
  findWaiver,
  findWithdrawnBefore,
  lacksDriver,
  type StoredDriver,
} from './driver-store.ts'
import { findRefusal } from './refusal-list.ts'
import { findRepeatedPhotos } from './repeated-photo-store.ts'

const PAGE_SIZE = 20
/** Papers are deleted so many days after the last rental that needed them. */
const RETENTION_DAYS = 90

type ReadDeps = Pick<AppDeps, 'db' | 'clock' | 'tokenSecret'>

/** The papers that a person sent. Their photos are looked at on the page of a booking. */
export const personalDrivers: PersonalData = {
  async exportData({ db }, accountId) {
    const rows = await findDriversOf(db, { accountId })
    return rows.map((row) => ({ ...factsOf(row), ...stateOf(row), sentAt: row.created_at.toISOString() }))
  },
  async erase(tx, { accountId, now }) {
    const deleted = await deleteDriversOf(tx, accountId, neededSince(now))
    await deletePrivateFiles(tx, deleted.flatMap(filesOf), now)
  },
}

/** Rentals that ended before this day no longer need their papers. */
function neededSince(now: Date): Day {
  return addDays(nairobiDay(now), -RETENTION_DAYS)
}

type Rental = Awaited<ReturnType<typeof rentalOf>>

/** Whose drivers may drive a rental, as the function `lacks_driver` has it: those of this booking, and of its customer's account. */
export function ownerOf({ bookingId, accountId, isAtCounter }: Rental): DriversOwner {
  return isAtCounter ? { bookingId } : { bookingId, accountId }
}

/** The drivers that the customer of a booking has named, each with what keeps them from driving on its days. */
export async function driversOfBooking(
  deps: ReadDeps,
  { bookingId, accountId }: { bookingId: string; accountId: string },
): Promise<{
  isCleared: boolean
  isWaived: boolean
  additional: AdditionalDrivers
  data: DriverOfBooking[]
}> {
  const rental = await rentalOf(deps.db, bookingId, accountId)
  const { rows, takenOut } = await papersOfBooking(deps.db, rental)
  const data = await Promise.all(
    rows.map(async (row) => ({
      ...(await presentDriver(deps, row, accountId)),
      problems: driverProblems(factsOf(row), rental),
      isTakenOut: takenOut.has(row.id),
    })),
  )
  return {
    isCleared: data.some(mayDrive),
    isWaived: (await findWaiver(deps.db, bookingId)) !== undefined,
    additional: await additionalOf(deps.db, rental, data),
    data,
  }
}

/** The drivers of a booking for staff, and an admin's decision to do without. */
export async function driversForStaff(
  { db }: { db: Db },
  bookingId: string,
): Promise<{
  isCleared: boolean
  waiver: DriverWaiver | null
  additional: AdditionalDrivers
  data: BookingDriver[]
}> {
  const rental = await rentalOf(db, bookingId)
  const { rows, takenOut } = await papersOfBooking(db, rental)
  const data = await Promise.all(
    rows.map(async (row) => {
      const gone = takenOut.get(row.id)
      const state = stateOf(row)
      const checks = state.withdrawal ? await findChecks(db, row.id) : []
      const by = checks.find(({ outcome }) => outcome === 'withdrawn')?.by ?? ''
      return {
        _id: row.id,
        fullName: row.full_name,
        licenceNumber: row.licence_number,
        licenceExpires: row.licence_expires,
        ...state,
        withdrawal: state.withdrawal && { ...state.withdrawal, by },
        takenOut: gone ? { at: gone.taken_out_at.toISOString(), reason: gone.reason, by: gone.by } : null,
        problems: driverProblems(factsOf(row), rental),
      }
    }),
  )
  const drivers = data.map((driver) => ({ ...driver, isTakenOut: driver.takenOut !== null }))
  const waived = await findWaiver(db, bookingId)
  const waiver = waived ? { at: waived.waived_at.toISOString(), by: waived.by, reason: waived.reason } : null
  const additional = await additionalOf(db, rental, drivers)
  const isCleared = hasChauffeur(rental) || waiver !== null || drivers.some(mayDrive)
  return { isCleared, waiver, additional, data }
}

/** The additional drivers of a rental at the price that it was booked for, or else that of the price list. */
async function additionalOf(
  db: Db,
  rental: Rental,
  drivers: readonly Pick<DriverOfBooking, 'status' | 'problems' | 'isTakenOut'>[],
): Promise<AdditionalDrivers> {
  const isAdditional = ({ kind }: { kind: ExtraKind }) => kind === 'additional_driver'
  const line = rental.extras.find(isAdditional)
  const offered = line ?? (await offeredExtras(db)).find(isAdditional)
  const booked = { booked: line?.quantity ?? 0, price: offered?.price ?? 0 }
  const those = drivers.filter(({ isTakenOut }) => !isTakenOut)
  return additionalDrivers({ ...booked, hasChauffeur: hasChauffeur(rental) }, those)
}

const hasChauffeur = ({ extras }: Rental) => extras.some(({ kind }) => kind === 'chauffeur')

/** Refuses a handover while nobody is approved to drive. */
export async function requireDriver(tx: Db, bookingId: string): Promise<void> {
  if (await lacksDriver(tx, bookingId)) throw new AppError('driver_missing')
}

/** The licences of the approved drivers of a booking. */
export async function approvedLicences(db: Db, bookingId: string): Promise<string[]> {
  const drivers = await findDriversOf(db, ownerOf(await rentalOf(db, bookingId)))
  const takenOut = await takenOutOf(db, bookingId)
  return drivers
    .filter(({ id, status }) => status === 'approved' && !takenOut.has(id))
    .map((driver) => driver.licence_number)
}

/** Everybody who is approved to drive on the days of a booking, whoever sent their papers first. */
export async function findApprovedDrivers(db: Db, bookingId: string) {
  const rental = await rentalOf(db, bookingId)
  const { rows, takenOut } = await papersOfBooking(db, rental)
  return rows
    .filter((row) => isFit(row, rental) && row.status === 'approved' && !takenOut.has(row.id))
    .toReversed()
    .map((row) => ({ id: row.id, ...factsOf(row) }))
}

export type ApprovedDriver = Awaited<ReturnType<typeof findApprovedDrivers>>[number]

/** The drivers of these papers by name and document; papers that are deleted by now are left out. */
export async function findNamedDrivers(db: Db, driverIds: readonly string[]) {
  const rows = await Promise.all(driverIds.map((id) => findDriver(db, id)))
  return rows.flatMap((row) =>
    row
      ? {
          name: row.full_name,
          licenceNumber: row.licence_number,
          identityKind: factsOf(row).identityKind,
          identityNumber: row.identity_number,
        }
      : [],
  )
}

const mayDrive = ({
  status,
  problems,
  isTakenOut,
}: Pick<DriverOfBooking, 'status' | 'problems' | 'isTakenOut'>) =>
  status === 'approved' && problems.length === 0 && !isTakenOut

const isFit = (row: StoredDriver, rental: Rental) => driverProblems(factsOf(row), rental).length === 0

type TakenOut = ReadonlyMap<string, Awaited<ReturnType<typeof findTakenOut>>[number]>

async function takenOutOf(db: Db, bookingId: string): Promise<TakenOut> {
  return new Map((await findTakenOut(db, bookingId)).map((row) => [row.driver_id, row]))
}

/** The papers that count of each person of a booking, and those who do not drive in it though they are approved. */
async function papersOfBooking(
  db: Db,
  rental: Rental,
): Promise<{ rows: StoredDriver[]; takenOut: TakenOut }> {
  const takenOut = await takenOutOf(db, rental.bookingId)
  return { rows: papersOfEach(await findDriversOf(db, ownerOf(rental)), rental, takenOut), takenOut }
}

/** The approved papers of a booking of one person; none where the papers are of no driver of this booking. */
export async function approvedPapersOfPerson(
  db: Db,
  { bookingId, driverId }: { bookingId: string; driverId: string },
): Promise<StoredDriver[]> {
  const all = await findDriversOf(db, ownerOf(await rentalOf(db, bookingId)))
  const one = all.find(({ id }) => id === driverId)
  if (!one) throw new AppError('not_found')
  return all.filter((row) => row.status === 'approved' && isSamePerson(row, one))
}

/**
 * The papers that count of each person, who is known by licence and by ID: those by which the person may drive in this rental,
 * else those that wait for a check and will do, else the latest that were not refused.
 */
function papersOfEach(
  newestFirst: readonly StoredDriver[],
  rental: Rental,
  takenOut: TakenOut,
): StoredDriver[] {
  const rank = (row: StoredDriver) => {
    if (row.status === 'refused') return 3
    if (!isFit(row, rental) || takenOut.has(row.id)) return 2
    return row.status === 'approved' ? 0 : 1
  }
  const best = newestFirst.toSorted((one, other) => rank(one) - rank(other))
  const chosen = best.filter((row, at) => !best.slice(0, at).some((better) => isSamePerson(row, better)))
  return newestFirst.filter((row) => chosen.includes(row))
}

const isSamePerson = (one: StoredDriver, other: StoredDriver) => isSameDriver(factsOf(one), factsOf(other))

type Papers = Pick<Driver, 'licenceNumber' | 'identityKind' | 'identityNumber'>

/** A person is known by licence and by ID. */
export function isSameDriver(one: Papers, other: Papers): boolean {
  return (
    one.licenceNumber === other.licenceNumber ||
    (one.identityKind === other.identityKind && one.identityNumber === other.identityNumber)
  )
}

/** A page of the papers in one state, and how many are in each. */
export async function readDrivers(
  { db }: Pick<AppDeps, 'db'>,
  { page, limit, ...filter }: DriverSearch & PageInput,
) {
  const counts = await countDrivers(db)
  const list = await readPage(
    { page, limit },
    {
      size: PAGE_SIZE,
      find: (range) => findDriverPage(db, { ...filter, ...range }),
      read: (rows) => rows.map(toListItem),
    },
  )
  return { ...list, counts }
}

/** The papers of a driver with links to their photos for the member of staff who asks, and every check of them. */
export async function driverToCheck(deps: ReadDeps, driverId: string, staffId: string) {
  const { db } = deps
  const row = await findDriver(db, driverId)
  if (!row) throw new AppError('not_found')
  const checks = await findChecks(db, driverId)
  const rental = row.booking_id && (await rentalOf(db, row.booking_id))
  const booking = rental && {
    _id: rental.bookingId,
    reference: rental.reference,
    pickupDay: rental.pickupDay,
    returnDay: rental.returnDay,
    problems: driverProblems(factsOf(row), rental),
  }
  const driver = await presentDriver(deps, row, staffId)
  const before = await findWithdrawnBefore(db, row)
  const withdrawnBefore = before && stateOf(before).withdrawal
  const hirer = await findHirerOf(db, driverId)
  const without = await findBookingsWithout(db, driverId)
  return {
    hirer,
    takenOutOf: without.map(({ id, reference, reason }) => ({ _id: id, reference, reason })),
    repeats: await findRepeatedPhotos(db, driverId),
    withdrawnBefore: before && withdrawnBefore ? { driverId: before.id, ...withdrawnBefore } : null,
    refusal: await findRefusal(deps, [row.licence_number, hirer.phone]),
    data: { ...driver, accountId: row.account_id, booking: booking || null },
    checks: checks.map(({ checked_at, outcome, reason, by }) => ({
      at: checked_at.toISOString(),
      by,
      outcome: z.enum(['approved', 'refused', 'withdrawn']).parse(outcome),
      reason: reason === '' ? null : z.enum(REFUSAL_REASONS).parse(reason),
    })),
  }
}

export async function presentDriver(deps: ReadDeps, row: StoredDriver, viewerId: string): Promise<Driver> {
  const photos = await findPrivateFiles(deps, filesOf(row))
  return {
    _id: row.id,
    ...factsOf(row),
    ...stateOf(row),
    submittedAt: row.created_at.toISOString(),
    photos: photos.map((photo) => presentPrivateFile(deps, photo, viewerId)),
  }
}

function stateOf(row: StoredDriver): Pick<Driver, 'status' | 'refusalReason' | 'withdrawal'> {
  return {
    withdrawal: row.withdrawn_at && { at: row.withdrawn_at.toISOString(), reason: row.withdrawal_reason },
    status: z.enum(DRIVER_STATUSES).parse(row.status),
    refusalReason: row.refusal_reason === '' ? null : z.enum(REFUSAL_REASONS).parse(row.refusal_reason),
  }
}

/** What is typed of a driver's papers. */
export function factsOf(row: StoredDriver) {
  return {
    fullName: row.full_name,
    birthDate: row.birth_date,
    licenceNumber: row.licence_number,
    licenceOrigin: z.enum(LICENCE_ORIGINS).parse(row.licence_origin),
    licenceClass: z.enum(LICENCE_CLASSES).parse(row.licence_class),
    licenceExpires: row.licence_expires,
    identityKind: z.enum(IDENTITY_KINDS).parse(row.identity_kind),
    identityNumber: row.identity_number,
  }
}

/** The ids of the photos that are still there. */
export function filesOf({ licence_front, licence_back, identity_front }: StoredDriver): string[] {
  return [licence_front, licence_back, identity_front].filter((id) => id !== null)
}

function toListItem(row: StoredDriver): DriverListItem {
  return {
    _id: row.id,
    fullName: row.full_name,
    status: stateOf(row).status,
    withdrawal: stateOf(row).withdrawal,
    licenceClass: row.licence_class,
    licenceExpires: row.licence_expires,
    neededUntil: row.needed_until,
    submittedAt: row.created_at.toISOString(),
  }
}

/** Deletes papers and photos that no rental has needed for 90 days, and what histories say about those drivers. */
export async function deleteOldDrivers({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const deleted = await deleteDriversNeededUntil(tx, neededSince(now))
    await deletePrivateFiles(tx, deleted.flatMap(filesOf), now)
    await blankDriverNotes(tx, neededSince(now))
  })
}
