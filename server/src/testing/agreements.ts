import type { AgreementKind } from '@twende/contract/agreements/agreement-routes.ts'
import { makeAgreement } from '../bookings/agreements/make-agreement.ts'
import { readPrivateFile } from '../private-files/private-files.ts'
import type { TestMarket } from './test-app.ts'

type Market = Pick<TestMarket, 'db' | 'deps'>

/** The agreement of a booking, made if its job has not run; its row and the bytes of its file. */
export async function agreementOf({ db, deps }: Market, bookingId: string, kind: AgreementKind = 'handover') {
  await makeAgreement(deps, { bookingId, kind })
  const row = await db
    .selectFrom('agreements')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  const file = await readPrivateFile(deps, row.file_id)
  return { ...row, bytes: file?.bytes }
}
