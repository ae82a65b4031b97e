import type { Day } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { SettledBy } from '@twende/contract/payments/desk-payment.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Idempotency } from '../../http/idempotency.ts'
import { countParts, lockParts, recordStaffPayment } from '../../payments/collections/record-staff-payment.ts'
import { startPayment } from '../../payments/collections/start-payment.ts'
import { findOwed, postPrice } from '../../payments/ledger/post-payment.ts'
import type { ReceivedPayment, VoidedEnd, VoidedPayment } from '../../payments/payable.ts'
import { writeHistory } from '../booking-history-store.ts'
import { findBooking } from '../booking-read-store.ts'
import { markPaid, setPaymentStatus } from '../booking-store.ts'
import { lockBooking } from '../deposit/deposit-store.ts'
import { keepWhatIsOwed, lockDeposit } from '../deposit/keep-deposit.ts'
import { giveBackCredit } from './unpaid-price.ts'

type Taking = {
  bookingId: string
  accountId: string
  /** What staff was shown and has taken. */
  amount: number
  paidBy: Exclude<SettledBy, 'none'>
  code: string
  note: string
  paidOn?: Day | undefined
}

/** Records that staff took what the customer of a booking owes, or keeps it from the deposit. */
export async function takeOwed(
  { clock }: Pick<AppDeps, 'clock'>,
  taking: Taking,
  idempotency: Idempotency,
): Promise<void> {
  await idempotency.transaction(async (tx) => {
    await (taking.paidBy === 'deposit'
      ? keepFromDeposit(tx, taking, clock)
      : takeMoney(tx, { ...taking, paidBy: taking.paidBy }, clock.now()))
    return taking.bookingId
  })
}

type TakingMoney = Omit<Taking, 'paidBy'> & { paidBy: Exclude<Taking['paidBy'], 'deposit'> }

async function takeMoney(tx: Db, taking: TakingMoney, now: Date): Promise<void> {
  const { bookingId, accountId, amount, paidBy, code, note, paidOn } = taking
  const payable = { payableType: 'booking', payableId: bookingId } as const
  const parts = await lockParts(tx, payable, code)
  await lockBooking(tx, bookingId)
  const booking = await findBooking(tx, bookingId)
  if (!booking) throw new AppError('booking_not_found')
  const { owed, charged } = await findOwed(tx, 'booking', bookingId)
  if (charged === 0 || owed !== amount) throw new AppError('owed_changed')
  const payment = {
    ...payable,
    accountId: booking.account_id,
    takenBy: accountId,
    paidBy,
    code,
    note,
    paidOn,
  }
  await countParts(tx, parts)
  const [part] = parts
  // Parts that are the whole amount by now pay for it alone.
  if (amount > 0) await recordStaffPayment(tx, { ...payment, amount, price: charged }, now)
  else if (part) await postPrice(tx, part, { upTo: charged, at: now, actor: accountId })
  if (booking.status === 'completed') await giveBackCredit(tx, bookingId, now)
  await markPaid(tx, bookingId, now)
  const words = [note, code].filter(Boolean).join(', ')
  const facts = { amount, paidBy }
  await writeHistory(tx, [booking], { by: 'staff', accountId, now, event: 'payOwed', note: words, facts })
}

async function keepFromDeposit(
  tx: Db,
  { bookingId, accountId, amount }: Taking,
  clock: AppDeps['clock'],
): Promise<void> {
  const deposit = await lockDeposit(tx, bookingId)
  const now = clock.now()
  const { owed } = await findOwed(tx, 'booking', bookingId)
  if (owed === 0 || owed !== amount) throw new AppError('owed_changed')
  if (!deposit || (await keepWhatIsOwed(tx, { bookingId, deposit, accountId, now })) === 0)
    throw new AppError('deposit_wrong_state')
}

/** Asks a phone to pay what is owed for a booking. */
export async function requestOwed(
  deps: Parameters<typeof startPayment>[0],
  { bookingId, phone }: { bookingId: string; phone: string },
) {
  const booking = await findBooking(deps.db, bookingId)
  if (!booking) throw new AppError('booking_not_found')
  // Before it is confirmed, its price is asked for. Once it is cancelled, nothing is.
  if (booking.status === 'pending' || booking.status === 'cancelled')
    throw new AppError('booking_not_payable', { message: m.error_booking_nothing_owed() })
  const payable = { payableType: 'booking', payableId: bookingId } as const
  return startPayment(deps, { ...payable, accountId: booking.account_id, phone })
}

/** What the customer of a booking is asked for; throws where nothing is owed, or while staff decides on money that came. */
export async function owedNow(db: Db, bookingId: string): Promise<number> {
  const { owed, inReview } = await findOwed(db, 'booking', bookingId)
  if (inReview > 0) throw new AppError('booking_not_payable', { message: m.error_booking_payment_checked() })
  if (owed === 0) throw new AppError('booking_not_payable', { message: m.error_booking_nothing_owed() })
  return owed
}

/** The customer paid what was owed, in the transaction that settles the payment; `gone` where nothing is owed any more. */
export async function receiveOwed(
  tx: Db,
  { clock }: Pick<AppDeps, 'clock'>,
  bookingId: string,
  payment: ReceivedPayment,
): Promise<'done' | 'gone'> {
  const { amount, amount_received: received, receipt } = payment
  await lockBooking(tx, bookingId)
  const booking = await findBooking(tx, bookingId)
  const { charged, owed } = await findOwed(tx, 'booking', bookingId)
  if (!booking || charged === 0) return 'gone'
  const now = clock.now()
  // Its money is posted after this.
  if ((received ?? amount) >= owed) await markPaid(tx, bookingId, now)
  const facts = { amount: received ?? amount }
  await writeHistory(tx, [booking], { by: 'payment', now, event: 'payOwed', note: receipt ?? '', facts })
  return 'done'
}

/** What a payment had paid is owed again, because its money never came; nothing of it where the booking is cancelled. */
export async function oweVoidedAgain(
  tx: Db,
  bookingId: string,
  { amount, code, reason, accountId, now, takeOutOfBooks }: VoidedPayment,
): Promise<VoidedEnd> {
  await lockBooking(tx, bookingId)
  const booking = await findBooking(tx, bookingId)
  if (!booking) throw new AppError('booking_not_found')
  await takeOutOfBooks()
  const note = [showKsh(amount), code, reason].filter(Boolean).join(', ')
  const by = accountId === null ? {} : { accountId }
  await writeHistory(tx, [booking], { by: 'staff', ...by, now, event: 'voidPayment', note })
  if (booking.status === 'cancelled') return 'over'
  const { owed } = await findOwed(tx, 'booking', bookingId)
  if (owed > 0) await setPaymentStatus(tx, bookingId, 'pending')
  return 'owed'
}
