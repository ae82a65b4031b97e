import { handoverDocument, returnDocument } from '@twende/contract/bookings/admin-booking.ts'
import { amountsOfLateDays } from '@twende/contract/bookings/booking-change.ts'
import {
  PHOTO_POSITIONS,
  REPORT_KINDS,
  type ReportKind,
  reportDocument,
} from '@twende/contract/bookings/condition/condition-report.ts'
import type { ConditionReport, ReportBasis } from '@twende/contract/bookings/condition/condition-routes.ts'
import { signatureDocument } from '@twende/contract/bookings/condition/signature.ts'
import { bookedTermsDocument } from '@twende/contract/bookings/rental-terms.ts'
import * as z from 'zod/mini'
import { getCar, readOdometer } from '../../cars/read-cars.ts'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { priceRulesOf } from '../../prices/read-prices.ts'
import { findPrivateFiles, presentPrivateFile } from '../../private-files/private-files.ts'
import { type BookingRow, findBooking } from '../booking-read-store.ts'
import { chargesOf } from '../disputes/read-charges.ts'
import { storedPrice } from '../price-of-rental.ts'
import { lastMarks } from './complete-report.ts'
import { findPhotos, findReports, isCarWithAnother } from './condition-report-store.ts'
import { findPhotoRepeats } from './photo-repeat-store.ts'

/** A completed report with the private files of its photos. */
export type StoredConditionReport = Omit<ConditionReport, 'photos'> & {
  photos: {
    id: string
    position: ConditionReport['photos'][number]['position']
    markId: string | null
    fileId: string
  }[]
}

const Kind = z.enum(REPORT_KINDS)
const Position = z.enum(PHOTO_POSITIONS)

/** The completed reports of a booking, the handover first. */
export async function findConditionReports(db: Db, bookingId: string): Promise<StoredConditionReport[]> {
  const booking = await findBooking(db, bookingId)
  return booking ? reportsOf(db, booking) : []
}

/** The reports of an account's bookings, by booking, without the addresses of photos. */
export async function findReportsOfBookings(
  db: Db,
  bookings: readonly BookingRow[],
): Promise<Map<string, StoredConditionReport[]>> {
  const found = new Map<string, StoredConditionReport[]>()
  for (const booking of bookings)
    if (booking.handover !== null) found.set(booking.id, await reportsOf(db, booking))
  return found
}

async function reportsOf(db: Db, booking: BookingRow): Promise<StoredConditionReport[]> {
  const rows = await findReports(db, booking.id)
  const photos = await findPhotos(
    db,
    rows.map(({ id }) => id),
  )
  const reports = rows.flatMap((row): StoredConditionReport[] => {
    const kind = Kind.parse(row.kind)
    const condition = conditionOf(booking, kind)
    if (!row.completed_at || !row.signed_at || !row.content || !condition) return []
    const { km, fuel, note } = condition
    return [
      {
        kind,
        km,
        fuel,
        note,
        ...reportDocument.read(row.content),
        photos: photos
          .filter(({ report_id }) => report_id === row.id)
          .map((photo) => ({
            id: photo.id,
            position: Position.parse(photo.position),
            markId: photo.mark_id,
            fileId: photo.file_id,
          })),
        signature: row.signature ? signatureDocument.read(row.signature) : null,
        signerName: row.signer_name,
        signedAt: row.signed_at.toISOString(),
      },
    ]
  })
  return reports.sort((one, other) => REPORT_KINDS.indexOf(one.kind) - REPORT_KINDS.indexOf(other.kind))
}

function conditionOf(booking: BookingRow, kind: ReportKind) {
  if (kind === 'handover')
    return booking.handover === null ? undefined : handoverDocument.read(booking.handover)
  return booking.handover_return === null ? undefined : returnDocument.read(booking.handover_return)
}

type ReadDeps = Pick<AppDeps, 'db' | 'clock' | 'tokenSecret'>

/** The reports with links to their photos that this account alone can open. The caller has checked that it may see them. */
async function presentReports(deps: ReadDeps, booking: BookingRow, accountId: string) {
  const reports = await reportsOf(deps.db, booking)
  const ids = reports.flatMap(({ photos }) => photos.map(({ fileId }) => fileId))
  const repeats = await findPhotoRepeats(
    deps.db,
    (await findReports(deps.db, booking.id)).map(({ id }) => id),
  )
  const files = new Map((await findPrivateFiles(deps, ids)).map((file) => [file.id, file]))
  const present = (kind: ReportKind): ConditionReport | null => {
    const report = reports.find((found) => found.kind === kind)
    if (!report) return null
    const photos = report.photos.flatMap(({ id, position, markId, fileId }) => {
      const file = files.get(fileId)
      if (!file) return []
      const shown = presentPrivateFile(deps, file, accountId)
      return [{ _id: id, position, markId, file: shown, repeats: repeats.get(id) ?? null }]
    })
    return { ...report, photos }
  }
  return { handover: present('handover'), return: present('return') }
}

/** What the customer of a booking sees of its reports, and what was charged. */
export async function readOwnReports(
  deps: ReadDeps,
  { bookingId, accountId }: { bookingId: string; accountId: string },
) {
  const booking = await findBooking(deps.db, bookingId, accountId)
  if (!booking) throw new AppError('booking_not_found')
  return { ...(await presentReports(deps, booking, accountId)), ...(await chargesOf(deps.db, booking)) }
}

/** The reports of a booking for staff, and what a new one begins with. */
export async function readReportBasis(
  deps: ReadDeps,
  { bookingId, accountId }: { bookingId: string; accountId: string },
): Promise<ReportBasis> {
  const { db } = deps
  const booking = await findBooking(db, bookingId)
  if (!booking) throw new AppError('booking_not_found')
  const kind: ReportKind =
    booking.status === 'active' || booking.status === 'completed' ? 'return' : 'handover'
  return {
    ...(await presentReports(deps, booking, accountId)),
    inProgress: await findInProgress(db, bookingId),
    carIsOut: kind === 'handover' && (await isCarWithAnother(db, booking, deps.clock.now())),
    lastReading: await lastReadingOf(db, booking, kind),
    carriedMarks: await lastMarks(db, { carId: booking.car_id, bookingId, kind }),
    terms: bookedTermsDocument.read(booking.rental_terms),
    pricePerDay: booking.price_per_day,
    lateAmounts: kind === 'return' ? await lateAmountsOf(db, booking) : [],
    totalDays: booking.total_days,
    dueAt: booking.ends_at.toISOString(),
  }
}

/** What late days cost by the prices in force now: as much as an extension without its extras. */
async function lateAmountsOf(db: Db, booking: BookingRow): Promise<number[]> {
  const car = await getCar(db, booking.car_id, '')
  const rules = await priceRulesOf(db, { carId: booking.car_id, category: car.category })
  const booked = {
    startDate: booking.start_date,
    pricePerDay: booking.price_per_day,
    snapshot: storedPrice(booking),
  }
  return amountsOfLateDays(booked, booking.end_date, { pricePerDay: car.price, rules })
}

/** What the odometer showed last, at the handover of this rental where nothing is newer. */
async function lastReadingOf(
  db: Db,
  { car_id, handover }: BookingRow,
  kind: ReportKind,
): Promise<ReportBasis['lastReading']> {
  const last = await readOdometer(db, car_id)
  if (kind === 'return' && handover !== null) {
    const { km, at } = handoverDocument.read(handover)
    if (!last?.at || new Date(last.at) <= new Date(at)) return { km, at }
  }
  return last
}

async function findInProgress(db: Db, bookingId: string): Promise<ReportBasis['inProgress']> {
  const report = (await findReports(db, bookingId)).find(({ completed_at }) => completed_at === null)
  if (!report) return null
  return {
    kind: Kind.parse(report.kind),
    draftId: report.draft_id,
    by: report.started_by_name ?? '',
    at: report.started_at.toISOString(),
    photos: (await findPhotos(db, [report.id])).length,
  }
}
