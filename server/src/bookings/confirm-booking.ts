import type { ConfirmWay } from '@twende/contract/bookings/desk-booking.ts'
import { CONFIRM_UNPAID_ALONE_UP_TO } from '@twende/contract/payments/refund-rules.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { bookingConfirmedText } from '../notifications/notification-texts.ts'
import { lockParts, type Parts, recordRest } from '../payments/record-rest.ts'
import { announceBooking } from './announce-booking.ts'
import { findBooking } from './booking-read-store.ts'
import type { KeptBooking } from './booking-store.ts'
import { moveOrRefuse } from './move-or-refuse.ts'
import { askToConfirmUnpaid, markConfirmedUnpaid } from './unpaid-confirmation-store.ts'

type Confirming = {
  bookingId: string
  accountId: string
  note: string
  paidBy: ConfirmWay
  /** Of its M-Pesa payment; empty where it was paid otherwise or not at all. */
  code: string
}

/**
 * Staff confirms a booking: paid outside M-Pesa's own messages, with who took the money kept; or without money, which
 * then is still to be paid. Above a limit the latter takes two people: `asked` when this is the first of them.
 */
export async function confirmBooking(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  confirming: Confirming,
): Promise<'confirmed' | 'asked'> {
  const { bookingId, code, paidBy } = confirming
  const now = clock.now()
  return inTransaction(db, async (tx) => {
    const parts = await lockParts(tx, { purpose: 'booking', purchaseId: bookingId }, code)
    const unpaid = paidBy === 'none' ? await amountLeft(tx, bookingId, parts) : 0
    if (unpaid > 0 && (await needsSomebodyElse(tx, { ...confirming, amount: unpaid, now }))) return 'asked'
    const booking = await confirm(tx, confirming, unpaid > 0 ? 'pending' : 'paid', now)
    if (unpaid > 0) await markConfirmedUnpaid(tx, { ...confirming, amount: unpaid, now })
    else await recordMoney(tx, { booking, confirming, parts, now })
    await announceBooking(tx, booking, bookingConfirmedText, now)
    return 'confirmed'
  })
}

/** What is still to be paid of a pending booking. */
async function amountLeft(tx: Db, bookingId: string, parts: Parts): Promise<number> {
  const booking = await findBooking(tx, bookingId)
  if (!booking) throw new AppError('booking_not_found')
  if (booking.status !== 'pending') throw new AppError('booking_wrong_state')
  return parts.reduce((left, { amount_received: part }) => left - (part ?? 0), booking.final_amount)
}

type Asking = Confirming & { amount: number; now: Date }

async function needsSomebodyElse(tx: Db, asking: Asking): Promise<boolean> {
  const { asked_by, asked_at } = await askToConfirmUnpaid(tx, asking)
  if (asking.amount <= CONFIRM_UNPAID_ALONE_UP_TO || asked_by !== asking.accountId) return false
  if (asked_at < asking.now) throw new AppError('confirm_needs_second_person')
  return true
}

function confirm(
  tx: Db,
  { bookingId, accountId, note, code }: Confirming,
  payment_status: 'paid' | 'pending',
  now: Date,
): Promise<KeptBooking> {
  return moveOrRefuse(tx, {
    bookingId,
    move: 'confirm',
    by: 'staff',
    accountId,
    now,
    what: payment_status === 'paid' ? 'Confirmed by staff' : 'Confirmed by staff without payment',
    note: [note, code].filter(Boolean).join(', '),
    set: { payment_status, hold_expires_at: null },
  })
}

type Recording = {
  booking: KeptBooking
  confirming: Confirming
  parts: Parts
  now: Date
}

async function recordMoney(
  tx: Db,
  { booking, confirming: { accountId: takenBy, note, code }, parts, now }: Recording,
): Promise<void> {
  const purchase = { purpose: 'booking', purchaseId: booking.id, accountId: booking.account_id } as const
  await recordRest(tx, { ...purchase, takenBy, note, code, price: booking.final_amount, parts }, now)
}
