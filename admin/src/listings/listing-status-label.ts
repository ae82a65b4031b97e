import type { StaffRight } from '@twende/contract/http/route.ts'
import type { AdminListing } from '@twende/contract/listings/listing.ts'
import { listingLabel } from '@twende/contract/listings/listing-labels.ts'
import { type ListingStatus, mayMoveListing } from '@twende/contract/listings/listing-status.ts'
import { m } from '@twende/messages'
import type { BadgeTone } from '@twende/ui/controls/badge.tsx'

export const listingTones: Readonly<Record<ListingStatus, BadgeTone>> = {
  active: 'acacia',
  pending_payment: 'sunrise',
  expired: 'neutral',
  sold: 'ink',
  draft: 'neutral',
  suspended: 'clay',
}

/** The state of a listing as staff calls it. */
export function listingStatusLabel({
  listingStatus,
  verified,
}: Pick<AdminListing, 'listingStatus' | 'verified'>): string {
  if (listingStatus === 'suspended') return m.admin_listings_status_suspended()
  if (listingStatus === 'active' && !verified) return m.admin_listings_status_unverified()
  return listingLabel(listingStatus)
}

export type Decision =
  | 'approve'
  | 'refuse'
  | 'verify'
  | 'acceptName'
  | 'approveEdit'
  | 'refuseEdit'
  | 'sendBack'
  | 'giveMoneyBack'
  | 'suspend'
  | 'restore'
  | 'extend'
  | 'takeDaysBack'
  | 'correctPayment'
  | 'closeReports'

/** What staff with these rights may do with a listing now; the server has the last word. */
export function decisionsOn(listing: AdminListing, rights: readonly StaffRight[]): readonly Decision[] {
  const { listingStatus: status, verified, changed, paymentProof, reviewReason } = listing
  const waits = paymentProof?.waiting === true
  const seesMoney = rights.includes('payments')
  const editWaits = listing.edit?.state === 'waiting'
  const hasReports = listing.reports.some(({ closed }) => !closed)
  if (listing.deletedAt !== null) return hasReports ? ['closeReports'] : []
  const may: Record<Decision, boolean> = {
    closeReports: hasReports,
    approve: seesMoney && waits,
    refuse: seesMoney && waits,
    verify: !verified && status !== 'draft' && status !== 'suspended',
    acceptName: verified && listing.nameSeen !== null && status !== 'suspended',
    approveEdit: editWaits,
    refuseEdit: editWaits,
    sendBack:
      status !== 'suspended' && status !== 'draft' && (verified || changed.length > 0 || reviewReason === ''),
    giveMoneyBack: seesMoney && listing.refundable > 0 && !waits,
    suspend: mayMoveListing('suspend', status, 'staff'),
    restore: status === 'suspended',
    extend: listing.listingExpiresAt !== null,
    takeDaysBack: listing.freeDays > 0 && listing.listingExpiresAt !== null,
    // The amount of a request to the phone is M-Pesa's own.
    correctPayment:
      seesMoney &&
      !waits &&
      listing.payment.status === 'paid' &&
      listing.payment.code !== null &&
      listing.payment.paymentMethod === 'message',
  }
  return decisions.filter((decision) => may[decision])
}

const decisions = [
  'approve',
  'refuse',
  'verify',
  'acceptName',
  'approveEdit',
  'refuseEdit',
  'sendBack',
  'giveMoneyBack',
  'closeReports',
  'restore',
  'extend',
  'takeDaysBack',
  'correctPayment',
  'suspend',
] as const
