import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import type { Listing, PriceGuide } from '@twende/contract/listings/listing.ts'
import { m } from '@twende/messages'
import { addressToShare } from '@twende/ui/address.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Button } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { Rating } from '@twende/ui/controls/stars.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { bringToaster } from '@twende/ui/controls/toast-host.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { PriceBandBadge } from '@twende/ui/listings/price-band-badge.tsx'
import { showKm } from '@twende/ui/listings/sale-labels.ts'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Gallery } from '@twende/ui/pictures/gallery.tsx'
import { ArrowLeft, BadgeCheck, CalendarDays, Flag, Gauge, MapPin, Share2 } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { CarFacts, galleryOf } from '../../cars/car-facts.tsx'
import { CatalogName } from '../../content/catalog-name.ts'
import { links } from '../../links.ts'
import { ContactBar, ContactSeller } from './contact-seller.tsx'
import type { ListingPageData } from './listing-page-data.ts'
import { useSellerContact } from './use-seller-contact.ts'

/** How wide the picture of a car for sale is shown. */
export const pictureSizes = '(min-width: 1280px) 720px, (min-width: 1024px) 56vw, 92vw'

/** They come with the page's HTML; their scripts are not needed for what is seen first. */
const PriceBandGuide = lazyWithRetry(() =>
  import('@twende/ui/listings/price-band-guide.tsx').then((module) => module.PriceBandGuide),
)
const ListingStory = lazyWithRetry(() => import('./listing-story.tsx').then((module) => module.ListingStory))
const SimilarListings = lazyWithRetry(() =>
  import('./similar-listings.tsx').then((module) => module.SimilarListings),
)
const SafetyPanel = lazyWithRetry(() => import('./safety-panel.tsx').then((module) => module.SafetyPanel))
const ReportDialog = lazyWithRetry(() => import('./report-dialog.tsx').then((module) => module.ReportDialog))

/** One car for sale, whole: pictures, price beside similar ones, facts, its seller, and how to buy safely. */
export function ListingView({ listing, guide, similar, isToBuy }: ListingPageData & { isToBuy?: boolean }) {
  const contact = useSellerContact(listing, isToBuy)
  useEffect(() => {
    bringToaster().catch(() => {})
  }, [])
  return (
    <Container className="py-4 lg:py-8">
      <ListingTools listing={listing} />
      <div className="mt-3 grid gap-x-12 gap-y-8 lg:grid-cols-[1.45fr_1fr]">
        <div className="min-w-0">
          <Gallery pictures={galleryOf(listing)} subject={listing.name} sizes={pictureSizes} priority />
        </div>
        <div className="min-w-0 lg:row-span-2">
          <ListingHead listing={listing} guide={guide} />
          <ContactSeller listing={listing} contact={contact} />
        </div>
        <div className="min-w-0">
          <Suspense fallback={<div className="min-h-200" />}>
            <ListingStory listing={listing} />
            <SafetyPanel listingId={listing._id} />
          </Suspense>
          <ReportListing listing={listing} />
        </div>
      </div>
      <Suspense fallback={null}>
        <SimilarListings listings={similar} />
      </Suspense>
      {listing.available && <ContactBar listing={listing} contact={contact} />}
    </Container>
  )
}

/** What the car is, and what it costs beside similar ones. */
function ListingHead({ listing, guide }: { listing: Listing; guide: PriceGuide | null }) {
  const { name, category, price, available, verified, verifiedAt, rating, year, mileage, location } = listing
  return (
    <header>
      <p className="flex flex-wrap items-center gap-2">
        {!available && <Badge tone="ink">{m.buy_sold()}</Badge>}
        {verified && (
          <Badge tone="acacia" icon={<BadgeCheck aria-hidden="true" />}>
            {m.buy_verified()}
          </Badge>
        )}
        <Badge>
          <CatalogName kind="vehicle" name={category} />
        </Badge>
        <Rating rating={rating} className="ml-1" />
      </p>
      <h1 className="title mt-3">{name}</h1>
      {verifiedAt && (
        <p className="text-sm text-soft">
          {m.buy_checked_on({ day: showDay(nairobiDay(new Date(verifiedAt))) })}
        </p>
      )}
      <ul className="figures mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft [&_li]:inline-flex [&_li]:items-center [&_li]:gap-1.5 [&_svg]:size-4 [&_svg]:shrink-0">
        <li>
          <CalendarDays aria-hidden="true" />
          {year}
        </li>
        <li>
          <Gauge aria-hidden="true" />
          {showKm(mileage)}
        </li>
        <li>
          <MapPin aria-hidden="true" />
          <CatalogName kind="location" name={location} />
        </li>
      </ul>
      <CarFacts
        seats={listing.seats}
        transmission={listing.transmission}
        fuelType={listing.fuelType}
        className="mt-1"
      />
      <p className="mt-5 flex flex-wrap items-center gap-3">
        {price > 0 ? (
          <Price ksh={price} size="lg" />
        ) : (
          <span className="font-display text-2xl font-bold">{m.buy_price_on_request()}</span>
        )}
        <PriceBandBadge band={listing.priceBand} />
      </p>
      {guide && (
        <Suspense fallback={<div className="h-24" />}>
          <PriceBandGuide price={price} guide={guide} />
        </Suspense>
      )}
    </header>
  )
}

/** Where a reader tells that something about this listing is wrong. */
function ReportListing({ listing }: { listing: Listing }) {
  const [open, setOpen] = useState(false)
  const [answer, setAnswer] = useState('')
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-soft">
        {answer || m.report_listing_question()}
      </p>
      <Button
        size="sm"
        variant="secondary"
        icon={<Flag aria-hidden="true" className="size-4" />}
        onClick={() => setOpen(true)}
      >
        {m.report_listing_button()}
      </Button>
      <WhenOpen open={open}>
        <ReportDialog listing={listing} open={open} onOpenChange={setOpen} onAnswer={setAnswer} />
      </WhenOpen>
    </div>
  )
}

/** Back to where one came from, and passing the car on. */
function ListingTools({ listing }: { listing: Listing }) {
  const navigate = useNavigate()
  const { publicUrl } = useSettings()
  const back = () => {
    if (cameFromOurPages()) void navigate(-1)
    else void navigate(links.buy())
  }
  const share = () =>
    shareAddress(`${listing.year} ${listing.name}`, addressToShare(links.buyCar(listing._id), publicUrl))
  return (
    <div className="-mx-3.5 flex items-center justify-between gap-3">
      <Button
        size="sm"
        variant="quiet"
        icon={<ArrowLeft aria-hidden="true" className="size-5" />}
        onClick={back}
      >
        {m.common_back()}
      </Button>
      <Button
        size="sm"
        variant="quiet"
        icon={<Share2 aria-hidden="true" className="size-4" />}
        onClick={share}
      >
        {m.listing_page_share()}
      </Button>
    </div>
  )
}

/** The router numbers the pages of a visit. */
function cameFromOurPages(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}

async function shareAddress(title: string, url: string) {
  try {
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
      await navigator.share({ title, url })
      return
    }
    await navigator.clipboard.writeText(url)
    toast.success(m.listing_page_link_copied(), 'shared')
  } catch (error) {
    // The person closed the sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast.error(m.listing_page_share_failed(), 'shared')
  }
}
