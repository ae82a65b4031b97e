import { BOOKING_HORIZON_DAYS, LONGEST_RENTAL_DAYS } from '@twende/contract/business-constants.ts'
import { addDays, type Day, nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { type CoverGap, findCoverGaps, type RequiredDocument } from '@twende/contract/cars/car-cover.ts'
import type { CarDocuments } from '@twende/contract/cars/car-document-routes.ts'
import { m } from '@twende/messages'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Idempotency } from '../../http/idempotency.ts'
import type { Uploader } from '../../media/upload-pictures.ts'
import {
  findPrivateFiles,
  keepPrivateFiles,
  type PrivateFileRow,
  presentPrivateFile,
  savePrivateFile,
} from '../../private-files/private-files.ts'
import { isKnownCar } from '../car-store.ts'
import { findWithdrawals } from '../costs/car-cost-store.ts'
import {
  type CarDocumentRow,
  documentDays,
  findCarDocuments,
  findDocumentInForce,
  findOnlyRecorded,
  insertCarDocument,
  setDocumentScan,
  setDocumentWithdrawn,
} from './car-document-store.ts'

type ReadDeps = Pick<AppDeps, 'db' | 'clock' | 'tokenSecret'>

/** The papers of a car with links of `accountId` to their scans, and the days from today on which it is not rented for lack of one. */
export async function readCarDocuments(
  deps: ReadDeps,
  { carId, accountId }: { carId: string; accountId: string },
): Promise<CarDocuments> {
  const { db, clock } = deps
  if (!(await isKnownCar(db, carId))) throw new AppError('car_not_found')
  const today = nairobiDay(clock.now())
  const { rows, gaps, onlyRecorded } = await readCover(db, carId, {
    from: today,
    until: addDays(today, BOOKING_HORIZON_DAYS + LONGEST_RENTAL_DAYS),
  })
  const files = await findPrivateFiles(
    deps,
    rows.flatMap(({ scan }) => scan ?? []),
  )
  const present = (scan: string | null) => {
    const file = files.find(({ id }) => id === scan)
    return file ? presentPrivateFile(deps, file, accountId) : null
  }
  const withdrawalOf = await findWithdrawals(db, 'car_documents', rows)
  return {
    documents: rows.map((row) => ({
      ...toCarDocument(row),
      ...withdrawalOf(row.id),
      scan: present(row.scan),
    })),
    gaps,
    onlyRecorded,
  }
}

async function readCover(db: Db, carId: string, days: { from: Day; until: Day }) {
  const [rows, onlyRecorded] = await Promise.all([findCarDocuments(db, carId), findOnlyRecorded(db)])
  return { rows, onlyRecorded, gaps: findCoverGaps(documentDays(rows), days, { onlyRecorded }) }
}

type NewDocument = {
  carId: string
  kind: CarDocumentRow['kind']
  number: string
  issuer: string
  validFrom: Day
  validUntil: Day
}
type Sent = { by: Uploader; files: ReadonlyMap<string, Buffer> }

/** Records a paper of a car, with its scan if one was sent. The car is locked by the trigger that writes when it is covered. */
export async function addCarDocument(
  deps: ScanDeps,
  idempotency: Idempotency,
  { document, by, files }: { document: NewDocument } & Sent,
): Promise<void> {
  const { carId, validFrom, validUntil, ...facts } = document
  if (!(await isKnownCar(deps.db, carId))) throw new AppError('car_not_found')
  if (await idempotency.earlier()) return
  const scan = await saveScan(deps, files, by)
  const now = deps.clock.now()
  await idempotency.transaction(async (tx) => {
    const id = uuidv7()
    if (scan) await keepPrivateFiles(tx, { ids: [scan.id], now })
    await insertCarDocument(tx, {
      ...facts,
      id,
      car_id: carId,
      valid_from: validFrom,
      valid_until: validUntil,
      created_by: by.accountId,
      created_at: now,
      scan: scan?.id ?? null,
    })
    return id
  })
}

/** Attaches a scan to a paper that has none, for good; returns the id of its car. */
export async function attachScan(
  deps: ScanDeps,
  idempotency: Idempotency,
  { documentId, by, files }: { documentId: string } & Sent,
): Promise<string> {
  const document = await findDocumentInForce(deps.db, documentId)
  if (!document) throw new AppError('car_document_not_found')
  if (await idempotency.earlier()) return document.car_id
  if (document.scan !== null) throw new AppError('car_document_has_scan')
  const scan = await saveScan(deps, files, by)
  if (!scan) throw new AppError('scan_missing')
  await idempotency.transaction(async (tx) => {
    await keepPrivateFiles(tx, { ids: [scan.id], now: deps.clock.now() })
    if (!(await setDocumentScan(tx, documentId, scan.id))) {
      const left = await findDocumentInForce(tx, documentId)
      throw new AppError(left ? 'car_document_has_scan' : 'car_document_not_found')
    }
    return documentId
  })
  return document.car_id
}

/** Withdraws a paper, so that it counts no more; bookings that were made stay. Returns the id of its car. */
export async function withdrawCarDocument(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  documentId: string,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const carId = await setDocumentWithdrawn(tx, documentId, clock.now())
    if (carId === undefined) throw new AppError('car_document_not_found')
    return carId
  })
}

/**
 * For staff: says which paper a car lacks for the days of a booking, where `error` is the refusal that it is not covered.
 * Every other error is returned as it is.
 */
export async function explainNotCovered(
  db: Db,
  { carId, from, until }: { carId: string; from: Day; until: Day },
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== 'car_not_covered') return error
  const { gaps } = await readCover(db, carId, { from, until })
  const [gap] = gaps
  return gap ? new AppError('car_not_covered', { message: gapSentence(gap), data: { gaps } }) : error
}

const documentNames: Record<RequiredDocument, () => string> = {
  insurance: m.car_document_insurance,
  inspection: m.car_document_inspection,
}

function gapSentence({ kind, from, until }: CoverGap): string {
  const document = documentNames[kind]()
  return from === until
    ? m.error_car_not_covered_on_day({ document, day: showDay(from) })
    : m.error_car_not_covered_on_days({ document, from: showDay(from), until: showDay(until) })
}

function toCarDocument(row: CarDocumentRow) {
  return {
    _id: row.id,
    kind: row.kind,
    number: row.number,
    issuer: row.issuer,
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    createdBy: row.created_by_name,
    createdAt: row.created_at.toISOString(),
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
  }
}

export type ScanDeps = Pick<AppDeps, 'db' | 'clock' | 'pictures' | 'privateFiles'>

/** Saves the file `scan` of a form, a photo or PDF of a paper, which the transaction has to keep; nothing where none was sent. */
export async function saveScan(
  deps: ScanDeps,
  files: ReadonlyMap<string, Buffer>,
  by: Uploader,
): Promise<PrivateFileRow | undefined> {
  const bytes = files.get('scan')
  if (files.size > (bytes ? 1 : 0)) throw new AppError('invalid')
  return bytes && savePrivateFile(deps, { kind: 'vehicle_paper', bytes, by })
}
