import { ApiError, type Call } from '@twende/contract/http/call.ts'
import type { Listing } from '@twende/contract/listings/listing.ts'
import { showKsh } from '@twende/contract/money.ts'
import { call } from '@twende/ui/api/call.ts'
import { useEffect } from 'react'
import { data } from 'react-router'
import { callContext } from '../call-context.ts'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/listing-page'
import { loadAround } from './listing-page-data.ts'
import { vehicleData } from './listing-page-vehicle.ts'
import { ListingView } from './listing-view.tsx'
import { VehicleMissing } from './listing-view-missing.tsx'

async function load(api: Call, carId: string) {
  try {
    const { data: listing } = await api('GET /api/sell/get/:carId', { params: { carId } })
    return await loadAround(api, listing)
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return undefined
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
      title: 'Vehicle not found',
      description: 'This car is not, or no longer, for sale.',
      path,
      hidden: true,
      matches,
    })
  return pageMeta({
    title: `${listing.year} ${listing.name} for sale in ${listing.location}: ${priceWords(listing)}`,
    description:
      `${listing.mileage.toLocaleString('en-KE')} km, ${listing.transmission}, ${listing.fuelType}. ${listing.description}`.slice(
        0,
        200,
      ),
    path,
    image: listing.image,
    ...(loaderData.vehicle ? { data: loaderData.vehicle } : {}),
    matches,
  })
}

function priceWords({ available, price }: Listing): string {
  if (!available) return 'sold'
  return price > 0 ? showKsh(price) : 'price on request'
}

export default function ListingPage({ loaderData, params }: Route.ComponentProps) {
  const { page, isDrawnForAll } = loaderData
  useLookCounted(params.listingId, isDrawnForAll && page !== undefined)
  if (!page) return <VehicleMissing as="h1" />
  return <ListingView key={page.listing._id} {...page} />
}

/** A page drawn once for everybody tells nobody of this visitor: the seller's count of looks needs a call. */
function useLookCounted(carId: string, isDue: boolean) {
  useEffect(() => {
    if (isDue) call('GET /api/sell/get/:carId', { params: { carId } }).catch(() => {})
  }, [carId, isDue])
}
