import { Container } from '@twende/ui/controls/layout.tsx'
import { bringToaster } from '@twende/ui/controls/toast-host.tsx'
import { Gallery } from '@twende/ui/pictures/gallery.tsx'
import { useEffect } from 'react'
import { galleryOf } from '../cars/car-details.tsx'
import { ContactSeller } from './contact-seller.tsx'
import { ContactBar } from './contact-seller-bar.tsx'
import type { ListingPageData } from './listing-page-data.ts'
import { ListingHead } from './listing-view-head.tsx'
import { SimilarListings } from './listing-view-similar.tsx'
import { ListingStory } from './listing-view-story.tsx'
import { ListingTools } from './listing-view-tools.tsx'
import { ReportListing } from './report-listing.tsx'
import { SafetyPanel } from './safety-panel.tsx'
import { useSellerContact } from './use-seller-contact.ts'

/** One car for sale, whole: pictures, price beside similar ones, facts, its seller, and how to buy safely. */
export function ListingView({ listing, guide, similar }: ListingPageData) {
  const contact = useSellerContact(listing)
  useEffect(() => {
    bringToaster().catch(() => {})
  }, [])
  return (
    <Container className="py-4 lg:py-8">
      <ListingTools listing={listing} />
      <div className="mt-3 grid gap-x-12 gap-y-8 lg:grid-cols-[1.45fr_1fr]">
        <div className="min-w-0">
          <Gallery
            pictures={galleryOf(listing)}
            subject={listing.name}
            sizes="(min-width: 1280px) 720px, (min-width: 1024px) 56vw, 92vw"
            priority
          />
        </div>
        <div className="min-w-0 lg:row-span-2">
          <ListingHead listing={listing} guide={guide} />
          <ContactSeller listing={listing} contact={contact} />
        </div>
        <div className="min-w-0">
          <ListingStory listing={listing} />
          <SafetyPanel />
          <ReportListing listing={listing} />
        </div>
      </div>
      <SimilarListings listings={similar} />
      {listing.available && <ContactBar listing={listing} contact={contact} />}
    </Container>
  )
}
