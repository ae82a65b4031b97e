import { type DocumentDays, type DocumentKind, ONLY_RECORDED_CARS } from '@twende/contract/cars/car-cover.ts'
import type { Insertable } from 'kysely'
import { accountName } from '../../db/account-name.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'

export type CarDocumentRow = {
  id: string
  kind: DocumentKind
  number: string
  issuer: string
  valid_from: string
  valid_until: string
  created_by_name: string | null
  created_at: Date
  withdrawn_at: Date | null
  scan: string | null
}

/** Every document of the car, withdrawn ones too, the one that holds longest first. */
export async function findCarDocuments(db: Db, carId: string): Promise<CarDocumentRow[]> {
  return db
    .selectFrom('car_documents')
    .leftJoin('accounts', 'accounts.id', 'car_documents.created_by')
    .where('car_documents.car_id', '=', carId)
    .select([
      'car_documents.id',
      'car_documents.kind',
      'car_documents.number',
      'car_documents.issuer',
      'car_documents.valid_from',
      'car_documents.valid_until',
      'car_documents.created_at',
      'car_documents.withdrawn_at',
      'car_documents.scan',
    ])
    .select(accountName('accounts').as('created_by_name'))
    .orderBy('car_documents.valid_until', 'desc')
    .orderBy('car_documents.id', 'desc')
    .$castTo<CarDocumentRow>()
    .execute()
}

export function documentDays(rows: readonly CarDocumentRow[]): DocumentDays[] {
  return rows.map(({ kind, valid_from, valid_until, withdrawn_at }) => ({
    kind,
    validFrom: valid_from,
    validUntil: valid_until,
    isWithdrawn: withdrawn_at !== null,
  }))
}

/** Whether a car without any document of a kind is not rented. */
export async function findOnlyRecorded(db: Db): Promise<boolean> {
  const row = await db.selectFrom('business_settings').select('only_recorded_cars').executeTakeFirst()
  return row?.only_recorded_cars ?? ONLY_RECORDED_CARS
}

export async function insertCarDocument(
  tx: Db,
  document: Insertable<Tables['car_documents']>,
): Promise<void> {
  await tx.insertInto('car_documents').values(document).execute()
}

/** A document that counts: its car and its scan. */
export async function findDocumentInForce(
  db: Db,
  documentId: string,
): Promise<{ car_id: string; scan: string | null } | undefined> {
  return db
    .selectFrom('car_documents')
    .select(['car_id', 'scan'])
    .where('id', '=', documentId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
}

/** Attaches a scan to a document that counts and has none; returns whether it did. */
export async function setDocumentScan(tx: Db, documentId: string, fileId: string): Promise<boolean> {
  const row = await tx
    .updateTable('car_documents')
    .set({ scan: fileId })
    .where('id', '=', documentId)
    .where('withdrawn_at', 'is', null)
    .where('scan', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Withdraws a document that counts; returns its car, undefined when there is no such document. */
export async function setDocumentWithdrawn(
  tx: Db,
  documentId: string,
  now: Date,
): Promise<string | undefined> {
  const row = await tx
    .updateTable('car_documents')
    .set({ withdrawn_at: now })
    .where('id', '=', documentId)
    .where('withdrawn_at', 'is', null)
    .returning('car_id')
    .executeTakeFirst()
  return row?.car_id
}
