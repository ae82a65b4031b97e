import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { m } from '@twende/messages'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Button } from '@twende/ui/controls/button.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { BadgeCheck, MapPin } from 'lucide-react'
import { CarFacts } from '../../cars/car-facts.tsx'
import { CatalogName } from '../../content/catalog-name.ts'
import {
  asBuyersSee,
  daysRemainingLabel,
  listingTones,
  showDayOf,
  statusLabel,
  updatedDay,
} from './own-listing-format.ts'
import { type ListingActions, OwnListingNextStep } from './own-listing-next-step.tsx'

const OwnListingChanges = lazyWithRetry(() =>
  import('./own-listing-changes.tsx').then((module) => module.OwnListingChanges),
)

/** One car for sale in one glance: as buyers see it, and what its seller can do. */
export function OwnListingCard(props: { listing: OwnListing; actions: ListingActions }) {
  const { actions } = props
  const listing = asBuyersSee(props.listing)
  return (
    <article aria-label={m.my_listings_card_label({ car: listing.name })} className="panel overflow-hidden">
      <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 gap-y-4 p-4 sm:grid-cols-[12rem_minmax(0,1fr)] sm:p-5 lg:grid-cols-[14rem_minmax(0,1fr)_auto] lg:gap-x-6">
        <Photo listing={listing} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <Badge tone={listingTones[listing.listingStatus]}>{statusLabel(listing.listingStatus)}</Badge>
            <span className="text-sm text-soft">
              <CatalogName kind="vehicle" name={listing.category} />
            </span>
          </p>
          <h2 className="mt-2 text-xl leading-tight">{listing.name}</h2>
          <p className="mt-1">
            <Price ksh={listing.price} />
          </p>
        </div>
        <div className="col-span-full grid content-start gap-4 sm:col-span-1 sm:col-start-2">
          <Facts listing={listing} />
          <Dates listing={listing} />
        </div>
        <ActionButtons listing={props.listing} actions={actions} />
      </div>
      <WhenOpen open={props.listing.edit !== null}>
        <OwnListingChanges listing={props.listing} actions={actions} />
      </WhenOpen>
      <OwnListingNextStep listing={props.listing} actions={actions} />
    </article>
  )
}

function Photo({ listing: { image, pictures, verified } }: { listing: OwnListing }) {
  return (
    <div className="relative self-start sm:row-span-2">
      <Picture
        address={image}
        alt=""
        placeholder={pictures[0]?.placeholder}
        sizes="(min-width: 1024px) 224px, (min-width: 640px) 192px, 104px"
        ratio="4/3"
        className="rounded-md"
      />
      {verified && (
        <Badge
          tone="paper"
          className="absolute top-2 left-2 px-1.5 text-acacia-deep sm:px-2.5"
          icon={<BadgeCheck aria-hidden="true" />}
        >
          <span className="sr-only sm:not-sr-only">{m.my_listings_verified()}</span>
        </Badge>
      )}
    </div>
  )
}

function Facts({ listing }: { listing: OwnListing }) {
  return (
    <div className="grid gap-1">
      <CarFacts {...listing} />
      <p className="flex items-center gap-1.5 text-sm text-soft">
        <MapPin aria-hidden="true" className="size-4 shrink-0" />
        <CatalogName kind="location" name={listing.location} />
      </p>
    </div>
  )
}

function Dates({ listing }: { listing: OwnListing }) {
  const updated = updatedDay(listing)
  const rows = [
    [m.my_listings_days_remaining(), daysRemainingLabel(listing)],
    [m.my_listings_listed(), showDayOf(listing.createdAt)],
    ...(updated ? [[m.my_listings_updated(), updated] as const] : []),
  ] as const
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      {rows.map(([name, fact]) => (
        <div key={name}>
          <dt className="text-soft">{name}</dt>
          <dd className="figures font-semibold">{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

function ActionButtons({ listing, actions }: { listing: OwnListing; actions: ListingActions }) {
  const about = <span className="sr-only">: {listing.name}</span>
  return (
    <div className="col-span-full grid grid-cols-2 content-start gap-2 sm:col-start-2 sm:flex sm:flex-wrap lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:min-w-44 lg:flex-col lg:flex-nowrap">
      <Button size="sm" variant="secondary" onClick={() => actions.onView(listing)}>
        {m.my_listings_view()}
        {about}
      </Button>
      <Button size="sm" variant="secondary" onClick={() => actions.onEdit(listing)}>
        {m.my_listings_edit()}
        {about}
      </Button>
      <Button
        size="sm"
        variant="secondary"
        pending={actions.toggling === listing._id}
        onClick={() => actions.onToggle(listing)}
      >
        {listing.available ? m.my_listings_mark_sold() : m.my_listings_mark_available()}
        {about}
      </Button>
      <Button size="sm" variant="quiet" className="text-clay-deep!" onClick={() => actions.onDelete(listing)}>
        {m.my_listings_delete()}
        {about}
      </Button>
    </div>
  )
}
