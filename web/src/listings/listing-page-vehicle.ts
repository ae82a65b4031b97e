import type { Listing } from '@twende/contract/listings/listing.ts'

/** What search engines read of a car for sale (schema.org). */
export function vehicleData(listing: Listing): Record<string, unknown> {
  const { make, model, price, available } = listing
  return {
    '@context': 'https://schema.org',
    '@type': ['Product', 'Car'],
    name: listing.name,
    description: listing.description,
    image: listing.pictures.map((picture) => picture.address),
    ...(make ? { brand: { '@type': 'Brand', name: make } } : {}),
    ...(model ? { model } : {}),
    vehicleModelDate: String(listing.year),
    mileageFromOdometer: { '@type': 'QuantitativeValue', value: listing.mileage, unitCode: 'KMT' },
    vehicleSeatingCapacity: listing.seats,
    vehicleTransmission: listing.transmission,
    fuelType: listing.fuelType,
    color: listing.color,
    bodyType: listing.category,
    itemCondition: 'https://schema.org/UsedCondition',
    ...(price > 0
      ? {
          offers: {
            '@type': 'Offer',
            price,
            priceCurrency: 'KES',
            itemCondition: 'https://schema.org/UsedCondition',
            availability: available ? 'https://schema.org/InStock' : 'https://schema.org/SoldOut',
            areaServed: listing.location,
            ...(listing.listingExpiresAt ? { priceValidUntil: listing.listingExpiresAt.slice(0, 10) } : {}),
          },
        }
      : {}),
  }
}
