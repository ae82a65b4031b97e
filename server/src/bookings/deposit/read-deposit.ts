import type { AdminDeposit, Deposit } from '@twende/contract/bookings/deposit.ts'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { sumRefundsOf } from '../../payments/refunds/list-refunds.ts'
import { findBooking } from '../booking-read-store.ts'
import { dueOf, heldOf } from './deposit-payable.ts'
import { type DepositRow, findDepositOf } from './deposit-store.ts'

type ReadDeps = Pick<AppDeps, 'db'>

/** The deposit of a booking for its customer, or for staff; null where it has none. */
export async function readOwnDeposit(
  { db }: ReadDeps,
  bookingId: string,
  { accountId, role }: CurrentUser,
): Promise<Deposit | null> {
  if (!(await findBooking(db, bookingId, role === 'user' ? accountId : undefined)))
    throw new AppError('booking_not_found')
  const deposit = await findDepositOf(db, bookingId)
  return deposit ? presentDeposit(db, deposit) : null
}

export async function readAdminDeposit({ db }: ReadDeps, bookingId: string): Promise<AdminDeposit | null> {
  if (!(await findBooking(db, bookingId))) throw new AppError('booking_not_found')
  const deposit = await findDepositOf(db, bookingId)
  if (!deposit) return null
  const { waivedBy, waiver_reason: waiverReason, settledBy } = deposit
  return { ...(await presentDeposit(db, deposit)), waivedBy, waiverReason, settledBy }
}

async function presentDeposit(db: Db, deposit: DepositRow): Promise<Deposit> {
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
    waived: deposit.waived_at !== null,
    returnBy: deposit.return_by?.toISOString() ?? null,
  }
}
