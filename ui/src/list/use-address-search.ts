import { useLocation, useNavigate, useNavigation } from 'react-router'
import { type AddressSearch, withSearch } from '../address.ts'
import { useWish } from './use-wish.ts'

/** A list's filters: they live in the address; while the next list loads, they already read as chosen. */
export function useAddressSearch<Search extends AddressSearch>(read: (query: URLSearchParams) => Search) {
  const location = useLocation()
  const navigation = useNavigation()
  const navigate = useNavigate()
  const pending = navigation.location?.pathname === location.pathname
  const search = read(new URLSearchParams((pending ? navigation.location : location)?.search))
  const wish = useWish<AddressSearch>(search)
  const go = (changed: AddressSearch) => {
    const next = withSearch(location.pathname, wish({ page: undefined, ...changed }))
    // Filters replace each other, so that Back leaves the list instead of undoing one filter at a time.
    void navigate(next, { replace: true, preventScrollReset: true })
  }
  const change = (changed: Partial<Record<keyof Search, string | number | undefined>>) => go(changed)
  const hrefForPage = (page: number) =>
    withSearch(location.pathname, { ...search, page: page === 1 ? undefined : page })
  const clear = () => go(Object.fromEntries(Object.keys(search).map((name) => [name, undefined])))
  return { search, pending, change, clear, hrefForPage }
}
