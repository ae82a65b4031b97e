import {
  AGREEMENT_KINDS,
  Agreement,
  type AgreementCheck,
} from '@twende/contract/agreements/agreement-routes.ts'
import { SIGNED_PAPER_YEARS } from '@twende/contract/business-constants.ts'
import { type Day, nairobiInstant } from '@twende/contract/calendar-day.ts'
import type { PersonalData } from '../../accounts/personal-data.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import {
  deletePrivateFilesAfter,
  findPrivateFiles,
  privateFileLink,
} from '../../private-files/private-files.ts'
import { findBooking } from '../booking-read-store.ts'
import { readAddendaToAccept } from './addenda.ts'
import { eraseAccepters, findAddendaToMake } from './addendum-store.ts'
import {
  deleteDraftsOfAccount,
  findAgreementByNumber,
  findAgreements,
  findAgreementsOfAccount,
  findDraftKinds,
} from './agreement-store.ts'

/** Agreements outlive the account for as long as a contract can be taken to court; their numbers and hashes stay for good. */
export const personalAgreements: PersonalData = {
  async exportData({ db }, accountId) {
    const agreements = await findAgreementsOfAccount(db, accountId)
    return agreements.map(({ reference, number, kind, made_at, content_hash }) => ({
      bookingId: reference,
      number,
      kind,
      madeAt: made_at.toISOString(),
      sha256: content_hash,
    }))
  },
  async erase(tx, { accountId, now }) {
    // Drafts first: where an agreement is just being made, this waits for it, and then finds its file.
    await deleteDraftsOfAccount(tx, accountId)
    await eraseAccepters(tx, accountId)
    for (const { file_id, end_date } of await findAgreementsOfAccount(tx, accountId))
      await deletePrivateFilesAfter(tx, { ids: [file_id], deleteAfter: signedPaperUntil(end_date), now })
  },
}

/** The beginning of the day after the last one on which a signed paper is kept. */
function signedPaperUntil(endDate: Day): Date {
  const [year = 0, month = 1, day = 1] = endDate.split('-').map(Number)
  // 29 February of a year without one is counted as 1 March.
  const dayAfter = new Date(Date.UTC(year + SIGNED_PAPER_YEARS, month - 1, day + 1))
  return nairobiInstant(dayAfter.toISOString().slice(0, 10), '00:00')
}

type ReadDeps = Pick<AppDeps, 'db' | 'clock' | 'tokenSecret' | 'config'>

/** The agreements of a booking, for its customer or our staff; to anybody else there is no such booking. */
export async function agreementsOfBooking(deps: ReadDeps, bookingId: string, currentUser: CurrentUser) {
  const { accountId, role } = currentUser
  const booking = await findBooking(deps.db, bookingId, role === 'user' ? accountId : undefined)
  if (!booking) throw new AppError('booking_not_found')
  const rows = await findAgreements(deps.db, bookingId)
  const files = await findPrivateFiles(
    deps,
    rows.map(({ file_id }) => file_id),
  )
  const kept = new Set(files.map(({ id }) => id))
  const data = rows.map(({ id, number, kind, made_at, is_withdrawn: isWithdrawn, file_id: fileId }) => ({
    _id: id,
    number,
    kind: Agreement.shape.kind.parse(kind),
    madeAt: made_at.toISOString(),
    isWithdrawn,
    link: kept.has(fileId) ? privateFileLink(deps, { fileId, accountId }) : null,
  }))
  const drafts = await findDraftKinds(deps.db, bookingId)
  if ((await findAddendaToMake(deps.db, bookingId)).length > 0) drafts.push('addendum')
  const toAccept = await readAddendaToAccept(deps, bookingId)
  return { data, beingMade: AGREEMENT_KINDS.filter((kind) => drafts.includes(kind)), toAccept }
}

/** What anybody who has its number is told of an agreement, and whether a file with this hash is it. */
export async function checkAgreement(
  { db }: Pick<AppDeps, 'db'>,
  number: string,
  hash: string | undefined,
): Promise<AgreementCheck> {
  const row = await findAgreementByNumber(db, number)
  if (!row) throw new AppError('agreement_not_found')
  return {
    number,
    kind: Agreement.shape.kind.parse(row.kind),
    madeAt: row.made_at.toISOString(),
    isWithdrawn: row.is_withdrawn,
    renter: row.renter_initials,
    staff: row.staff_initials,
    isSame: hash === undefined ? null : hash === row.content_hash,
  }
}
