import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EXTRA_KINDS, type OfferedExtra } from '../prices/extra.ts'
import type { ExtraChoices } from './booked-extras.ts'
import { extrasForDays, type PlaceInTown, priceOfExtras, sumOfExtras, withExtras } from './price-of-extras.ts'
import { sumOf } from './rental-price.ts'

const none: ExtraChoices = {
  chauffeur: false,
  additionalDrivers: 0,
  childSeats: 0,
  deliveryToAddress: false,
  collectionFromAddress: false,
  extraKm: 0,
}

const offer = (fields: Partial<OfferedExtra>): OfferedExtra => ({
  kind: 'chauffeur',
  price: 2_500,
  place: null,
  toPlace: null,
  atAddress: false,
  km: null,
  ...fields,
})

const nairobi: PlaceInTown = { name: 'Nairobi', town: 'Nairobi' }
const airport: PlaceInTown = { name: 'JKIA, Nairobi', town: 'Nairobi' }
const mombasa: PlaceInTown = { name: 'Mombasa', town: 'Mombasa' }
const moi: PlaceInTown = { name: 'Moi Airport, Mombasa', town: 'Mombasa' }
const atOffice = { totalDays: 3, pickup: nairobi, dropoff: nairobi }

const priceList = [
  offer({ kind: 'chauffeur', price: 2_500 }),
  offer({ kind: 'additional_driver', price: 1_000 }),
  offer({ kind: 'child_seat', price: 500 }),
  offer({ kind: 'delivery', price: 1_500, place: airport.name }),
  offer({ kind: 'delivery', price: 2_000, place: 'Nairobi', atAddress: true }),
  offer({ kind: 'collection', price: 1_800, place: moi.name }),
  offer({ kind: 'collection', price: 2_200, place: moi.name, atAddress: true }),
  offer({ kind: 'one_way', price: 12_000 }),
  offer({ kind: 'one_way', price: 9_000, place: 'Nairobi', toPlace: 'Mombasa' }),
  offer({ kind: 'one_way', price: 9_500, place: airport.name, toPlace: 'Mombasa' }),
  offer({ kind: 'one_way', price: 0, place: 'Mombasa', toPlace: 'Nairobi' }),
  offer({ kind: 'extra_km', price: 3_000, km: 200 }),
  offer({ kind: 'extra_km', price: 6_500, km: 500 }),
]

const amounts = (choices: Partial<ExtraChoices>, rental = atOffice) =>
  priceOfExtras({ ...none, ...choices }, priceList, rental).lines.map(({ kind, amount }) => [kind, amount])

describe('the extras of a rental', () => {
  test('are none where none are chosen and the places cost nothing, or where nothing is offered', () => {
    expect(amounts({})).toEqual([])
    expect(priceOfExtras(undefined, priceList, atOffice)).toEqual({ lines: [], notOffered: undefined })
    expect(priceOfExtras(undefined, [], { ...atOffice, dropoff: mombasa }).lines).toEqual([])
  })

  test('are a chauffeur for each day, drivers and child seats each, and one package of kilometres', () => {
    const all = { chauffeur: true, additionalDrivers: 2, childSeats: 3, extraKm: 500 }
    expect(amounts(all)).toEqual([
      ['chauffeur', 7_500],
      ['additional_driver', 2_000],
      ['child_seat', 1_500],
      ['extra_km', 6_500],
    ])
  })

  test('are delivery and collection where a place has a price, and to an address also where its town has one', () => {
    expect(amounts({}, { ...atOffice, pickup: airport })).toEqual([['delivery', 1_500]])
    const atHome = { deliveryToAddress: true }
    expect(amounts(atHome)).toEqual([['delivery', 2_000]])
    expect(amounts(atHome, { ...atOffice, pickup: airport })).toEqual([['delivery', 2_000]])
    const collected = { totalDays: 3, pickup: moi, dropoff: moi }
    expect(amounts({}, collected)).toEqual([['collection', 1_800]])
    expect(amounts({ collectionFromAddress: true }, collected)).toEqual([['collection', 2_200]])
  })

  test('are a fee between two towns: that of the places, that of their towns, that of any; none within a town', () => {
    const from = (pickup: PlaceInTown, dropoff: PlaceInTown) =>
      amounts({}, { totalDays: 3, pickup, dropoff }).filter(([kind]) => kind === 'one_way')
    expect(from(airport, mombasa)).toEqual([['one_way', 9_500]])
    expect(from(nairobi, moi)).toEqual([['one_way', 9_000]])
    expect(from(moi, { name: 'Kisumu', town: 'Kisumu' })).toEqual([['one_way', 12_000]])
    expect(from(moi, nairobi)).toEqual([])
    expect(from(airport, nairobi)).toEqual([])
    const { lines } = priceOfExtras(none, priceList, { totalDays: 3, pickup: nairobi, dropoff: moi })
    expect(lines.find(({ kind }) => kind === 'one_way')).toMatchObject({
      place: 'Nairobi',
      toPlace: 'Moi Airport, Mombasa',
    })
  })

  test('name the first chosen one that is not offered', () => {
    const of = (choices: Partial<ExtraChoices>, list = priceList) =>
      priceOfExtras({ ...none, ...choices }, list, atOffice).notOffered
    expect(of({ extraKm: 300 })).toBe('extra_km')
    expect(of({ collectionFromAddress: true })).toBe('collection')
    expect(of({ childSeats: 1 }, [])).toBe('child_seat')
    expect(of({ childSeats: 1, chauffeur: true })).toBeUndefined()
  })
})

const anyChoices = fc.record({
  chauffeur: fc.boolean(),
  additionalDrivers: fc.integer({ min: 0, max: 4 }),
  childSeats: fc.integer({ min: 0, max: 4 }),
  deliveryToAddress: fc.boolean(),
  collectionFromAddress: fc.boolean(),
  extraKm: fc.constantFrom(0, 200, 500),
})
const anyPlace = fc.constantFrom(nairobi, airport, mombasa, moi)
const anyOffer = fc.record({
  kind: fc.constantFrom(...EXTRA_KINDS),
  price: fc.integer({ min: 0, max: 1_000_000 }),
  place: fc.option(anyPlace.map(({ name }) => name)),
  toPlace: fc.option(anyPlace.map(({ name }) => name)),
  atAddress: fc.boolean(),
  km: fc.constantFrom(null, 200, 500),
})

test('whatever is offered and chosen, each line is quantity × price, the total is the days and the lines, and the discount is of the days', () => {
  const rental = fc.record({
    totalDays: fc.integer({ min: 1, max: 60 }),
    pickup: anyPlace,
    dropoff: anyPlace,
  })
  const days = fc.record({
    price: fc.integer({ min: 1, max: 50_000 }),
    percent: fc.integer({ min: 0, max: 90 }),
  })
  fc.assert(
    fc.property(
      anyChoices,
      fc.array(anyOffer, { maxLength: 20 }),
      rental,
      days,
      (choices, list, where, day) => {
        const { lines } = priceOfExtras(choices, list, where)
        expect(lines.every(({ quantity, price, amount }) => amount === quantity * price)).toBe(true)
        const daily = Array.from({ length: where.totalDays }, () => ({ price: day.price, insurance: 0 }))
        const ofDays = sumOf(day.price, daily, day.percent)
        const price = withExtras(ofDays, lines)
        expect(price.discount).toBe(ofDays.discount)
        expect(price.finalAmount).toBe(ofDays.finalAmount + sumOfExtras(lines))
        expect(extrasForDays(lines, where.totalDays)).toEqual(lines)
        const longer = extrasForDays(lines, where.totalDays + 1)
        const chauffeur = lines.find(({ kind }) => kind === 'chauffeur')?.price ?? 0
        expect(sumOfExtras(longer)).toBe(sumOfExtras(lines) + chauffeur)
      },
    ),
    { numRuns: 10_000 },
  )
})
