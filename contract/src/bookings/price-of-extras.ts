import type { ExtraKind, OfferedExtra } from '../prices/extra.ts'
import type { ExtraChoices, ExtraLine } from './booked-extras.ts'
import type { ShownPrice } from './rental-price.ts'

/** A place and the town in which it is; a town is in itself. */
export type PlaceInTown = { name: string; town: string }

/** What the extras of a rental depend on. A place that is not chosen yet is undefined. */
export type RentalOfExtras = {
  totalDays: number
  pickup: PlaceInTown | undefined
  dropoff: PlaceInTown | undefined
}

export type PricedExtras = {
  lines: ExtraLine[]
  /** The first chosen extra that is not offered. */
  notOffered: ExtraKind | undefined
}

/**
 * The extras of a rental, each a line with its price by the price list. Delivery to the pickup place, collection from the
 * drop-off place and the return to another place follow from the places where they have a price; the rest is chosen. An
 * address costs what it costs at the place, or else in its town.
 */
export function priceOfExtras(
  choices: ExtraChoices | undefined,
  priceList: readonly OfferedExtra[],
  { totalDays, pickup, dropoff }: RentalOfExtras,
): PricedExtras {
  const only = (kind: ExtraKind) => priceList.find((extra) => extra.kind === kind)
  const chosen: { kind: ExtraKind; offered: OfferedExtra | undefined; quantity: number }[] = []
  const add = (kind: ExtraKind, offered: OfferedExtra | undefined, quantity = 1) =>
    chosen.push({ kind, offered, quantity })
  if (choices?.chauffeur) add('chauffeur', only('chauffeur'), totalDays)
  if (choices?.additionalDrivers)
    add('additional_driver', only('additional_driver'), choices.additionalDrivers)
  if (choices?.childSeats) add('child_seat', only('child_seat'), choices.childSeats)
  const delivery = brought(priceList, 'delivery', pickup, choices?.deliveryToAddress)
  if (delivery || choices?.deliveryToAddress) add('delivery', delivery)
  const collection = brought(priceList, 'collection', dropoff, choices?.collectionFromAddress)
  if (collection || choices?.collectionFromAddress) add('collection', collection)
  const oneWay = oneWayFee(priceList, pickup, dropoff)
  if (oneWay) add('one_way', oneWay)
  if (choices?.extraKm)
    add(
      'extra_km',
      priceList.find(({ kind, km }) => kind === 'extra_km' && km === choices.extraKm),
    )
  return {
    lines: chosen.flatMap(({ offered, quantity }) => (offered ? [lineOf(offered, quantity)] : [])),
    notOffered: chosen.find(({ offered }) => !offered)?.kind,
  }
}

/** What bringing the car to the place, or to an address there, costs. */
export function brought(
  priceList: readonly OfferedExtra[],
  kind: 'delivery' | 'collection',
  at: PlaceInTown | undefined,
  toAddress = false,
): OfferedExtra | undefined {
  if (!at) return undefined
  const offered = priceList.filter((extra) => extra.kind === kind && extra.atAddress === toAddress)
  const named = (name: string) => offered.find(({ place }) => place === name)
  return named(at.name) ?? (toAddress ? named(at.town) : undefined)
}

/** The fee for these two places, or else for their towns, or else for any two towns; none where it is free. */
function oneWayFee(
  priceList: readonly OfferedExtra[],
  from: PlaceInTown | undefined,
  to: PlaceInTown | undefined,
): OfferedExtra | undefined {
  if (!from || !to || from.name === to.name) return undefined
  const fees = priceList.filter(({ kind }) => kind === 'one_way')
  const between = (start: string, end: string) =>
    fees.find(({ place, toPlace }) => place === start && toPlace === end)
  const fee =
    between(from.name, to.name) ??
    (from.town === to.town
      ? undefined
      : (between(from.town, to.town) ?? fees.find(({ place }) => place === null)))
  return fee && fee.price > 0 ? { ...fee, place: from.name, toPlace: to.name } : undefined
}

function lineOf({ kind, price, place, toPlace, atAddress, km }: OfferedExtra, quantity: number): ExtraLine {
  return { kind, quantity, price, amount: quantity * price, place, toPlace, atAddress, km }
}

export const sumOfExtras = (lines: readonly ExtraLine[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0)

/** A price that is shown with its extras, which `finalAmount` includes. */
export type PriceWithExtras = ShownPrice & { extras: ExtraLine[] }

/** The price of a rental with its extras. Discounts concern its days alone. */
export function withExtras<Price extends ShownPrice>(
  price: Price,
  extras: ExtraLine[],
): Price & { extras: ExtraLine[] } {
  return { ...price, extras, finalAmount: price.finalAmount + sumOfExtras(extras) }
}

/** The extras of a booking that is moved to other days: a chauffeur is there on each, at the price of a day that was booked. */
export function extrasForDays(lines: readonly ExtraLine[], totalDays: number): ExtraLine[] {
  return lines.map((line) =>
    line.kind === 'chauffeur'
      ? { ...line, quantity: totalDays, amount: totalDays * line.price }
      : { ...line },
  )
}

/** Kilometres that are bought ahead. */
export const kilometresOf = (lines: readonly ExtraLine[]): number =>
  lines.reduce((sum, { km }) => sum + (km ?? 0), 0)
