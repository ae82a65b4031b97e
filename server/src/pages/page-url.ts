import { CarSearch } from '@twende/contract/cars/car-search.ts'
import { ListingSearch } from '@twende/contract/listings/listing-search.ts'
import { ProductSearch } from '@twende/contract/shop/product.ts'

/** The query parameters that any page reads: filters of lists, a search, the order of a payment. */
const known: ReadonlySet<string> = new Set([
  ...Object.keys(CarSearch.shape),
  ...Object.keys(ListingSearch.shape),
  ...Object.keys(ProductSearch.shape),
  'query',
  'orderId',
  'success',
])

/**
 * The address of a page with only known query parameters, sorted, so that a page is rendered and cached once whatever other
 * parameters are added to its address.
 */
export function canonicalUrl(url: string): string {
  const at = url.indexOf('?')
  if (at < 0) return url
  const search = new URLSearchParams(url.slice(at + 1))
  for (const name of [...search.keys()]) if (!known.has(name)) search.delete(name)
  search.sort()
  return `${url.slice(0, at)}${search.size > 0 ? `?${search}` : ''}`
}

/** The page's address on this site, ignoring any host in front of its path: `//elsewhere/x`, `http://elsewhere/x`. */
export function pageAddress(url: string, publicUrl: string): URL {
  const path = url.replace(/^https?:\/\/[^/?]*/i, '').replace(/^[/\\]+/, '')
  return new URL(`/${path}`, publicUrl)
}
