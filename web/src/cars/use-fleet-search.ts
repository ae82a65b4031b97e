import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { type FleetSearch, withSearch } from '../links.ts'
import { readFleetSearch } from './fleet-search.ts'

/** The fleet's filters: they live in the address; while the next list loads, they already read as chosen. */
export function useFleetSearch() {
  const location = useLocation()
  const navigation = useNavigation()
  const navigate = useNavigate()
  const pending = navigation.location?.pathname === location.pathname
  const search = readFleetSearch(new URLSearchParams((pending ? navigation.location : location)?.search))
  // Two filters changed within a moment: the second must build on the first, which no page has shown yet.
  const wanted = useRef<FleetSearch>(search)
  useEffect(() => {
    if (!pending) wanted.current = readFleetSearch(new URLSearchParams(location.search))
  }, [pending, location.search])
  const change = (changed: FleetSearch) => {
    wanted.current = { ...wanted.current, page: undefined, ...changed }
    // Filters replace each other, so that Back leaves the fleet instead of undoing one filter at a time.
    void navigate(withSearch(location.pathname, wanted.current), { replace: true, preventScrollReset: true })
  }
  const hrefForPage = (page: number) =>
    withSearch(location.pathname, { ...search, page: page === 1 ? undefined : page })
  const clear = () => {
    wanted.current = {}
    void navigate(location.pathname, { replace: true, preventScrollReset: true })
  }
  return { search, pending, change, clear, hrefForPage }
}
