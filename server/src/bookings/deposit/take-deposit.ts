import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { WAIVE_DEPOSIT_ALONE_UP_TO } from '@twende/contract/bookings/deposit.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { DeskPayment } from '@twende/contract/payments/desk-payment.ts'
import { m } from '@twende/messages'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import {
  countParts,
  lockParts,
  type Parts,
  recordRemainder,
} from '../../payments/collections/record-staff-payment.ts'
import { returnSurplus } from '../../payments/collections/settle-payment.ts'
import { startPayment } from '../../payments/collections/start-payment.ts'
import { findOwed, sumCharged } from '../../payments/ledger/post-payment.ts'
import { applyToPrice } from '../../payments/ledger/postings.ts'
import { writeHistory } from '../booking-history-store.ts'
import { dueOf, keptOf } from './deposit-payable.ts'
import { type DepositRow, findDepositOf, lockBooking, waive } from './deposit-store.ts'

type TakeDeps = Pick<AppDeps, 'db' | 'clock'>
type ByStaff = { bookingId: string; accountId: string }

/** Records that staff took the deposit that is due. */
export async function takeDeposit(
  { db, clock }: TakeDeps,
  { bookingId, accountId, paidBy, code, note, paidOn }: ByStaff & DeskPayment,
): Promise<void> {
  const now = clock.now()
  const { id } = await depositToTake(db, bookingId)
  await inTransaction(db, async (tx) => {
    const payable = { payableType: 'deposit', payableId: id } as const
    const parts = await lockParts(tx, payable, code)
    const deposit = await lockDueDeposit(tx, bookingId)
    const payment = {
      ...payable,
      accountId: deposit.accountId,
      takenBy: accountId,
      paidBy,
      code,
      note,
      paidOn,
    }
    await recordRemainder(tx, { ...payment, price: deposit.amount, parts }, now)
    await returnSurplus(tx, payable, now)
    await writeHistory(tx, [{ id: bookingId, status: deposit.status }], {
      by: 'staff',
      accountId,
      now,
      event: 'takeDeposit',
      note: [note, code].filter(Boolean).join(', '),
      facts: { amount: deposit.amount, paidBy },
    })
  })
}

/** The parts of a deposit that were paid so far, locked before the car and the booking. */
export async function lockDepositParts(tx: Db, bookingId: string): Promise<Parts> {
  const deposit = await findDepositOf(tx, bookingId)
  return deposit ? lockParts(tx, { payableType: 'deposit', payableId: deposit.id }, '') : []
}

type Requiring = ByStaff & { parts: Parts; now: Date }

/** Refuses while a deposit of the booking is neither taken nor waived. Parts of it that came are held from now on. */
export async function requireDeposit(tx: Db, { bookingId, accountId, parts, now }: Requiring): Promise<void> {
  await lockBooking(tx, bookingId)
  const deposit = await findDepositOf(tx, bookingId)
  if (!deposit) return
  const due = await dueOf(tx, deposit)
  if (due > 0) throw new AppError('deposit_due', { message: m.error_deposit_due({ amount: showKsh(due) }) })
  await holdParts(tx, { deposit, parts, accountId, now })
}

type HoldingParts = { deposit: DepositRow; parts: Parts; accountId: string; now: Date }

/**
 * Parts of a deposit of which no more is taken count from now on, so that they can be kept after the return, and none of them
 * goes back before. What is more than the deposit goes back. The payments are locked.
 */
export async function holdParts(tx: Db, { deposit, parts, accountId, now }: HoldingParts): Promise<void> {
  await countParts(tx, parts)
  const held =
    (await sumCharged(tx, 'deposit', deposit.id)) - (await findOwed(tx, 'deposit', deposit.id)).charged
  await applyToPrice(tx, {
    payable: { type: 'deposit', id: deposit.id },
    key: `parts of deposit ${deposit.id} held, ${uuidv7()}`,
    upTo: Math.max(0, deposit.amount - held - (await keptOf(tx, deposit))),
    at: now,
    actor: accountId,
  })
  await returnSurplus(tx, { payableType: 'deposit', payableId: deposit.id }, now)
}

type RequestDeps = Parameters<typeof startPayment>[0]

/** Asks a phone to pay the deposit that is due. */
export async function requestDeposit(
  deps: RequestDeps,
  { bookingId, phone }: { bookingId: string; phone: string },
) {
  const { id, accountId } = await depositToTake(deps.db, bookingId)
  return startPayment(deps, { payableType: 'deposit', payableId: id, accountId, phone })
}

/** Lets the car leave without its deposit; what was taken of it already stays held, and parts of it that came count. */
export async function waiveDeposit(
  { db, clock }: TakeDeps,
  { bookingId, accountId, role, reason }: ByStaff & { role: Role; reason: string },
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const parts = await lockDepositParts(tx, bookingId)
    const deposit = await lockDueDeposit(tx, bookingId)
    if (deposit.amount > WAIVE_DEPOSIT_ALONE_UP_TO && role !== 'admin') {
      throw new AppError('deposit_waived_by_admin')
    }
    await waive(tx, { depositId: deposit.id, accountId, reason, now })
    await holdParts(tx, { deposit, parts, accountId, now })
    await writeHistory(tx, [{ id: bookingId, status: deposit.status }], {
      by: 'staff',
      accountId,
      now,
      event: 'waiveDeposit',
      note: reason,
    })
  })
}

async function depositToTake(db: Db, bookingId: string): Promise<DepositRow> {
  const deposit = await findDepositOf(db, bookingId)
  if (!deposit) throw new AppError('deposit_not_due')
  return deposit
}

/** The deposit under the lock of its booking; refuses where none is due. */
async function lockDueDeposit(tx: Db, bookingId: string): Promise<DepositRow> {
  await lockBooking(tx, bookingId)
  const deposit = await depositToTake(tx, bookingId)
  if ((await dueOf(tx, deposit)) === 0) throw new AppError('deposit_not_due')
  return deposit
}
