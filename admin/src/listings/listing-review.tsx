import type { AdminListingDetail } from '@twende/contract/listings/listing.ts'
import { isPublic } from '@twende/contract/listings/listing-status.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { Price } from '@twende/ui/controls/price.tsx'
import { PriceBandBadge } from '@twende/ui/listings/price-band-badge.tsx'
import { PriceBandGuide } from '@twende/ui/listings/price-band-guide.tsx'
import { Gallery } from '@twende/ui/pictures/gallery.tsx'
import { ArrowLeft, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { DetailPanel } from '../detail-panel.tsx'
import { siteLinks } from '../links.ts'
import { StatusBadge } from '../status-badge.tsx'
import { CarFacts } from './car-facts.tsx'
import { DecisionBar } from './decision-bar.tsx'
import { DecisionDialogs } from './decision-dialogs.tsx'
import { EditPanel } from './edit-panel.tsx'
import { ListingStory } from './listing-story.tsx'
import { type Decision, listingTones, listingWord } from './listing-words.ts'
import { OwnerPanel } from './owner-panel.tsx'
import { PaymentProofPanel } from './payment-proof-panel.tsx'
import { type QueueContext, queueHref } from './queue-search.ts'
import { ReportsPanel } from './reports-panel.tsx'

type ListingReviewProps = { listing: AdminListingDetail; context: QueueContext }

/** A listing as staff looks at it, and what may be done about it. */
export function ListingReview({ listing, context }: ListingReviewProps) {
  const [deciding, setDeciding] = useState<Decision>()
  const { paymentProof, evidence } = listing
  const payment = paymentProof && (
    <PaymentProofPanel paymentProof={paymentProof} payment={listing.payment} evidence={evidence} />
  )
  return (
    <article aria-labelledby="listing-name" className="min-w-0">
      <Link
        to={queueHref(context.search)}
        className="mb-3 inline-flex min-h-11 items-center gap-2 font-semibold lg:hidden"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        Back to the queue
      </Link>
      <div className="grid gap-5">
        <Heading listing={listing} />
        <Changed listing={listing} />
        {listing.edit && <EditPanel edit={listing.edit} warnings={listing.editWarnings} />}
        {listing.reports.length > 0 && <ReportsPanel reports={listing.reports} />}
        {listing.paymentProof?.waiting && payment}
        <Gallery
          pictures={picturesOf(listing)}
          subject={listing.name}
          sizes="(min-width: 1024px) 50rem, 100vw"
          priority
        />
        {!listing.paymentProof?.waiting && payment}
        {listing.guide && (
          <DetailPanel title="Price">
            <Price ksh={listing.price} />
            <PriceBandGuide price={listing.price} guide={listing.guide} />
          </DetailPanel>
        )}
        <CarFacts listing={listing} />
        <OwnerPanel listing={listing} />
        <ListingStory events={listing.events} />
      </div>
      <DecisionBar listing={listing} onDecide={setDeciding} />
      <DecisionDialogs
        listing={listing}
        deciding={deciding}
        next={context.next}
        onClose={() => setDeciding(undefined)}
      />
    </article>
  )
}

function Heading({ listing }: { listing: AdminListingDetail }) {
  return (
    <header>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h2 id="listing-name" className="text-2xl sm:text-3xl">
          {listing.name}
        </h2>
        <Price ksh={listing.price} />
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <StatusBadge tone={listingTones[listing.listingStatus]}>{listingWord(listing)}</StatusBadge>
        <PriceBandBadge band={listing.priceBand} className="px-2 py-0.75 text-xs" />
        {isPublic(listing, serverNow()) && (
          <a
            href={siteLinks.buyCar(listing._id)}
            className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold underline underline-offset-4"
          >
            As buyers see it <ExternalLink aria-hidden="true" className="size-4" />
          </a>
        )}
      </div>
      {listing.reviewReason && (
        <p className="mt-2 rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
          <strong>Told to the seller:</strong> {listing.reviewReason}
        </p>
      )}
    </header>
  )
}

function Changed({ listing: { changed, verifiedAt } }: { listing: AdminListingDetail }) {
  if (changed.length === 0) return null
  return (
    <p className="rounded-md bg-sunrise-tint px-4 py-3 text-sunrise-ink">
      <strong>Changed since it was verified{verifiedAt ? '' : ' the last time'}:</strong> {changed.join(', ')}
      .
    </p>
  )
}

function picturesOf({ image, image2, image3, image4 }: AdminListingDetail) {
  return [image, image2, image3, image4].filter(Boolean).map((address) => ({ address }))
}
