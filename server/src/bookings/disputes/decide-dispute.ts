import { returnDocument } from '@twende/contract/bookings/admin-booking.ts'
import type { DisputeDecision } from '@twende/contract/bookings/condition/charge-dispute.ts'
import { chargeLabel } from '@twende/contract/bookings/condition/condition-format.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { reduceCharge } from '../../payments/ledger/postings.ts'
import { createRefund } from '../../payments/refunds/create-refund.ts'
import { writeHistory } from '../booking-history-store.ts'
import { findBooking } from '../booking-read-store.ts'
import type { DepositRow } from '../deposit/deposit-store.ts'
import { lockDeposit } from '../deposit/keep-deposit.ts'
import { releaseForWithdrawnCharge } from '../deposit/release-deposit.ts'
import { notifyCustomer } from '../notify-customer.ts'
import { type DisputeRow, reduceExtraCharges, setDecision } from './dispute-store.ts'

type Deciding = {
  bookingId: string
  accountId: string
  charge: number
  decision: DisputeDecision
  answer: string
}

/** Staff keeps a disputed charge, or withdraws it: then what was paid for it is owed back. */
export async function decideDispute(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, charge, decision, answer }: Deciding,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const deposit = await lockDeposit(tx, bookingId)
    const booking = await findBooking(tx, bookingId)
    if (!booking) throw new AppError('booking_not_found')
    const charged =
      booking.handover_return === null ? [] : returnDocument.read(booking.handover_return).charges
    const disputed = charged[charge]
    if (!disputed) throw new AppError('charge_not_found')
    const dispute = await setDecision(tx, { bookingId, charge, decision, answer, accountId, now })
    if (!dispute) throw new AppError('dispute_wrong_state')
    if (decision === 'withdrawn') await withdrawCharge(tx, dispute, { deposit, accountId, now })
    await writeHistory(tx, [booking], {
      by: 'staff',
      accountId,
      now,
      event: decision === 'kept' ? 'keepCharge' : 'withdrawCharge',
      note: [chargeLabel(disputed), answer].filter(Boolean).join(': '),
    })
    const { kind, what, quantity, amount } = disputed
    const told = { charge: { kind, what, quantity, amount }, decision, answer }
    await notifyCustomer(
      tx,
      booking,
      (params) => ({ kind: 'booking_charge_decided', params: { ...params, ...told } }),
      now,
      dispute.id,
    )
  })
}

type By = { deposit: DepositRow | undefined; accountId: string; now: Date }

/** What of the charge is not paid is owed no more, what the deposit paid is held again, and what else was paid is owed back. */
async function withdrawCharge(
  tx: Db,
  { id, booking_id: bookingId, amount, answer: reason }: DisputeRow,
  { deposit, accountId, now }: By,
): Promise<void> {
  await reduceExtraCharges(tx, bookingId, amount)
  if (deposit) await releaseForWithdrawnCharge(tx, { bookingId, deposit, amount, reason, accountId, now })
  const payable = { type: 'booking', id: bookingId }
  const key = `dispute ${id} withdrawn`
  const paid = await reduceCharge(tx, { payable, amount, key, at: now, actor: accountId })
  if (paid === 0) return
  await createRefund(
    tx,
    {
      payableType: 'booking',
      payableId: bookingId,
      amount: paid,
      reason: 'charge_withdrawn',
      occasion: id,
    },
    now,
  )
}
