import { call } from '@twende/ui/api/call.ts'
import type { FleetLists } from './fleet-car-form.tsx'

/** What a rental car's form offers to choose from; a car may stand in a town or at a pickup point. */
export async function loadFleetLists(): Promise<FleetLists> {
  const [categories, locations] = await Promise.all([
    call('GET /api/category/list', { query: { kind: 'vehicle' } }),
    call('GET /api/location/list', {}),
  ])
  return {
    categories: categories.data.map(({ name }) => name),
    locations: locations.data.map(({ name }) => name),
  }
}
