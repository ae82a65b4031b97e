import type { DocumentDays } from '@twende/contract/cars/car-cover.ts'
import { v7 as uuidv7 } from 'uuid'
import { insertCarDocument } from '../cars/documents/car-document-store.ts'
import type { TestMarket } from './test-app.ts'

/** Records a paper of a car and returns its id. */
export async function addCarPaper(
  { db, clock }: Pick<TestMarket, 'db' | 'clock'>,
  carId: string,
  { kind, validFrom, validUntil }: DocumentDays,
): Promise<string> {
  const id = uuidv7()
  await insertCarDocument(db, {
    id,
    car_id: carId,
    kind,
    number: `POL/${id.slice(-6)}`,
    issuer: 'Jubilee',
    valid_from: validFrom,
    valid_until: validUntil,
    created_by: null,
    created_at: clock.now(),
  })
  return id
}
