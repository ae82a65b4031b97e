import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { EXTRA_KINDS } from '../prices/extra.ts'
import { EXTRA_LIMITS, MOST_ADDITIONAL_DRIVERS, MOST_CHILD_SEATS } from '../prices/extra-limits.ts'
import { storedDocument } from '../stored-document.ts'
import { optionalLine } from '../text.ts'

const count = (most: number) => {
  const error = () => m.validation_between({ least: 0, most })
  return z._default(z.int({ error }).check(z.gte(0, { error }), z.lte(most, { error })), 0)
}

const yes = z._default(z.boolean({ error: m.validation_extra_yes_or_no }), false)

const choices = {
  chauffeur: yes,
  additionalDrivers: count(MOST_ADDITIONAL_DRIVERS),
  childSeats: count(MOST_CHILD_SEATS),
  /** The car is brought to an address at the pickup place. */
  deliveryToAddress: yes,
  /** The car is collected at an address at the drop-off place. */
  collectionFromAddress: yes,
  /** The kilometres of the package that is bought ahead. */
  extraKm: count(EXTRA_LIMITS.km),
}

/** What a customer chooses beside the car. What follows from the places of the rental is not chosen here. */
export const ExtraChoices = z.object(choices)
export type ExtraChoices = z.output<typeof ExtraChoices>

/** The same as a booking is made with it: with the addresses. */
export const BookedExtraChoices = z
  .object({ ...choices, deliveryAddress: optionalLine(200), collectionAddress: optionalLine(200) })
  .check(({ value, issues }) => {
    const missing = (path: string) =>
      issues.push({ code: 'custom', message: m.validation_extra_address(), path: [path], input: value })
    if (value.deliveryToAddress && value.deliveryAddress === '') missing('deliveryAddress')
    if (value.collectionFromAddress && value.collectionAddress === '') missing('collectionAddress')
  })
export type BookedExtraChoices = z.output<typeof BookedExtraChoices>

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
