import type { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Container } from '@twende/ui/controls/layout.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { useLocation } from 'react-router'
import { EarlyPicture } from '../../frame/early-picture.tsx'
import { pageMeta } from '../../frame/page-meta.ts'
import { links } from '../../links.ts'
import type { Route } from './+types/purchase-page'
import { type ListingPageData, loadAround } from './listing-page-data.ts'
import { ListingView } from './listing-view.tsx'
import { VehicleMissing } from './listing-view-missing.tsx'

/**
 * Which car it is stands in the navigation state, which only the browser has. As the page is loaded, a script in it asks for
 * the car and shows its picture in the fallback (`web/src/frame/early-car.tsx`), which therefore stays until the car is here.
 */
export async function clientLoader(): Promise<ListingPageData | null> {
  const carId = window.earlyAnswer?.carId
  if (carId === undefined) return null
  // The page asks again, and says what is wrong.
  return fetchVehicle(carId).catch(() => null)
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: m.purchase_title(),
    description: m.purchase_description(),
    path: links.purchase,
    hidden: true,
    matches,
  })

export function HydrateFallback() {
  return <ListingSkeleton />
}

export default function PurchasePage({ loaderData: early }: Route.ComponentProps) {
  const carId = carIdOf(useLocation().state)
  if (!carId) return <VehicleMissing title={m.purchase_none()} />
  const first = early?.listing._id === carId ? early : undefined
  return <Vehicle key={carId} carId={carId} first={first} />
}

type VehicleProps = { carId: string; first: ListingPageData | undefined }

function Vehicle({ carId, first }: VehicleProps) {
  const { answer, retry } = useAnswer(carId, (signal) => fetchVehicle(carId, signal), first)
  if (answer.state === 'waiting') return <ListingSkeleton />
  if (answer.state === 'refused') return <VehicleRefused refusal={answer.error} onRetry={retry} />
  return <ListingView {...answer.value} isToBuy />
}

function VehicleRefused({ refusal, onRetry }: { refusal: ApiError; onRetry: () => void }) {
  const { title, detail, mayRetry } = errorTexts(refusal)
  return <VehicleMissing title={title} detail={detail} onRetry={mayRetry ? onRetry : undefined} />
}

/** A car for sale that is still on its way, in the page's own measures. */
function ListingSkeleton() {
  return (
    <Container className="py-4 lg:py-8">
      <h1 className="sr-only">{m.listing_page_loading_title()}</h1>
      <LoadingNote>{m.listing_page_loading()}</LoadingNote>
      <Skeleton className="h-11 w-44" />
      <div aria-busy="true" className="mt-3 grid gap-x-12 gap-y-8 lg:grid-cols-[1.45fr_1fr]">
        <div>
          <EarlyPicture className="rounded-lg" />
          <div className="mt-3 grid grid-cols-4 gap-3">
            {['a', 'b', 'c', 'd'].map((thumbnail) => (
              <Skeleton key={thumbnail} className="aspect-[3/2] rounded-md" />
            ))}
          </div>
        </div>
        <div>
          <Skeleton className="h-6 w-44" />
          <Skeleton className="mt-4 h-14 w-2/3" />
          <Skeleton className="mt-4 h-6 w-5/6" />
          <Skeleton className="mt-6 h-14 w-44" />
          <Skeleton className="mt-6 h-[34rem] rounded-lg" />
        </div>
      </div>
    </Container>
  )
}

/** The car that a link to `/purchase` carries in its navigation state. */
function carIdOf(state: unknown): string | undefined {
  const carId = typeof state === 'object' && state !== null && 'carId' in state ? state.carId : undefined
  return typeof carId === 'string' && carId ? carId : undefined
}

/** Fetches the car to buy; what is no answer of ours is refused with the sentence to show. */
async function fetchVehicle(carId: string, signal?: AbortSignal): Promise<ListingPageData> {
  const { data } = await call('GET /api/sell/get/:carId', { params: { carId } }, signal ? { signal } : {})
  return loadAround(call, data)
}

/** What the page says instead of the car. */
function errorTexts({ status, message, reason }: ApiError): {
  title: string
  detail?: string
  mayRetry: boolean
} {
  if (status === 0) return { title: m.common_unreachable(), mayRetry: true }
  if (status === 200) return { title: reason === '' ? m.purchase_failed() : message, mayRetry: true }
  const detail = m.purchase_http_error({ status })
  if (status === 404 || status === 400)
    return { title: m.listing_page_missing_title(), detail, mayRetry: false }
  return { title: detail, mayRetry: true }
}
