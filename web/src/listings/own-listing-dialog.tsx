import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Button } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { BadgeCheck } from 'lucide-react'
import { galleryOf } from '../cars/car-details.tsx'
import { PictureGallery } from '../cars/picture-gallery.tsx'
import { OwnListingChanges } from './own-listing-changes.tsx'
import { CarParts, ListingFacts, ListingStatistics } from './own-listing-facts.tsx'
import { type ListingDoors, OwnListingNextStep } from './own-listing-next-step.tsx'
import { OwnListingShare } from './own-listing-share.tsx'
import {
  asBuyersSee,
  isOnSale,
  isRenewable,
  isUnpaid,
  listingTones,
  statusWord,
} from './own-listing-words.ts'

type OwnListingDialogProps = {
  listing: OwnListing
  open: boolean
  doors: ListingDoors
  onClose: () => void
}

/** Everything about one of one's own cars, and all that can be done with it. */
export function OwnListingDialog({ listing: own, open, doors, onClose }: OwnListingDialogProps) {
  const listing = asBuyersSee(own)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={listing.name}
      description={<Price ksh={listing.price} />}
      size="lg"
      footer={<Footer listing={own} doors={doors} />}
    >
      <OwnListingChanges listing={own} doors={doors} compared className="mb-6 rounded-md" />
      <OwnListingNextStep listing={own} doors={doors} className="mb-6 rounded-md" />
      <div className="grid gap-8 md:grid-cols-2 md:gap-10">
        <div className="grid min-w-0 content-start gap-6">
          <PictureGallery
            key={listing.image}
            pictures={galleryOf(listing)}
            subject={listing.name}
            sizes="(min-width: 768px) 400px, 100vw"
            ratio="4/3"
          />
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={listingTones[listing.listingStatus]}>{statusWord(listing.listingStatus)}</Badge>
            {listing.verified && (
              <Badge tone="acacia" icon={<BadgeCheck aria-hidden="true" />}>
                Verified
              </Badge>
            )}
          </p>
          <ListingFacts listing={listing} />
          <ListingStatistics listing={listing} />
          {isOnSale(listing) && <OwnListingShare listing={listing} />}
        </div>
        <CarParts listing={listing} />
      </div>
    </Dialog>
  )
}

function Footer({ listing, doors }: { listing: OwnListing; doors: ListingDoors }) {
  const wide = 'max-sm:flex-1 max-sm:basis-36'
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        className={`text-clay-deep! ${wide}`}
        onClick={() => doors.onDelete(listing)}
      >
        Delete
      </Button>
      <Button
        size="sm"
        variant="secondary"
        className={wide}
        pending={doors.toggling === listing._id}
        onClick={() => doors.onToggle(listing)}
      >
        {listing.available ? 'Mark as Sold' : 'Mark Available'}
      </Button>
      <Button size="sm" variant="secondary" className={wide} onClick={() => doors.onEdit(listing)}>
        Edit
      </Button>
      {(isRenewable(listing) || isUnpaid(listing)) && (
        <Button size="sm" className={wide} onClick={() => doors.onPay(listing)}>
          {isUnpaid(listing) ? 'Pay now' : 'Renew'}
        </Button>
      )}
    </>
  )
}
