import { CarSearch } from '@twende/contract/cars/car-search.ts'
import { ListingSearch } from '@twende/contract/listings/listing-search.ts'
import { ProductSearch } from '@twende/contract/shop/product.ts'

/** What some page reads of its address: the filters of the lists, a search, an order to pay or to look after. */
const known: ReadonlySet<string> = new Set([
  ...Object.keys(CarSearch.shape),
  ...Object.keys(ListingSearch.shape),
  ...Object.keys(ProductSearch.shape),
  'query',
  'orderId',
  'success',
])

/**
 * The address of a page with what pages know of its query, in one order: the same page is drawn and kept once, whatever
 * a campaign or a stranger writes behind it.
 */
export function canonicalUrl(url: string): string {
  const at = url.indexOf('?')
  if (at < 0) return url
  const search = new URLSearchParams(url.slice(at + 1))
  for (const name of [...search.keys()]) if (!known.has(name)) search.delete(name)
  search.sort()
  return `${url.slice(0, at)}${search.size > 0 ? `?${search}` : ''}`
}

/** A page's address on this site, whatever host was written before its path: `//elsewhere/x`, `http://elsewhere/x`. */
export function pageAddress(url: string, publicUrl: string): URL {
  const path = url.replace(/^https?:\/\/[^/?]*/i, '').replace(/^[/\\]+/, '')
  return new URL(`/${path}`, publicUrl)
}
