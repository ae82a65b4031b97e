import { disputableUntil } from '@twende/contract/bookings/condition/charge-dispute.ts'
import type { AdminDeposit, Deposit } from '@twende/contract/bookings/deposit.ts'
import { type AdminKeptPart, KEPT_REASONS, type KeptReason } from '@twende/contract/bookings/kept-deposit.ts'
import * as z from 'zod/mini'
import type { PersonalData } from '../../accounts/personal-data.ts'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { sumRefundsOf } from '../../payments/refunds/list-refunds.ts'
import { findPrivateFiles, presentPrivateFile } from '../../private-files/private-files.ts'
import { findBooking } from '../booking-read-store.ts'
import { findReach } from '../customer-reach-store.ts'
import { findDisputesOfParts } from '../disputes/dispute-store.ts'
import { presentDispute } from '../disputes/read-charges.ts'
import { dueOf, heldOf, keepableOf, settlementOf } from './deposit-payable.ts'
import { type DepositRow, findDepositOf } from './deposit-store.ts'
import {
  eraseKeptWords,
  findKeptParts,
  findKeptPartsOfAccount,
  findKeptPhotos,
  type KeptPartRow,
} from './kept-part-store.ts'

type ReadDeps = Pick<AppDeps, 'db' | 'clock' | 'tokenSecret'>

/** The deposit of a booking for its customer, or for staff; null where it has none. */
export async function readOwnDeposit(
  deps: ReadDeps,
  bookingId: string,
  { accountId, role }: CurrentUser,
): Promise<Deposit | null> {
  if (!(await findBooking(deps.db, bookingId, role === 'user' ? accountId : undefined)))
    throw new AppError('booking_not_found')
  const deposit = await findDepositOf(deps.db, bookingId)
  if (!deposit) return null
  return { ...(await presentDeposit(deps.db, deposit)), kept: await presentKept(deps, deposit, accountId) }
}

export async function readAdminDeposit(
  deps: ReadDeps,
  bookingId: string,
  staffId: string,
): Promise<AdminDeposit | null> {
  if (!(await findBooking(deps.db, bookingId))) throw new AppError('booking_not_found')
  const deposit = await findDepositOf(deps.db, bookingId)
  if (!deposit) return null
  const { waivedBy, waiver_reason: waiverReason, settledBy } = deposit
  return {
    ...(await presentDeposit(deps.db, deposit)),
    waivedBy,
    waiverReason,
    settledBy,
    reach: await findReach(deps.db, bookingId),
    keepable: deposit.status === 'completed' ? await keepableOf(deps.db, deposit) : 0,
    settlement: await settlementOf(deps.db, deposit),
    kept: await presentKept(deps, deposit, staffId),
  }
}

async function presentDeposit(db: Db, deposit: DepositRow): Promise<Omit<Deposit, 'kept'>> {
  const [due, held, refunds] = await Promise.all([
    dueOf(db, deposit),
    heldOf(db, deposit),
    sumRefundsOf(db, { payableType: 'deposit', payableId: deposit.id }),
  ])
  return {
    _id: deposit.id,
    reference: `DEP${deposit.number}`,
    amount: deposit.amount,
    due,
    held,
    owedBack: refunds.due,
    returned: refunds.sent,
    moved: refunds.moved,
    waived: deposit.waived_at !== null,
    returnBy: deposit.return_by?.toISOString() ?? null,
  }
}

/** What was kept, with links to the photos that this account alone can open. */
async function presentKept(deps: ReadDeps, { id }: DepositRow, accountId: string): Promise<AdminKeptPart[]> {
  const parts = await findKeptParts(deps.db, id)
  const ids = parts.map((part) => part.id)
  const [photos, disputes] = await Promise.all([
    findKeptPhotos(deps.db, ids),
    findDisputesOfParts(deps.db, ids),
  ])
  const found = await findPrivateFiles(
    deps,
    photos.map(({ file_id }) => file_id),
  )
  const files = new Map(found.map((file) => [file.id, presentPrivateFile(deps, file, accountId)]))
  return parts.map((part) => {
    const dispute = disputes.find(({ kept_part_id }) => kept_part_id === part.id)
    const isDisputable = !dispute && disputableAmountOf(part) > 0
    return {
      ...presentFacts(part),
      by: part.keptBy ?? '',
      releasedBy: part.releasedBy,
      releaseReason: part.release_reason,
      dispute: presentDispute(dispute),
      disputableUntil: isDisputable ? disputableUntil(part.kept_at).toISOString() : null,
      photos: photos.flatMap(({ part_id, file_id }) => (part_id === part.id && files.get(file_id)) || []),
    }
  })
}

/** How much of a kept part its customer may dispute. What was owed is disputed as the charge or the fine that it is. */
export function disputableAmountOf(part: KeptPartRow): number {
  return keepReasonOf(part) === 'owed' ? 0 : part.amount - part.released
}

const Reason = z.enum(KEPT_REASONS)

export const keepReasonOf = ({ reason }: Pick<KeptPartRow, 'reason'>): KeptReason => Reason.parse(reason)

function presentFacts(part: KeptPartRow) {
  return {
    _id: part.id,
    amount: part.amount,
    released: part.released,
    reason: keepReasonOf(part),
    words: part.words,
    at: part.kept_at.toISOString(),
  }
}

/** What staff wrote about a deposit is deleted with the account; how much was kept stays. */
export const personalKeptParts: PersonalData = {
  async exportData({ db }, accountId) {
    const parts = await findKeptPartsOfAccount(db, accountId)
    return parts.map((part) => {
      const { _id, ...facts } = presentFacts(part)
      return { bookingId: part.reference, ...facts }
    })
  },
  async erase(tx, { accountId, now }) {
    await eraseKeptWords(tx, accountId, now)
  },
}
