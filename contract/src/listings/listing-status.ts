/** The life of a listing; specification, section 4. */
export const LISTING_STATUSES = [
  'draft',
  'pending_payment',
  'active',
  'sold',
  'expired',
  'suspended',
] as const
export type ListingStatus = (typeof LISTING_STATUSES)[number]

export type ListingActor = 'owner' | 'staff' | 'payment' | 'clock' | 'readers'
type Move = { from: readonly ListingStatus[]; to: ListingStatus; by: readonly ListingActor[] }

/** The table of moves: pages offer buttons from it, and the server refuses every other move. */
export const listingMoves = {
  submit: { from: ['draft'], to: 'pending_payment', by: ['owner'] },
  approvePayment: { from: ['pending_payment'], to: 'active', by: ['payment', 'staff'] },
  approvePaymentOfSold: { from: ['pending_payment'], to: 'sold', by: ['payment', 'staff'] },
  rejectPayment: { from: ['pending_payment'], to: 'pending_payment', by: ['payment', 'staff'] },
  /** Nobody paid for two weeks. */
  lapse: { from: ['pending_payment'], to: 'draft', by: ['clock'] },
  markSold: { from: ['active'], to: 'sold', by: ['owner', 'staff'] },
  markAvailable: { from: ['sold'], to: 'active', by: ['owner', 'staff'] },
  /** A sold car is offered again after its period ran out. */
  markAvailableTooLate: { from: ['sold'], to: 'expired', by: ['owner', 'staff'] },
  expire: { from: ['active'], to: 'expired', by: ['clock'] },
  renew: { from: ['active', 'expired'], to: 'active', by: ['payment', 'staff'] },
  renewSold: { from: ['expired'], to: 'sold', by: ['payment', 'staff'] },
  suspend: {
    from: ['pending_payment', 'active', 'sold', 'expired'],
    to: 'suspended',
    by: ['staff', 'readers'],
  },
  restore: { from: ['suspended'], to: 'active', by: ['staff'] },
  restoreSold: { from: ['suspended'], to: 'sold', by: ['staff'] },
  restoreExpired: { from: ['suspended'], to: 'expired', by: ['staff'] },
  /** Its period has not begun, and its money goes back: the seller may pay again. */
  giveMoneyBack: {
    from: ['pending_payment', 'active', 'sold', 'expired', 'suspended'],
    to: 'draft',
    by: ['staff'],
  },
  /** The only payment of it leaves the books: it was recorded or matched by mistake. */
  unpay: { from: ['pending_payment', 'active', 'sold', 'expired'], to: 'draft', by: ['staff'] },
  restoreUnpaid: { from: ['suspended'], to: 'pending_payment', by: ['staff'] },
} as const satisfies Record<string, Move>

export type ListingMove = keyof typeof listingMoves

/** Whether the table lets `by` make this move from `status`. */
export function mayMoveListing(move: ListingMove, status: ListingStatus, by: ListingActor): boolean {
  const { from, by: actors }: Move = listingMoves[move]
  return from.includes(status) && actors.includes(by)
}

/** The move that ends a suspension, by whether the listing is paid for, available, and its period over. */
export function restoringMove(listing: { paid: boolean; available: boolean; over: boolean }): ListingMove {
  if (!listing.paid) return 'restoreUnpaid'
  if (!listing.available) return 'restoreSold'
  return listing.over ? 'restoreExpired' : 'restore'
}

/** The moves that money makes: a car that is marked as sold is not put on sale by it. */
export function paidMove(status: ListingStatus, available: boolean): ListingMove {
  if (status === 'pending_payment') return available ? 'approvePayment' : 'approvePaymentOfSold'
  return available ? 'renew' : 'renewSold'
}

/** The move that a change of the available flag makes; undefined when the status does not change. */
export function availabilityMove(
  listing: { listingStatus: ListingStatus; listingExpiresAt: string | null },
  available: boolean,
  now: Date,
): 'markSold' | 'markAvailable' | 'markAvailableTooLate' | undefined {
  if (!available) return listing.listingStatus === 'active' ? 'markSold' : undefined
  if (listing.listingStatus !== 'sold') return undefined
  return isOver(listing.listingExpiresAt, now) ? 'markAvailableTooLate' : 'markAvailable'
}

const DAY_MS = 86_400_000
/** How long a sold car stays on the Buy page with its Sold badge. */
export const SOLD_SHOWN_DAYS = 7
/** How long a listing waits for its payment before it is a draft again. */
export const UNPAID_DAYS = 14

/** Days left of the paid period, rounded up; `Expired` when there are none, `N/A` when no period began. */
export function daysRemaining(expiresAt: string | null | undefined, now: Date): number | 'Expired' | 'N/A' {
  if (!expiresAt) return 'N/A'
  const end = Date.parse(expiresAt)
  if (Number.isNaN(end)) return 'N/A'
  const days = Math.ceil((end - now.getTime()) / DAY_MS)
  return days > 0 ? days : 'Expired'
}

/** Whether the paid period is over; a period that never began is not. */
export function isOver(expiresAt: string | null, now: Date): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime()
}

/** A paid period: `pausedAt` is since when it does not run, and `expiresAt` its end as it stood then. */
export type PaidPeriod = { expiresAt: Date | null; pausedAt: Date | null }

/** Whether a paid period waits: staff suspended the listing, or checks the car again. */
export function isPeriodPaused(listing: {
  listingStatus: ListingStatus
  verified: boolean
  listingExpiresAt: string | null
}): boolean {
  const { listingStatus: status, verified, listingExpiresAt } = listing
  return listingExpiresAt !== null && status !== 'expired' && (status === 'suspended' || !verified)
}

/** When a paid period ends, if it runs from `now` on: no time of it passes while it waits. */
export function endOfPeriod({ expiresAt, pausedAt }: PaidPeriod, now: Date): Date | null {
  if (expiresAt === null || pausedAt === null || expiresAt <= pausedAt) return expiresAt
  return new Date(expiresAt.getTime() + now.getTime() - pausedAt.getTime())
}

/** What keeps buyers from seeing a listing as a car on sale, or `on_sale`. */
export const MARKET_STATES = ['on_sale', 'sold', 'unpaid', 'unverified', 'over', 'suspended'] as const
export type MarketState = (typeof MARKET_STATES)[number]

/** The one answer to what a listing is on the market at `now`. */
export function marketState(
  listing: { listingStatus: ListingStatus; verified: boolean; listingExpiresAt: string | null },
  now: Date,
): MarketState {
  const { listingStatus: status, verified, listingExpiresAt } = listing
  if (status === 'suspended' || status === 'sold') return status
  if (status === 'draft' || status === 'pending_payment') return 'unpaid'
  if (status === 'expired' || isOver(listingExpiresAt, now)) return 'over'
  return verified ? 'on_sale' : 'unverified'
}

/** Whether the listing is public at `now`, whether or not scheduled tasks have run. */
export function isPublic(
  listing: {
    listingStatus: ListingStatus
    verified: boolean
    listingExpiresAt: string | null
    soldAt: string | null
  },
  now: Date,
): boolean {
  if (!listing.verified || listing.listingExpiresAt === null) return false
  if (listing.listingStatus === 'active') return !isOver(listing.listingExpiresAt, now)
  if (listing.listingStatus !== 'sold' || listing.soldAt === null) return false
  return now.getTime() < Date.parse(listing.soldAt) + SOLD_SHOWN_DAYS * DAY_MS
}

/** Whether the paid period begins now: it does once the listing is both paid for and verified. */
export function goesLive(listing: {
  listingStatus: ListingStatus
  verified: boolean
  listingExpiresAt: string | null
}): boolean {
  return listing.listingStatus === 'active' && listing.verified && listing.listingExpiresAt === null
}
