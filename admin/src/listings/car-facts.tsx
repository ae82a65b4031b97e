import type { AdminListingDetail } from '@twende/contract/listings/listing.ts'
import { SPEC_LABELS } from '@twende/contract/listings/listing-choices.ts'
import { capitalised } from '@twende/ui/cars/car-words.ts'
import { DetailPanel, Facts } from '../detail-panel.tsx'

/** What the seller says of the car. */
export function CarFacts({ listing }: { listing: AdminListingDetail }) {
  const { specs, features, description, serviceHistory } = listing
  return (
    <DetailPanel title="The car, as its seller tells it">
      <Facts
        facts={[
          ['Year', listing.year],
          ['Mileage', `${listing.mileage.toLocaleString('en-GB')} km`],
          ['Category', listing.category],
          ['Transmission', capitalised(listing.transmission)],
          ['Fuel', capitalised(listing.fuelType)],
          ['Seats', listing.seats],
          ['Colour', listing.color],
          ['Condition', capitalised(listing.condition)],
          ['Ownership', capitalised(listing.ownership)],
          ['Location', listing.location],
          ...Object.entries(SPEC_LABELS).map(([name, label]) => [label, specs[name] ?? ''] as const),
        ]}
      />
      <p className="mt-4 whitespace-pre-line">{description}</p>
      {serviceHistory && (
        <p className="mt-3">
          <strong>Service history:</strong> {serviceHistory}
        </p>
      )}
      {features.length > 0 && (
        <p className="mt-3">
          <strong>Features:</strong> {features.join(', ')}
        </p>
      )}
    </DetailPanel>
  )
}
