import type { Listing } from '@twende/contract/listings/listing.ts'
import { capitalised } from '@twende/ui/cars/car-words.ts'
import { FeatureList, SpecList } from '../cars/car-details.tsx'

/** What the seller says, and every known fact. */
export function ListingStory({ listing }: { listing: Listing }) {
  return (
    <section aria-label="About this car">
      <p className="max-w-2xl text-lg break-words whitespace-pre-line">{listing.description}</p>
      <h2 className="mt-8 text-2xl">Specifications</h2>
      <SpecList specs={specsOf(listing)} />
      {listing.serviceHistory && (
        <>
          <h2 className="mt-8 text-2xl">Service history</h2>
          <p className="mt-4 max-w-2xl break-words whitespace-pre-line">{listing.serviceHistory}</p>
        </>
      )}
      <h2 className="mt-8 text-2xl">Features</h2>
      <FeatureList features={listing.features} />
    </section>
  )
}

function specsOf(listing: Listing): Record<string, string> {
  return {
    Year: String(listing.year),
    Mileage: `${listing.mileage.toLocaleString('en-KE')} km`,
    Seats: String(listing.seats),
    Transmission: capitalised(listing.transmission),
    'Fuel type': capitalised(listing.fuelType),
    Color: capitalised(listing.color),
    Condition: capitalised(listing.condition),
    Ownership: `${capitalised(listing.ownership)} owner`,
    Location: listing.location,
    ...listing.specs,
  }
}
