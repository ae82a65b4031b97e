import { links } from '../links.ts'

const SHOWS = ['all', 'public', 'low', 'hidden'] as const
type Show = (typeof SHOWS)[number]
export type ProductDeskSearch = { show: Show; search: string; page: number }

export const productTabs = [
  { show: 'all', label: 'All' },
  { show: 'public', label: 'In the shop' },
  { show: 'low', label: 'Low stock' },
  { show: 'hidden', label: 'Hidden' },
] as const satisfies readonly { show: Show; label: string }[]

export function readProductDeskSearch(query: URLSearchParams): ProductDeskSearch {
  const page = Math.floor(Number(query.get('page')))
  return {
    show: SHOWS.find((show) => show === query.get('show')) ?? 'all',
    search: (query.get('search') ?? '').slice(0, 100),
    page: page >= 1 && page < 100_000 ? page : 1,
  }
}

export function productDeskHref({ show, search, page }: ProductDeskSearch): string {
  return links.catalogue({
    show: show === 'all' ? undefined : show,
    search,
    page: page === 1 ? undefined : page,
  })
}

/** The form of one product. */
export const productFormHref = (productId: string) => links.product(productId)
