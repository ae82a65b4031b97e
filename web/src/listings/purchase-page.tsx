import type { ApiError } from '@twende/contract/http/call.ts'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { useLocation } from 'react-router'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/purchase-page'
import type { ListingPageData } from './listing-page-data.ts'
import { ListingView } from './listing-view.tsx'
import { VehicleMissing } from './listing-view-missing.tsx'
import { ListingSkeleton } from './listing-view-skeleton.tsx'
import { carIdOf, fetchVehicle, refusalInWords } from './purchase-answer.ts'

/** Which car it is stands in the navigation state, which only the browser has. */
export const clientLoader = () => null

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Buy a car',
    description: 'One car for sale, whole, and how to reach its seller.',
    path: links.purchase,
    hidden: true,
    matches,
  })

export function HydrateFallback() {
  return <ListingSkeleton />
}

export default function PurchasePage() {
  const carId = carIdOf(useLocation().state)
  if (!carId) return <VehicleMissing title="No vehicle selected" />
  return <Vehicle key={carId} carId={carId} />
}

function Vehicle({ carId }: { carId: string }) {
  const { answer, retry } = useAnswer<ListingPageData>(carId, (signal) => fetchVehicle(carId, signal))
  if (answer.state === 'waiting') return <ListingSkeleton />
  if (answer.state === 'refused') return <VehicleRefused refusal={answer.error} onRetry={retry} />
  return <ListingView {...answer.value} />
}

function VehicleRefused({ refusal, onRetry }: { refusal: ApiError; onRetry: () => void }) {
  const { title, detail, mayRetry } = refusalInWords(refusal)
  return <VehicleMissing title={title} detail={detail} onRetry={mayRetry ? onRetry : undefined} />
}
