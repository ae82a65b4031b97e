import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { lockParts } from '../payments/collections/record-staff-payment.ts'
import { findOwed } from '../payments/ledger/post-payment.ts'
import { readSettings } from '../settings/read-settings.ts'
import { drawReferences } from './booking-draft.ts'
import { type BookingRow, findBooking } from './booking-read-store.ts'
import { moveBookingOrThrow } from './booking-store.ts'
import { heldOf } from './deposit/deposit-payable.ts'
import { findDepositOf, lockBooking } from './deposit/deposit-store.ts'
import { startReturnOfDeposit } from './deposit/return-deposit.ts'
import { lockDepositParts } from './deposit/take-deposit.ts'
import { notifyCustomer } from './notify-customer.ts'
import { giveBackCredit, showPriceUnpaid } from './owed/unpaid-price.ts'
import {
  carOfBooking,
  confirmLoss,
  lockCar,
  lockLoss,
  requestLoss,
  requestWithdrawalOfLoss,
  setLossWithdrawn,
} from './rented-car-store.ts'
import { moveBackOrThrow } from './revive-booking-store.ts'
import { holdDepositAgain, refuseWhileDisputed } from './undo-return.ts'

type LossDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>
type Losing = { bookingId: string; accountId: string; reason: string }

/**
 * Declares the car of a rental under way lost, which ends the rental: `requested` when this is the first of the two people
 * that it takes. The car is given to nobody until its return is recorded.
 */
export async function markLost(
  { db, clock, config }: LossDeps,
  { bookingId, accountId, reason }: Losing,
): Promise<'lost' | 'requested'> {
  return inTransaction(db, async (tx) => {
    const booking = await lockRental(tx, bookingId)
    const now = clock.now()
    if (booking?.status !== 'active') throw new AppError('booking_wrong_state')
    const request = await requestLoss(tx, { bookingId, reason, accountId, now })
    if (request.requested_by === accountId) {
      if (!request.isNew) throw new AppError('loss_needs_second_person')
      return 'requested'
    }
    await confirmLoss(tx, { bookingId, accountId, now })
    const note = request.reason
    const lost = await moveBookingOrThrow(tx, {
      bookingId,
      move: 'markLost',
      by: 'staff',
      accountId,
      now,
      note,
    })
    await startReturnOfDeposit(tx, lost, { accountId, now })
    await giveBackCredit(tx, bookingId, now)
    const facts = await factsOf(tx, config, bookingId)
    await notifyCustomer(
      tx,
      lost,
      (params) => ({ kind: 'booking_car_lost', params: { ...params, ...facts } }),
      now,
      { event: now.toISOString() },
    )
    return 'lost'
  })
}

/** Locks what the end of a rental changes, in the order of all locks. */
async function lockRental(tx: Db, bookingId: string): Promise<BookingRow | undefined> {
  await lockParts(tx, { payableType: 'booking', payableId: bookingId }, '')
  await lockDepositParts(tx, bookingId)
  const carId = await carOfBooking(tx, bookingId)
  if (carId === undefined) throw new AppError('booking_not_found')
  await lockCar(tx, carId)
  await lockBooking(tx, bookingId)
  return findBooking(tx, bookingId)
}

/**
 * Withdraws the loss of a car that did not come back yet, so that its rental goes on and its deposit is held again: `asked`
 * when this is the first of the two people that it takes. What one person only asked for is withdrawn by one.
 */
export async function withdrawLoss(
  { db, clock, random, config }: LossDeps & Pick<AppDeps, 'random'>,
  { bookingId, accountId, reason }: Losing,
): Promise<'asked' | 'requestWithdrawn' | 'withdrawn'> {
  return inTransaction(db, async (tx) => {
    const booking = await lockRental(tx, bookingId)
    const now = clock.now()
    const loss = await lockLoss(tx, bookingId)
    if (!booking || !loss || booking.returned_at) throw new AppError('booking_wrong_state')
    const by = { id: loss.id, accountId, now }
    if (loss.confirmed_at === null) {
      await requestWithdrawalOfLoss(tx, { ...by, reason })
      await setLossWithdrawn(tx, by)
      return 'requestWithdrawn'
    }
    if (loss.withdrawal_requested_by === null) {
      await refuseWhileDisputed(tx, bookingId, m.error_undo_loss_disputed)
      await requestWithdrawalOfLoss(tx, { ...by, reason })
      return 'asked'
    }
    if (loss.withdrawal_requested_by === accountId)
      throw new AppError('loss_needs_second_person', { message: m.error_loss_withdrawal_second_person() })
    await setLossWithdrawn(tx, by)
    const declared = { since: loss.confirmed_at, note: loss.withdrawal_reason }
    const goesOn = await goOn(tx, random, booking, { ...declared, accountId, now })
    const { owed, held, phone } = await factsOf(tx, config, bookingId)
    await notifyCustomer(
      tx,
      goesOn,
      (params) => ({ kind: 'booking_loss_withdrawn', params: { ...params, owed, held, phone } }),
      now,
      { event: String(loss.id) },
    )
    return 'withdrawn'
  })
}

type GoingOn = { since: Date; note: string; accountId: string; now: Date }

/** The rental goes on, with the deposit as it was before the loss. */
async function goOn(
  tx: Db,
  random: AppDeps['random'],
  booking: BookingRow,
  { since, note, accountId, now }: GoingOn,
) {
  const { id: bookingId } = booking
  await refuseWhileDisputed(tx, bookingId, m.error_undo_loss_disputed)
  const refusal = m.error_undo_loss_deposit_sent
  await holdDepositAgain(tx, { bookingId, accountId, now, since, reason: note, refusal })
  const move = { bookingId, move: 'withdrawLoss', by: 'staff', accountId, now, note } as const
  const goesOn = await moveBackOrThrow(tx, move, () => drawReferences(random))
  await showPriceUnpaid(tx, booking, now)
  return goesOn
}

/** What the customer is told of: what is owed, what is held of the deposit and until when, and our phone. */
async function factsOf(tx: Db, config: AppDeps['config'], bookingId: string) {
  const { owed } = await findOwed(tx, 'booking', bookingId)
  const { whatsappNumber: phone } = await readSettings(tx, config)
  const deposit = await findDepositOf(tx, bookingId)
  const held = deposit ? await heldOf(tx, deposit) : 0
  const returnBy = deposit?.return_by ? nairobiDay(deposit.return_by) : null
  return { owed, held, returnBy, phone }
}
