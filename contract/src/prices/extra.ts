import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { line } from '../text.ts'
import { EXTRA_LIMITS } from './extra-limits.ts'

/**
 * What a rental can have beside the car: a chauffeur by the day, additional drivers, child seats, the car brought to a
 * place and collected there, its return to another place, kilometres bought ahead.
 */
export const EXTRA_KINDS = [
  'chauffeur',
  'additional_driver',
  'child_seat',
  'delivery',
  'collection',
  'one_way',
  'extra_km',
] as const
export type ExtraKind = (typeof EXTRA_KINDS)[number]

/** Extras of which the business has a number: no more are booked at a time. */
export const hasStock = (kind: ExtraKind): boolean => kind === 'child_seat' || kind === 'chauffeur'

/** The lowest price: a return to some other place may be free where there is a fee for all others. */
export const leastPriceOf = (kind: ExtraKind): number => (kind === 'one_way' ? 0 : 1)

const whole = (least: number, most: number) => {
  const error = () => m.validation_between({ least, most })
  return z.int({ error }).check(z.gte(least, { error }), z.lte(most, { error }))
}

const fields = {
  kind: z.enum(EXTRA_KINDS, { error: m.validation_extra_kind }),
  /** Shillings: of a chauffeur for each day, of drivers and child seats for each, of the others for all of it. */
  price: z.int({ error: m.validation_whole_shillings }),
  /** Of child seats and chauffeurs: how many the business has. */
  stock: z.nullable(whole(0, EXTRA_LIMITS.stock)),
  /** Of a delivery or a collection: the place. Of a return to another place: the pickup; null for all that have no line of their own. */
  place: z.nullable(line(80)),
  /** Of a return to another place, the drop-off. */
  toPlace: z.nullable(line(80)),
  /** Of a delivery or a collection: at an address that the customer names, not at the place itself. */
  atAddress: z.boolean(),
  /** Of kilometres bought ahead: how many. */
  km: z.nullable(whole(1, EXTRA_LIMITS.km)),
}

/** An extra as an admin writes it. */
export const ExtraInput = z.object(fields).check(({ value: extra, issues }) => {
  const problem = (path: string, message: string) =>
    issues.push({ code: 'custom', message, path: [path], input: extra })
  const { kind, price, place, toPlace } = extra
  const isAtPlace = kind === 'delivery' || kind === 'collection'
  const prices = { least: leastPriceOf(kind), most: EXTRA_LIMITS.price }
  if (price < prices.least || price > prices.most) problem('price', m.validation_between(prices))
  if (hasStock(kind) !== (extra.stock !== null))
    problem('stock', m.validation_between({ least: 0, most: EXTRA_LIMITS.stock }))
  if ((kind === 'extra_km') !== (extra.km !== null))
    problem('km', m.validation_between({ least: 1, most: EXTRA_LIMITS.km }))
  if (isAtPlace ? place === null : kind !== 'one_way' && place !== null)
    problem('place', m.validation_extra_place())
  if (kind === 'one_way' ? (place === null) !== (toPlace === null) : toPlace !== null)
    problem('toPlace', m.validation_extra_both_places())
  if (kind === 'one_way' && place !== null && place === toPlace)
    problem('toPlace', m.validation_extra_same_place())
  if (extra.atAddress && !isAtPlace) problem('atAddress', m.validation_extra_place())
})
export type ExtraInput = z.output<typeof ExtraInput>

/** An extra that is offered. */
export const OfferedExtra = z.object({
  kind: z.enum(EXTRA_KINDS),
  price: z.int(),
  place: z.nullable(z.string()),
  toPlace: z.nullable(z.string()),
  atAddress: z.boolean(),
  km: z.nullable(z.int()),
})
export type OfferedExtra = z.output<typeof OfferedExtra>

/** An extra as staff sees it. */
export const Extra = z.extend(OfferedExtra, {
  _id: z.string(),
  stock: z.nullable(z.int()),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Extra = z.output<typeof Extra>
