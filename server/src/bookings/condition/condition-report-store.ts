import type { PhotoPosition, ReportKind } from '@twende/contract/bookings/condition/condition-report.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import { accountName } from '../../db/account-name.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { isOwn } from '../booking-read-store.ts'

export type ReportRow = Selectable<Tables['condition_reports']>
export type PhotoRow = Selectable<Tables['condition_photos']>

type NewReport = {
  id: string
  bookingId: string
  kind: ReportKind
  draftId: string
  accountId: string
  now: Date
}

/** The report of this kind, made if there is none, and locked. */
export async function lockReport(tx: Db, report: NewReport): Promise<ReportRow> {
  await tx
    .insertInto('condition_reports')
    .values({
      id: report.id,
      booking_id: report.bookingId,
      kind: report.kind,
      draft_id: report.draftId,
      started_by: report.accountId,
      started_at: report.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['booking_id', 'kind']).where('withdrawn_at', 'is', null).doNothing(),
    )
    .execute()
  return tx
    .selectFrom('condition_reports')
    .selectAll()
    .where('booking_id', '=', report.bookingId)
    .where('kind', '=', report.kind)
    .where('withdrawn_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function takeOverReport(
  tx: Db,
  { id, draftId, accountId, now }: { id: string; draftId: string; accountId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('condition_reports')
    .set({ draft_id: draftId, started_by: accountId, started_at: now })
    .where('id', '=', id)
    .execute()
}

/** The reports of a booking that hold, each with the name of who began it. */
export async function findReports(db: Db, bookingId: string) {
  return db
    .selectFrom('condition_reports')
    .leftJoin('accounts', 'accounts.id', 'condition_reports.started_by')
    .selectAll('condition_reports')
    .select(accountName('accounts').as('started_by_name'))
    .where('booking_id', '=', bookingId)
    .where('withdrawn_at', 'is', null)
    .execute()
}

/** Photos of these reports, in the order in which they were added. */
export async function findPhotos(db: Db, reportIds: readonly string[]): Promise<PhotoRow[]> {
  if (reportIds.length === 0) return []
  return db
    .selectFrom('condition_photos')
    .selectAll()
    .where('report_id', 'in', [...reportIds])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

type ReportPhotos = { bookingId: string; kind: ReportKind; photoIds: readonly string[] }

/** The files of those of these photos that the completed report of this kind has. */
export async function findReportPhotoFiles(
  db: Db,
  { bookingId, kind, photoIds }: ReportPhotos,
): Promise<string[]> {
  if (photoIds.length === 0) return []
  const found = await db
    .selectFrom('condition_photos')
    .innerJoin('condition_reports', 'condition_reports.id', 'condition_photos.report_id')
    .select('condition_photos.file_id')
    .where('condition_photos.id', 'in', [...photoIds])
    .where('condition_reports.booking_id', '=', bookingId)
    .where('condition_reports.kind', '=', kind)
    .where('condition_reports.withdrawn_at', 'is', null)
    .where('condition_reports.completed_at', 'is not', null)
    .execute()
  return found.map(({ file_id }) => file_id)
}

export async function findReportOfPhoto(db: Db, photoId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('condition_photos')
    .select('report_id')
    .where('id', '=', photoId)
    .executeTakeFirst()
  return row?.report_id
}

/** The photo that a device has sent before, and whose it is. */
export async function findSentPhoto(db: Db, photoId: string) {
  return db
    .selectFrom('condition_photos')
    .innerJoin('condition_reports', 'condition_reports.id', 'condition_photos.report_id')
    .select(['condition_reports.booking_id', 'condition_reports.kind'])
    .where('condition_photos.id', '=', photoId)
    .executeTakeFirst()
}

type NewPhoto = {
  id: string
  reportId: string
  position: PhotoPosition
  markId: string | null
  fileId: string
  now: Date
}

/** False where the photo is there already. */
export async function insertPhoto(tx: Db, photo: NewPhoto): Promise<boolean> {
  const inserted = await tx
    .insertInto('condition_photos')
    .values({
      id: photo.id,
      report_id: photo.reportId,
      position: photo.position,
      mark_id: photo.markId,
      file_id: photo.fileId,
      created_at: photo.now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Removes photos of a report and returns the ids of their files. */
export async function deletePhotos(tx: Db, photoIds: readonly string[]): Promise<string[]> {
  if (photoIds.length === 0) return []
  const deleted = await tx
    .deleteFrom('condition_photos')
    .where('id', 'in', [...photoIds])
    .returning('file_id')
    .execute()
  return deleted.map(({ file_id }) => file_id)
}

type Completion = {
  id: string
  content: string
  signature: string
  signerName: string
  signedAt: Date
  accountId: string
  now: Date
}

export async function completeReport(tx: Db, completion: Completion): Promise<void> {
  await tx
    .updateTable('condition_reports')
    .set({
      content: completion.content,
      signature: completion.signature,
      signer_name: completion.signerName,
      signed_at: completion.signedAt,
      completed_by: completion.accountId,
      completed_at: completion.now,
    })
    .where('id', '=', completion.id)
    .execute()
}

/** What the last completed report of a car stores, other than those of this booking and kind. */
export async function findLastContent(
  db: Db,
  { carId, bookingId, kind }: { carId: string; bookingId: string; kind: ReportKind },
): Promise<unknown> {
  const last = await db
    .selectFrom('condition_reports')
    .innerJoin('bookings', 'bookings.id', 'condition_reports.booking_id')
    .select('condition_reports.content')
    .where('bookings.car_id', '=', carId)
    .where('condition_reports.withdrawn_at', 'is', null)
    .where('condition_reports.completed_at', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.and([eb('condition_reports.booking_id', '=', bookingId), eb('condition_reports.kind', '=', kind)]),
      ),
    )
    .orderBy('condition_reports.completed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.content
}

/** The report of a return that was taken back stays with its photos; another one is made when the car is back. */
export async function withdrawReturnReport(tx: Db, bookingId: string, now: Date): Promise<void> {
  await tx
    .updateTable('condition_reports')
    .set({ withdrawn_at: now })
    .where('booking_id', '=', bookingId)
    .where('kind', '=', 'return')
    .where('withdrawn_at', 'is', null)
    .execute()
}

/** Removes signatures and names from the reports of an account's bookings. */
export async function eraseSignatures(tx: Db, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable('condition_reports')
    .set({ signature: null, signer_name: '', erased_at: now })
    .where('booking_id', 'in', (eb) => eb.selectFrom('bookings').select('id').where(isOwn(accountId)))
    .execute()
}

export async function insertReadingCorrection(
  tx: Db,
  correction: Insertable<Tables['reading_corrections']>,
): Promise<void> {
  await tx.insertInto('reading_corrections').values(correction).execute()
}

type Corrected = {
  bookingId: string
  /** The document of the handover, or of the return. */
  set: { handover: string } | { handover?: string; handover_return: string; extra_charges: number }
  now: Date
}

/** Stores what a handover or return says after a correction. */
export async function setReading(tx: Db, { bookingId, set, now }: Corrected): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({ ...set, updated_at: now })
    .where('id', '=', bookingId)
    .execute()
}

type ReadingAt = { km: number; at: Date }

/** The readings of a car before and after one at `at`, of all handovers and returns that hold. */
export async function findReadingsAround(
  tx: Db,
  { carId, bookingId, kind, at }: { carId: string; bookingId: string; kind: ReportKind; at: Date },
): Promise<{ before: ReadingAt | null; after: ReadingAt | null }> {
  const { rows } = await sql<ReadingAt & { later: boolean }>`
    with readings as (
      select id, 'handover' as kind, handover as document from bookings where car_id = ${carId}::uuid
      union all select id, 'return', handover_return from bookings where car_id = ${carId}::uuid
    ), known as (
      select (document ->> 'km')::integer as km, (document ->> 'at')::timestamptz as at,
        ((document ->> 'at')::timestamptz, kind) > (${at}::timestamptz, ${kind}::text) as later
      from readings
      where document is not null and (id, kind) <> (${bookingId}::uuid, ${kind}::text)
    )
    select distinct on (later) km, at, later from known
    order by later, abs(extract(epoch from at - ${at}::timestamptz)), km desc`.execute(tx)
  const [before, after] = [false, true].map((side) => rows.find(({ later }) => later === side) ?? null)
  return { before: before ?? null, after: after ?? null }
}

/** Whether the car of a booking is out with another customer, or lost. */
export async function isCarWithAnother(
  db: Db,
  { id, car_id: carId }: { id: string; car_id: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ out: boolean }>`
    select car_is_out(${carId}, ${now}, ${id}) or exists (
      select from bookings where car_id = ${carId} and id <> ${id} and status = 'active') as out`.execute(db)
  return rows[0]?.out ?? false
}
