import type { Listing } from '@twende/contract/listings/listing.ts'
import { ownListing } from './own-listing.ts'

const {
  edit: _,
  leads: __,
  reviewReason: ___,
  refundable: _____,
  viewsThisWeek: ____,
  ...asBuyersSee
} = ownListing

/** A car for sale as the API sends it to everybody; a test states what matters to it. */
export const listing: Listing = { ...asBuyersSee, listingStatus: 'active' }
