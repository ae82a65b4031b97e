import { drawDocument } from './private-files.ts'
import type { FormFields } from './selling.ts'

/** The form with a driver's papers; a test states only the fields it depends on. */
export async function driverForm(given: FormFields = {}): Promise<FormFields> {
  const photo = async () => new Blob([new Uint8Array(await drawDocument(600, 400))], { type: 'image/jpeg' })
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
