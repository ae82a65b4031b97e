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
  ['cars', 'rental car'],
  ['listings', 'car for sale'],
  ['products', 'product'],
  ['points', 'pickup point'],
  ['bookings', 'booking'],
] as const

/** `12 rental cars`, `1 car for sale`: what refers to an item. */
export function describeUses(uses: CatalogItemUses): string[] {
  return useLabels
    .filter(([what]) => uses[what] > 0)
    .map(([what, one]) => {
      const many = one === 'car for sale' ? 'cars for sale' : `${one}s`
      return `${uses[what].toLocaleString('en-KE')} ${uses[what] === 1 ? one : many}`
    })
}
