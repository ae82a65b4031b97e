import { ApiError } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { type ListingPageData, loadAround } from './listing-page-data.ts'

/** The car that a link to `/purchase` carries in its navigation state. */
export function carIdOf(state: unknown): string | undefined {
  const carId = typeof state === 'object' && state !== null && 'carId' in state ? state.carId : undefined
  return typeof carId === 'string' && carId ? carId : undefined
}

/** Fetches the car to buy; what is no answer of ours is refused with the sentence to show. */
export async function fetchVehicle(carId: string, signal: AbortSignal): Promise<ListingPageData> {
  const answer = await call('GET /api/sell/get/:carId', { params: { carId } }, { signal })
  // A server in between may answer 200 with words of its own.
  const said: unknown = answer
  if (typeof said !== 'object' || said === null || !('success' in said))
    throw new ApiError(200, { code: 'internal', message: 'Server returned invalid response' })
  if (said.success !== true || !answer.data)
    throw new ApiError(200, { code: 'internal', message: 'Failed to fetch vehicle details' })
  return loadAround(call, answer.data)
}

/** What the page says instead of the car. */
export function refusalInWords({ status, message }: ApiError): {
  title: string
  detail?: string
  mayRetry: boolean
} {
  if (status === 0) return { title: 'Error connecting to server', mayRetry: true }
  if (status === 200) return { title: message, mayRetry: true }
  const detail = `HTTP error! status: ${status}`
  if (status === 404 || status === 400) return { title: 'Vehicle not found', detail, mayRetry: false }
  return { title: detail, mayRetry: true }
}
