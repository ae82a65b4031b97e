import type { AgreementKind } from '@twende/contract/agreements/agreement-routes.ts'
import { addendumChange, addendumPath } from '../bookings/agreements/add-addendum.ts'
import { insertAddendum } from '../bookings/agreements/addendum-store.ts'
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

/** The link of a change of a rental that staff made and the customer has not accepted. */
export async function addendumToken({ db, deps }: Market, bookingId: string): Promise<string> {
  const rental = { endDate: '2026-04-13', dropoffTime: '10:00', totalDays: 3, finalAmount: 13_500 }
  const { account_id } = await db
    .selectFrom('bookings')
    .select('account_id')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  const sequence = await insertAddendum(db, {
    booking_id: bookingId,
    change: addendumChange.write({
      from: rental,
      to: rental,
      money: { paid: 13_500, owed: 0 },
      addedDrivers: [],
      removedDrivers: [],
    }),
    made_at: deps.clock.now(),
    made_by: account_id,
  })
  return addendumPath(deps, { bookingId, sequence }).split('/').at(-1) ?? ''
}
