import { FLEET_SHOWS, type FleetShow } from '@twende/contract/cars/fleet-choices.ts'
import { links } from '../links.ts'

export type FleetDeskSearch = { show: FleetShow; search: string; category: string; page: number }

export const fleetTabs = [
  { show: 'all', label: 'All' },
  { show: 'available', label: 'Available' },
  { show: 'unavailable', label: 'Not offered' },
  { show: 'retired', label: 'Retired' },
] as const satisfies readonly { show: FleetShow; label: string }[]

export function readFleetDeskSearch(query: URLSearchParams): FleetDeskSearch {
  const page = Math.floor(Number(query.get('page')))
  return {
    show: FLEET_SHOWS.find((show) => show === query.get('show')) ?? 'all',
    search: (query.get('search') ?? '').slice(0, 100),
    category: (query.get('category') ?? '').slice(0, 60),
    page: page >= 1 && page < 100_000 ? page : 1,
  }
}

export function fleetDeskHref({ show, search, category, page }: FleetDeskSearch): string {
  return links.fleet({
    show: show === 'all' ? undefined : show,
    search,
    category,
    page: page === 1 ? undefined : page,
  })
}

/** The form of one car. */
export const fleetCarHref = (carId: string) => links.car(carId)
