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
import { isKnownCar } from '../car-store.ts'
import {
  type CarDocumentRow,
  documentDays,
  findCarDocuments,
  findOnlyRecorded,
  insertCarDocument,
  setDocumentWithdrawn,
} from './car-document-store.ts'

type ReadDeps = Pick<AppDeps, 'db' | 'clock'>

/** The papers of a car, and the days from today on which it is not rented for lack of one. */
export async function readCarDocuments({ db, clock }: ReadDeps, carId: string): Promise<CarDocuments> {
  if (!(await isKnownCar(db, carId))) throw new AppError('car_not_found')
  const today = nairobiDay(clock.now())
  const { rows, gaps, onlyRecorded } = await readCover(db, carId, {
    from: today,
    until: addDays(today, BOOKING_HORIZON_DAYS + LONGEST_RENTAL_DAYS),
  })
  return { documents: rows.map(toCarDocument), gaps, onlyRecorded }
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
  accountId: string
}

/** Records a paper of a car. The car is locked by the trigger that writes when it is covered. */
export async function addCarDocument(
  { clock }: Pick<AppDeps, 'clock'>,
  idempotency: Idempotency,
  document: NewDocument,
): Promise<void> {
  await idempotency.transaction(async (tx) => {
    const { carId, accountId, validFrom, validUntil, ...facts } = document
    if (!(await isKnownCar(tx, carId))) throw new AppError('car_not_found')
    const id = uuidv7()
    await insertCarDocument(tx, {
      ...facts,
      id,
      car_id: carId,
      valid_from: validFrom,
      valid_until: validUntil,
      created_by: accountId,
      created_at: clock.now(),
    })
    return id
  })
}

/** Withdraws a paper, so that it counts no more; bookings that were made stay. Returns the id of its car. */
export async function withdrawCarDocument({ db, clock }: ReadDeps, documentId: string): Promise<string> {
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
