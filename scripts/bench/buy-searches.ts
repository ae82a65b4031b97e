import type { ListingSearch } from '@twende/contract/listings/listing-search.ts'

/** What people ask of the Buy page, from the widest to the narrowest. */
export const buySearches: readonly { what: string; search: ListingSearch }[] = [
  { what: 'the newest', search: { page: 1 } },
  { what: 'the cheapest, tenth page', search: { sort: 'price-low', page: 10 } },
  { what: 'a kind of car, newest first', search: { category: 'SUV' } },
  { what: 'a town and a budget', search: { location: 'Nairobi', maxPrice: 1_500_000, sort: 'price-low' } },
  {
    what: 'many filters that many match',
    search: {
      minPrice: 1_000_000,
      maxPrice: 8_000_000,
      transmission: 'automatic',
      fuel: 'petrol',
      minYear: 2010,
      sort: 'mileage',
    },
  },
  {
    what: 'many filters that few match',
    search: { category: 'Luxury', location: 'Kitale', minYear: 2018, maxPrice: 1_200_000, sort: 'year' },
  },
  { what: 'filters that none match', search: { fuel: 'electric', seats: '2', maxPrice: 300_000 } },
  { what: 'a word that half are called by', search: { search: 'toyota' } },
  { what: 'words that some are called by', search: { search: 'land cruiser', location: 'Mombasa' } },
  { what: 'a misspelt word', search: { search: 'harier' } },
]

const REQUESTS = 6_000

/** These searches in turns; no limit of price is asked for twice, so that no kept answer or count helps. */
export function buyPaths(): string[] {
  return Array.from({ length: REQUESTS }, (_, index) => {
    const search: ListingSearch = buySearches[index % buySearches.length]?.search ?? {}
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(search)) query.set(name, String(value))
    query.set('minPrice', String((search.minPrice ?? 0) + 1 + index))
    query.set('limit', '12')
    return `/api/sell/list?${query}`
  })
}
