import * as z from 'zod/mini'
import { EXTRA_KINDS } from '../prices/extra.ts'
import { storedDocument } from '../stored-document.ts'

/** One extra of a rental with its price, in whole shillings. */
export const ExtraLine = z.object({
  kind: z.enum(EXTRA_KINDS),
  /** Days of a chauffeur, drivers or child seats; 1 of the other kinds. */
  quantity: z.int().check(z.gte(1)),
  price: z.int().check(z.gte(0)),
  /** `quantity` × `price`. */
  amount: z.int().check(z.gte(0)),
  /** As in the price list: the place of a delivery or a collection, the pickup of a return to another place. */
  place: z.nullable(z.string()),
  toPlace: z.nullable(z.string()),
  atAddress: z.boolean(),
  km: z.nullable(z.int()),
})
export type ExtraLine = z.output<typeof ExtraLine>

/** The extras of a booking with the prices under which it was made. The addresses are columns of their own. */
const BookedExtras = z.object({ lines: z.array(ExtraLine) })
export const bookedExtrasDocument = /* @__PURE__ */ storedDocument('extras of a booking', BookedExtras)

/** The stored extras; none where nothing is stored. */
export function readBookedExtras(stored: unknown): ExtraLine[] {
  return stored === null ? [] : bookedExtrasDocument.read(stored).lines
}
