import type { EntryUses } from './catalogue.ts'

/** What pages need of the catalogue; nothing heavy here. */

/** The lists that staff keeps for everybody to choose from and look at. */
export const SHELVES = ['car-categories', 'product-categories', 'services', 'locations', 'banners'] as const
export type Shelf = (typeof SHELVES)[number]

/** What an entry of each shelf has, besides its place in the list. */
export const SHELF_FIELDS: Readonly<Record<Shelf, readonly ('name' | 'description' | 'town' | 'picture')[]>> =
  {
    'car-categories': ['name', 'picture'],
    'product-categories': ['name', 'picture'],
    services: ['name', 'description', 'picture'],
    locations: ['name', 'town'],
    banners: ['picture'],
  }

export const MOST_ENTRIES = 200
export const LONGEST_NAME = 80
export const LONGEST_DESCRIPTION = 600

const useWords = [
  ['cars', 'rental car'],
  ['listings', 'car for sale'],
  ['products', 'product'],
  ['points', 'pickup point'],
  ['bookings', 'booking'],
] as const

/** `12 rental cars`, `1 car for sale`: what refers to an entry. */
export function usesInWords(uses: EntryUses): string[] {
  return useWords
    .filter(([what]) => uses[what] > 0)
    .map(([what, one]) => {
      const many = one === 'car for sale' ? 'cars for sale' : `${one}s`
      return `${uses[what].toLocaleString('en-KE')} ${uses[what] === 1 ? one : many}`
    })
}
