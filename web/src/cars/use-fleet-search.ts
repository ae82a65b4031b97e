import { useLocation, useNavigate, useNavigation } from 'react-router'
import { type FleetSearch, withSearch } from '../links.ts'
import { useWish } from '../ui/use-wish.ts'
import { readFleetSearch } from './fleet-search.ts'

/** The fleet's filters: they live in the address; while the next list loads, they already read as chosen. */
export function useFleetSearch() {
  const location = useLocation()
  const navigation = useNavigation()
  const navigate = useNavigate()
  const pending = navigation.location?.pathname === location.pathname
  const search = readFleetSearch(new URLSearchParams((pending ? navigation.location : location)?.search))
  const wish = useWish<FleetSearch>(search)
  const change = (changed: FleetSearch) => {
    const next = withSearch(location.pathname, wish({ page: undefined, ...changed }))
    // Filters replace each other, so that Back leaves the fleet instead of undoing one filter at a time.
    void navigate(next, { replace: true, preventScrollReset: true })
  }
  const hrefForPage = (page: number) =>
    withSearch(location.pathname, { ...search, page: page === 1 ? undefined : page })
  const clear = () => change(Object.fromEntries(Object.keys(search).map((name) => [name, undefined])))
  return { search, pending, change, clear, hrefForPage }
}
