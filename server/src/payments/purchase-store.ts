import { BookingStatus } from '@twende/contract/bookings/booking-status.ts'
import type { Db } from '../db/database.ts'

/** What is asked of a purchase before its customer's phone is. */
export type PurchaseToPay = {
  accountId: string
  status: BookingStatus
  amount: number
  holdExpiresAt: Date | null
  /** It was given up because nobody paid in time. */
  ranOut: boolean
}

/** The booking to be paid for; with `lock`, nobody changes it until the transaction ends. */
export async function findPurchaseToPay(
  db: Db,
  bookingId: string,
  { lock = false } = {},
): Promise<PurchaseToPay | undefined> {
  const query = db
    .selectFrom('bookings')
    .select(['account_id', 'status', 'final_amount', 'hold_expires_at', 'cancelled_by'])
    .where('id', '=', bookingId)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return (
    row && {
      accountId: row.account_id,
      status: BookingStatus.parse(row.status),
      amount: row.final_amount,
      holdExpiresAt: row.hold_expires_at,
      ranOut: row.cancelled_by === 'clock',
    }
  )
}

/** Whether its customer has, or had, what is to be paid for. */
export function isHandedOver({ status }: PurchaseToPay): boolean {
  return status !== 'pending' && status !== 'cancelled'
}

/** Who pays for a booking, and what the booking is called. */
export async function findBuyer(
  db: Db,
  bookingId: string,
): Promise<{ accountId: string; name: string; email: string; reference: string } | undefined> {
  return db
    .selectFrom('bookings')
    .innerJoin('accounts', 'accounts.id', 'bookings.account_id')
    .select(['accounts.id as accountId', 'accounts.name', 'accounts.email', 'bookings.reference'])
    .where('bookings.id', '=', bookingId)
    .executeTakeFirst()
}
