import type { DisputeDecision, DisputedThing } from '@twende/contract/bookings/condition/charge-dispute.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Notification } from '../../notifications/notification-kinds.ts'
import type { BookingParams } from '../../notifications/notification-params.ts'
import { findOwed } from '../../payments/ledger/post-payment.ts'
import { writeHistory } from '../booking-history-store.ts'
import { findBooking } from '../booking-read-store.ts'
import type { DepositRow } from '../deposit/deposit-store.ts'
import { lockDeposit } from '../deposit/keep-deposit.ts'
import {
  moneyOfDeposit,
  releasePart,
  type WithdrawnMoney,
  withdrawCharge,
} from '../deposit/release-deposit.ts'
import { setFineWithdrawn } from '../fines/fine-store.ts'
import { notifyCustomer } from '../notify-customer.ts'
import { giveBackCredit } from '../owed/unpaid-price.ts'
import { type DisputeRow, findDispute, reduceExtraCharges, setDecision } from './dispute-store.ts'
import { type Disputed, findDisputed } from './find-disputed.ts'

type Deciding = DisputedThing & {
  bookingId: string
  accountId: string
  decision: DisputeDecision
  /** How much is withdrawn; all of it where nothing is given. */
  amount?: number | undefined
  answer: string
}

/** Staff keeps what is disputed, or withdraws it in full or in part: then what was paid for that goes back. */
export async function decideDispute(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, decision, amount, answer, ...of }: Deciding,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const deposit = await lockDeposit(tx, bookingId)
    const booking = await findBooking(tx, bookingId)
    if (!booking) throw new AppError('booking_not_found')
    const disputed = await findDisputed(tx, booking, of)
    const waiting = await findDispute(tx, bookingId, of)
    if (!waiting) throw new AppError('dispute_wrong_state')
    const withdrawn = decision === 'kept' ? 0 : (amount ?? waiting.amount)
    if (withdrawn > waiting.amount) throw new AppError('dispute_amount_above')
    const { id } = waiting
    const dispute = await setDecision(tx, { id, decision, withdrawn, answer, accountId, now })
    if (!dispute) throw new AppError('dispute_wrong_state')
    const money =
      withdrawn > 0 ? await withdraw(tx, { dispute, disputed, deposit, accountId, now }) : NOTHING_MOVED
    if (withdrawn > 0 && booking.status === 'completed') await giveBackCredit(tx, bookingId, now)
    await writeHistory(tx, [booking], {
      by: 'staff',
      accountId,
      now,
      event: decision === 'kept' ? 'keepCharge' : 'withdrawCharge',
      note: [disputed.label, answer].filter(Boolean).join(': '),
    })
    // What the part had paid is owed again.
    const owed = withdrawn > 0 && 'part' in disputed ? (await findOwed(tx, 'booking', bookingId)).owed : 0
    const told = { decision, withdrawn, answer, owed, ...money }
    await notifyCustomer(
      tx,
      booking,
      (params) => decisionOn(disputed, dispute, { ...params, ...told }),
      now,
      { event: id },
    )
  })
}

type Withdrawing = {
  dispute: DisputeRow
  disputed: Disputed
  deposit: DepositRow | undefined
  accountId: string
  now: Date
}

const NOTHING_MOVED: WithdrawnMoney = { back: 0, heldAgain: 0 }

async function withdraw(
  tx: Db,
  { dispute, disputed, deposit, accountId, now }: Withdrawing,
): Promise<WithdrawnMoney> {
  const { booking_id: bookingId, withdrawn: amount, answer: reason } = dispute
  const released = { bookingId, amount, reason, accountId, now }
  if ('part' in disputed) {
    if (!deposit) return NOTHING_MOVED
    await releasePart(tx, { ...released, deposit, part: disputed.part })
    return moneyOfDeposit(deposit, amount)
  }
  if ('charge' in disputed) await reduceExtraCharges(tx, bookingId, amount)
  else if (amount === dispute.amount)
    await setFineWithdrawn(tx, { fineId: disputed.fine.id, accountId, reason, now })
  const { id: occasion } = dispute
  return withdrawCharge(tx, {
    ...released,
    deposit,
    occasion,
    why: 'charge_withdrawn',
    key: `dispute ${occasion} withdrawn`,
  })
}

type Told = BookingParams &
  WithdrawnMoney & { decision: DisputeDecision; withdrawn: number; answer: string; owed: number }

function decisionOn(disputed: Disputed, { amount }: DisputeRow, { owed, ...params }: Told): Notification {
  if ('fine' in disputed) {
    const { number_plate: plate, offence_at: offenceAt } = disputed.fine
    const fine = { amount, plate, offenceAt: offenceAt.toISOString() }
    return { kind: 'booking_fine_decided', params: { ...params, ...fine } }
  }
  if ('part' in disputed)
    return { kind: 'booking_kept_part_decided', params: { ...params, owed, amount, reason: disputed.reason } }
  const { kind, what, quantity } = disputed.charge
  return { kind: 'booking_charge_decided', params: { ...params, charge: { kind, what, quantity, amount } } }
}
