import { MPESA_LARGEST_PAYMENT } from '@twende/contract/business-constants.ts'
import type { ListingPlans } from '@twende/contract/listings/listing-plan.ts'
import type { ListingStatus } from '@twende/contract/listings/listing-status.ts'
import type { PayableType } from '@twende/contract/payments/payment.ts'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import { findBookingToPay, findListingToPay, findOrderToPay } from '../payable-store.ts'

export type PaymentInput = {
  accountId: string
  purpose: PayableType
  purchaseId: string
  phone: string
  /** What a listing's owner chose to pay; a booking has its own price. */
  amount?: number
  /** The price list that it was chosen from. */
  plans?: ListingPlans
}

/** What the phone is to be asked for; refuses what cannot be paid for, or not by this account. */
export async function amountToPay(
  db: Db,
  wish: PaymentInput,
  now: Date,
  options: { lock?: boolean } = {},
): Promise<number> {
  const amount = await priceOf[wish.purpose](db, wish, now, options)
  if (amount > MPESA_LARGEST_PAYMENT) throw new AppError('too_much_for_mpesa')
  return amount
}

const priceOf = {
  booking: priceOfBooking,
  listing_period: priceOfListing,
  order: priceOfOrder,
} as const

async function priceOfBooking(
  db: Db,
  { accountId, purchaseId }: PaymentInput,
  now: Date,
  options: { lock?: boolean },
): Promise<number> {
  const booking = await findBookingToPay(db, purchaseId, options)
  if (booking?.accountId !== accountId) throw new AppError('booking_not_found')
  if (booking.ranOut) throw new AppError('hold_expired')
  if (booking.status !== 'pending') throw new AppError('booking_not_payable')
  if (booking.holdExpiresAt === null || booking.holdExpiresAt <= now) throw new AppError('hold_expired')
  if (booking.isLost) throw new AppError('car_taken')
  return booking.amount
}

const PAYABLE: readonly ListingStatus[] = ['draft', 'pending_payment', 'active', 'expired']

async function priceOfListing(
  db: Db,
  { accountId, purchaseId, amount }: PaymentInput,
  _now: Date,
  options: { lock?: boolean },
): Promise<number> {
  const listing = await findListingToPay(db, purchaseId, options)
  if (listing?.accountId !== accountId) throw new AppError('listing_not_found')
  if (!PAYABLE.includes(listing.status)) throw new AppError('listing_wrong_state')
  if (amount === undefined) throw new AppError('listing_plan_unknown')
  return amount
}

async function priceOfOrder(
  db: Db,
  { accountId, purchaseId }: PaymentInput,
  now: Date,
  options: { lock?: boolean },
): Promise<number> {
  const order = await findOrderToPay(db, purchaseId, options)
  if (order?.accountId !== accountId) throw new AppError('order_not_found')
  if (order.ranOut) throw new AppError('order_expired')
  if (order.status !== 'pending') throw new AppError('order_not_payable')
  if (order.expiresAt === null || order.expiresAt <= now) throw new AppError('order_expired')
  if (order.isLost) throw new AppError('out_of_stock')
  return order.amount
}
