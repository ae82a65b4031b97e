import { showKsh } from '@twende/contract/money.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { writeHistory } from '../booking-history-store.ts'
import { findBooking } from '../booking-read-store.ts'
import { lockDeposit } from '../deposit/keep-deposit.ts'
import { type WithdrawnMoney, withdrawCharge } from '../deposit/release-deposit.ts'
import { findDispute } from '../disputes/dispute-store.ts'
import { notifyCustomer } from '../notify-customer.ts'
import { giveBackCredit } from '../owed/unpaid-price.ts'
import { type FineRow, findBookingOfFine, lockFine, setFineWithdrawn } from './fine-store.ts'

type Withdrawing = { fineId: string; accountId: string; reason: string }

/** Withdraws a fine that was recorded by mistake, or what is left of it after a dispute. It is owed no more; what was paid for it is held again or owed back. */
export async function withdrawFine(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { fineId, accountId, reason }: Withdrawing,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const named = await findBookingOfFine(tx, fineId)
    if (!named) throw new AppError('fine_not_found')
    const bookingId = named.booking_id
    const deposit = bookingId === null ? undefined : await lockDeposit(tx, bookingId)
    const fine = await lockFine(tx, fineId)
    if (!fine) throw new AppError('fine_not_found')
    if (fine.withdrawn_at !== null) throw new AppError('fine_wrong_state')
    const dispute = bookingId === null ? undefined : await findDispute(tx, bookingId, { fine: fineId })
    if (dispute?.decision === null) throw new AppError('fine_disputed')
    await setFineWithdrawn(tx, { fineId, accountId, reason, now })
    if (bookingId === null) return
    const amount = fine.amount - (dispute?.withdrawn ?? 0)
    const key = `fine ${fineId} withdrawn`
    const why = 'fine_withdrawn'
    const money = await withdrawCharge(tx, {
      bookingId,
      deposit,
      amount,
      reason,
      occasion: fineId,
      why,
      key,
      accountId,
      now,
    })
    if ((await findBooking(tx, bookingId))?.status === 'completed') await giveBackCredit(tx, bookingId, now)
    await tell(tx, { bookingId, fine, amount, reason, accountId, now, money })
  })
}

type Telling = {
  bookingId: string
  fine: FineRow
  amount: number
  reason: string
  accountId: string
  now: Date
  money: WithdrawnMoney
}

async function tell(
  tx: Db,
  { bookingId, fine, amount, reason, accountId, now, money }: Telling,
): Promise<void> {
  const booking = await findBooking(tx, bookingId)
  if (!booking) throw new AppError('booking_not_found')
  const { id, offence_at: offenceAt, number_plate: plate } = fine
  const note = `${showKsh(amount)}: ${reason}`
  await writeHistory(tx, [booking], { by: 'staff', accountId, now, event: 'withdrawFine', note })
  const facts = { amount, offenceAt: offenceAt.toISOString(), plate, reason, ...money }
  await notifyCustomer(
    tx,
    booking,
    (params) => ({ kind: 'booking_fine_withdrawn', params: { ...params, ...facts } }),
    now,
    { event: id },
  )
}
