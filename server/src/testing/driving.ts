import { randomUUID } from 'node:crypto'
import { drawDocument } from './private-files.ts'
import type { FormFields } from './selling.ts'
import type { TestMarket } from './test-app.ts'

/** The form with a driver's papers; a test states only the fields it depends on. */
export async function driverForm(given: FormFields = {}): Promise<FormFields> {
  const photo = async () => new Blob([new Uint8Array(await drawDocument())], { type: 'image/jpeg' })
  return {
    fullName: 'Achieng Ouma',
    birthDate: '1990-05-04',
    licenceNumber: 'DL-1234567',
    licenceOrigin: 'kenya',
    licenceClass: 'B',
    licenceExpires: '2040-01-31',
    identityKind: 'national_id',
    identityNumber: '12345678',
    licenceFront: await photo(),
    licenceBack: await photo(),
    identityFront: await photo(),
    ...given,
  }
}

/** Papers without photos, as rows have them; a test states only the fields it depends on. */
export const DRIVER_ROW = {
  full_name: 'Achieng Ouma',
  birth_date: '1990-05-04',
  licence_number: 'DL1234567',
  licence_origin: 'kenya',
  licence_class: 'B',
  licence_expires: '2090-01-31',
  identity_kind: 'national_id',
  identity_number: '12345678',
  needed_until: '2090-01-31',
}

/** Somebody is approved to drive in a booking; stored directly, because what is tested comes after it. */
export async function addApprovedDriver(
  { db, clock }: Pick<TestMarket, 'db' | 'clock'>,
  bookingId: string,
): Promise<void> {
  const at = clock.now()
  // A booking that is not there is refused by what is tested.
  if (!(await db.selectFrom('bookings').select('id').where('id', '=', bookingId).executeTakeFirst())) return
  const row = { ...DRIVER_ROW, id: randomUUID(), booking_id: bookingId, status: 'approved' }
  await db
    .insertInto('drivers')
    .values({ ...row, created_at: at, updated_at: at })
    .execute()
}
