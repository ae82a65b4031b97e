import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { type AddressSearch, withSearch } from '../address.ts'

/** A list's filters: they live in the address; while the next list loads, they already read as chosen. */
export function useAddressSearch<Search extends AddressSearch>(read: (query: URLSearchParams) => Search) {
  const location = useLocation()
  const navigation = useNavigation()
  const navigate = useNavigate()
  const pending = navigation.location?.pathname === location.pathname
  const search = read(new URLSearchParams((pending ? navigation.location : location)?.search))
  const add = usePendingSearch<AddressSearch>(search)
  const go = (changed: AddressSearch) => {
    const next = withSearch(location.pathname, add({ page: undefined, ...changed }))
    // Filters replace each other, so that Back leaves the list instead of undoing one filter at a time.
    void navigate(next, { replace: true, preventScrollReset: true })
  }
  const change = (changed: Partial<Record<keyof Search, string | number | undefined>>) => go(changed)
  const hrefForPage = (page: number) =>
    withSearch(location.pathname, { ...search, page: page === 1 ? undefined : page })
  const clear = () => go(Object.fromEntries(Object.keys(search).map((name) => [name, undefined])))
  return { search, pending, change, clear, hrefForPage }
}

/**
 * Adds each change to the search in the address, and to the changes before it whose page is still loading: two filters
 * chosen in a hurry both count.
 */
export function usePendingSearch<Search extends object>(shown: Search): (change: object) => Search {
  const latest = useRef(shown)
  /** What is loading, after what was shown when the first change was made. */
  const pending = useRef<Search[]>([])
  useEffect(() => {
    latest.current = shown
    // What is shown may be several changes behind. At the newest, or elsewhere, none is pending.
    const at = pending.current.findLastIndex((search) => addressOf(search) === addressOf(shown))
    if (at < 0 || at === pending.current.length - 1) pending.current = []
  })
  return (change) => {
    const before = pending.current.length > 0 ? pending.current : [latest.current]
    const search = { ...(before.at(-1) ?? latest.current), ...change }
    pending.current = [...before, search]
    return search
  }
}

/** The same for searches that have the same address. */
function addressOf(search: object): string {
  return Object.entries(search)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&')
}
