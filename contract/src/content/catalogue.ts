import * as z from 'zod/mini'
import { Picture } from '../media/picture.ts'

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
