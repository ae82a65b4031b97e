import { call } from '@twende/ui/api/call.ts'

/** Categories that a car for sale may have. */
export async function categoryNames(signal: AbortSignal): Promise<readonly string[]> {
  const { data } = await call('GET /api/category/list', { query: { kind: 'vehicle' } }, { signal })
  return data.map(({ name }) => name)
}

/** Towns only: a pickup point such as an airport is for rentals. */
export async function townNames(signal: AbortSignal): Promise<readonly string[]> {
  const { data } = await call('GET /api/location/list', {}, { signal })
  return data.filter(({ town }) => town === null).map(({ name }) => name)
}
