import * as z from 'zod/mini'
import { Picture } from '../media/picture.ts'

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

/** How many things refer to an entry; one that has any stays, and is hidden instead. */
export const EntryUses = z.object({
  cars: z.int(),
  listings: z.int(),
  products: z.int(),
  /** Pickup points that lie in a town. */
  points: z.int(),
  /** Bookings that are not over and begin or end there. */
  bookings: z.int(),
})
export type EntryUses = z.output<typeof EntryUses>

/** One thing on a shelf; what its shelf does not have is empty. */
export const CatalogueEntry = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  /** The town in which a pickup point lies. */
  townId: z.nullable(z.string()),
  town: z.nullable(z.string()),
  pictures: z.array(Picture),
  hidden: z.boolean(),
  /** Its town is hidden, and so it is not offered either. */
  hiddenWithTown: z.boolean(),
  uses: EntryUses,
  updatedAt: z.string(),
})
export type CatalogueEntry = z.output<typeof CatalogueEntry>

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
