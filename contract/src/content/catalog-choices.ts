import { m } from '@twende/messages'

/** Constants of the catalog. Pages import this file, so it imports no schema library. */

/** The lists that staff edits and everybody chooses from. */
export const CATALOG_LISTS = [
  'car-categories',
  'product-categories',
  'services',
  'locations',
  'banners',
] as const
export type CatalogList = (typeof CATALOG_LISTS)[number]

/** What an item of each list has, besides its place in the list. */
export const CATALOG_FIELDS: Readonly<
  Record<CatalogList, readonly ('name' | 'description' | 'town' | 'picture')[]>
> = {
  'car-categories': ['name', 'picture'],
  'product-categories': ['name', 'picture'],
  services: ['name', 'description', 'picture'],
  locations: ['name', 'town'],
  banners: ['picture'],
}

export const MAX_CATALOG_ITEMS = 200
export const LONGEST_NAME = 80
export const LONGEST_DESCRIPTION = 600

/** How many rows of each kind refer to a catalog item. */
export type CatalogItemUses = Readonly<Record<(typeof useLabels)[number][0], number>>

const useLabels = [
  ['cars', m.catalog_uses_cars],
  ['listings', m.catalog_uses_listings],
  ['products', m.catalog_uses_products],
  ['points', m.catalog_uses_points],
  ['bookings', m.catalog_uses_bookings],
] as const

/** `12 rental cars`, `1 car for sale`: what refers to an item. */
export function describeUses(uses: CatalogItemUses): string[] {
  return useLabels
    .filter(([what]) => uses[what] > 0)
    .map(([what, label]) => label({ count: uses[what], number: uses[what].toLocaleString('en-KE') }))
}
