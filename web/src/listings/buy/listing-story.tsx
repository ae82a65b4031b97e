import type { Listing } from '@twende/contract/listings/listing.ts'
import { m } from '@twende/messages'
import { capitalised } from '@twende/ui/cars/car-format.ts'
import { fuelLabels, transmissionLabels } from '@twende/ui/cars/car-labels.ts'
import { conditionLabels, ownershipLabels, showKm } from '@twende/ui/listings/sale-labels.ts'
import { useEffect } from 'react'
import { FeatureList, SpecList } from '../../cars/car-details.tsx'
import { saveLook } from '../../cars/recent-looks.ts'
import { useCatalogNames } from '../../content/catalog-name.ts'
import { labelledSpecs } from '../listing-form/spec-labels.ts'

/** What the seller says, and every known fact. */
export function ListingStory({ listing }: { listing: Listing }) {
  const nameOf = useCatalogNames()
  useEffect(() => saveLook('listings', listing._id), [listing._id])
  return (
    <section aria-label={m.listing_page_about()}>
      <p className="max-w-2xl text-lg whitespace-pre-line">{listing.description}</p>
      <h2 className="mt-8 text-2xl">{m.buy_specifications()}</h2>
      <SpecList specs={specsOf(listing, nameOf('location', listing.location))} />
      {listing.serviceHistory && (
        <>
          <h2 className="mt-8 text-2xl">{m.listing_page_service_history()}</h2>
          <p className="mt-4 max-w-2xl whitespace-pre-line">{listing.serviceHistory}</p>
        </>
      )}
      <h2 className="mt-8 text-2xl">{m.common_features()}</h2>
      <FeatureList features={listing.features} />
    </section>
  )
}

function specsOf(listing: Listing, location: string): Record<string, string> {
  return {
    [m.common_year()]: String(listing.year),
    [m.common_mileage()]: showKm(listing.mileage),
    [m.common_seats()]: String(listing.seats),
    [m.common_transmission()]: transmissionLabels[listing.transmission](),
    [m.common_fuel_type()]: fuelLabels[listing.fuelType](),
    [m.common_color()]: capitalised(listing.color ?? ''),
    [m.common_condition()]: conditionLabels[listing.condition]?.() ?? '',
    [m.common_ownership()]: ownershipLabels[listing.ownership]?.() ?? '',
    [m.common_location()]: location,
    ...labelledSpecs(listing.specs),
  }
}
