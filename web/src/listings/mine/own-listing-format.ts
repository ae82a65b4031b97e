import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { withCarDefaults } from '@twende/contract/cars/car-defaults.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { listingLabel } from '@twende/contract/listings/listing-labels.ts'
import { paidTimeLabel } from '@twende/contract/listings/listing-plan.ts'
import { daysRemaining, isPublic, type ListingStatus } from '@twende/contract/listings/listing-status.ts'
import { m } from '@twende/messages'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { capitalised } from '@twende/ui/cars/car-format.ts'
import type { BadgeTone } from '@twende/ui/controls/badge.tsx'

export const listingTones: Readonly<Record<ListingStatus, BadgeTone>> = {
  active: 'acacia',
  pending_payment: 'sunrise',
  expired: 'clay',
  sold: 'ink',
  draft: 'neutral',
  suspended: 'clay',
}

/** The badge in words. A seller whose car was taken off the market must not be told that it is a draft. */
export function statusLabel(status: ListingStatus): string {
  return status === 'suspended' ? m.my_listings_suspended() : listingLabel(status)
}

/** A listing as an answer has it, also where a field is missing. */
export function withOwnListingDefaults(listing: OwnListing): OwnListing {
  const given: Partial<OwnListing> = listing
  const createdAt = given.createdAt ?? given.updatedAt ?? serverNow().toISOString()
  const isKnown = given.listingStatus !== undefined && given.listingStatus in listingTones
  return {
    ...NO_FIELDS,
    ...withCarDefaults(listing),
    listingStatus: isKnown ? listing.listingStatus : 'draft',
    payment: given.payment ?? { ...NO_PAYMENT, submittedAt: createdAt },
    createdAt,
    updatedAt: given.updatedAt ?? createdAt,
    edit: given.edit ?? null,
  }
}

const NO_FIELDS = {
  name: '',
  price: 0,
  category: '',
  location: '',
  mileage: 0,
  reviewReason: '',
  refundable: 0,
  listingMonths: 0,
  listingDays: 0,
  leads: 0,
  viewsThisWeek: 0,
}

const NO_PAYMENT = {
  status: 'pending',
  paymentMethod: 'message',
  amount: 0,
  counted: 0,
  code: null,
  reason: '',
} as const

/** `12`, `Expired` or `N/A`. */
export function daysRemainingLabel({ listingExpiresAt }: Pick<OwnListing, 'listingExpiresAt'>): string {
  const days = daysRemaining(listingExpiresAt, serverNow())
  if (days === 'N/A') return m.my_listings_no_date()
  return days === 'Expired' ? m.my_listings_period_over() : String(days)
}

/** The Nairobi day of an instant, `10 Apr 2026`. */
export function showDayOf(instant: string): string {
  return showDay(nairobiDay(new Date(instant)))
}

/** The day of the last change, unless it is the day of listing. */
export function updatedDay({ createdAt, updatedAt }: OwnListing): string | undefined {
  return showDayOf(updatedAt) === showDayOf(createdAt) ? undefined : showDayOf(updatedAt)
}

export function durationLabel({ listingMonths: months, listingDays: days }: OwnListing): string {
  return months === 0 ? m.my_listings_not_paid() : paidTimeLabel({ months, days })
}

const paymentLabels: Readonly<Record<OwnListing['payment']['status'], () => string>> = {
  pending: m.my_listings_payment_pending,
  processing: m.my_listings_payment_processing,
  paid: m.my_listings_payment_paid,
  failed: m.my_listings_payment_failed,
  expired: m.my_listings_payment_expired,
  partial: m.my_listings_payment_partial,
  review: m.my_listings_payment_review,
  refunding: m.my_listings_payment_refunding,
  refunded: m.my_listings_payment_refunded,
}

/** `Paid`; specification, section 4. */
export function paymentLabel({ payment }: OwnListing): string {
  return paymentLabels[payment?.status]?.() ?? capitalised(payment?.status || m.common_pending())
}

/** The listing with the facts that buyers see, where changes wait. */
export function asBuyersSee(listing: OwnListing): OwnListing {
  if (!listing.edit) return listing
  const { published } = listing.edit
  return { ...listing, ...published, image: published.pictures[0]?.address ?? '' }
}

/** Whether buyers can see it now. */
export function isOnSale(listing: OwnListing): boolean {
  return isPublic(listing, serverNow())
}

/** Whether paying puts it on sale, or keeps it there. */
export function isRenewable({ listingStatus }: OwnListing): boolean {
  return listingStatus === 'active' || listingStatus === 'expired'
}

/** Whether its first period is still to be paid. */
export function isUnpaid({ listingStatus }: OwnListing): boolean {
  return listingStatus === 'draft' || listingStatus === 'pending_payment'
}

/** The server's own words where it answered, otherwise ours. */
export function errorMessage(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.code !== 'unreachable' ? error.message : otherwise
}

/** Whether the person has to log in again. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_signed_in'
}

/** What was paid already towards a plan that costs more; a message that we check may be a part of it too, and says what is missing. */
export function paidBefore({ payment }: Pick<OwnListing, 'payment'>): number {
  const { status, reason, counted } = payment
  const isPart = status === 'partial' || (status === 'processing' && reason !== '')
  return isPart ? counted : 0
}
