import { type Call, isMissing } from '@twende/contract/http/call.ts'
import type { Listing } from '@twende/contract/listings/listing.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { fuelLabels, transmissionLabels } from '@twende/ui/cars/car-labels.ts'
import { showKm } from '@twende/ui/listings/sale-labels.ts'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Suspense, useEffect } from 'react'
import { data } from 'react-router'
import { catalogNamesOf } from '../../content/catalog-name.ts'
import { pageMeta } from '../../frame/page-meta.ts'
import { callContext } from '../../frame/render-contexts.ts'
import { links } from '../../links.ts'
import type { Route } from './+types/listing-page'
import { loadAround } from './listing-page-data.ts'
import { ListingView } from './listing-view.tsx'

const VehicleMissing = lazyWithRetry(() =>
  import('./listing-view-missing.tsx').then((module) => module.VehicleMissing),
)

async function load(api: Call, carId: string) {
  try {
    const { data: listing } = await api('GET /api/sell/get/:carId', { params: { carId } })
    return await loadAround(api, listing)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const page = await load(context.get(callContext), params.listingId)
  // Search engines read it in the page as the server sends it; browsers are spared the code that writes it.
  const vehicle = page && vehicleData(page.listing)
  return data({ page, vehicle, isDrawnForAll: true }, { status: page ? 200 : 404 })
}
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  return { page: await load(call, params.listingId), vehicle: undefined, isDrawnForAll: false }
}

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) => {
  const listing = loaderData?.page?.listing
  const path = links.buyCar(params.listingId)
  if (!listing)
    return pageMeta({
      title: m.listing_page_missing_title(),
      description: m.listing_page_missing_description(),
      path,
      hidden: true,
      matches,
    })
  const location = catalogNamesOf(matches[0].loaderData)('location', listing.location)
  return pageMeta({
    title: titleOf({ ...listing, location }),
    description:
      `${showKm(listing.mileage)}, ${transmissionLabels[listing.transmission]()}, ${fuelLabels[listing.fuelType]()}. ${listing.description}`.slice(
        0,
        200,
      ),
    path,
    image: listing.image,
    ...(loaderData.vehicle ? { data: loaderData.vehicle } : {}),
    matches,
  })
}

function titleOf({ available, price, year, name, location }: Listing): string {
  const car = `${year} ${name}`
  if (!available) return m.listing_page_title_sold({ car, place: location })
  if (price > 0) return m.listing_page_title({ car, place: location, price: showKsh(price) })
  return m.listing_page_title_on_request({ car, place: location })
}

export default function ListingPage({ loaderData, params }: Route.ComponentProps) {
  const { page, isDrawnForAll } = loaderData
  useViewCounted(params.listingId, isDrawnForAll && page !== undefined)
  if (!page) {
    return (
      <Suspense fallback={<div className="min-h-[70vh]" />}>
        <VehicleMissing as="h1" />
      </Suspense>
    )
  }
  return <ListingView key={page.listing._id} {...page} />
}

/** A page drawn once for everybody tells nobody of this visitor: the seller's count of looks needs a call. */
function useViewCounted(carId: string, isDue: boolean) {
  useEffect(() => {
    if (isDue) call('GET /api/sell/get/:carId', { params: { carId } }).catch(() => {})
  }, [carId, isDue])
}

/** What search engines read of a car for sale (schema.org). */
function vehicleData(listing: Listing): Record<string, unknown> {
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
