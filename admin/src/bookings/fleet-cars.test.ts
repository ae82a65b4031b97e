import { expect, test } from 'vitest'
import { counterCarWords, type FleetCar } from './fleet-cars.ts'

const DAY_MS = 86_400_000
const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const car: FleetCar = {
  _id: 'c1',
  name: 'Isuzu D-Max',
  plate: 'KZZ 113A',
  location: 'Nakuru',
  pricePerDay: 6_500,
  available: true,
  out: null,
  next: null,
  blocked: null,
}
const wordsOf = (facts: Partial<FleetCar>) => counterCarWords({ ...car, ...facts }).split(': ')[1]

test('a car at the counter is free, out, lost, blocked, or free until the first of what takes it', () => {
  const next = { reference: 'BK1234', at: at(4) }
  const inWorkshop = { from: at(-1), until: at(1) }
  expect(wordsOf({})).toBe('free')
  expect(wordsOf({ next })).toMatch(/^free until .+ \(BK1234\)$/)
  expect(wordsOf({ out: { reference: 'BK7', at: at(1), isLost: false }, blocked: inWorkshop })).toMatch(
    /^out, due/,
  )
  expect(wordsOf({ out: { reference: 'BK7', at: at(-9), isLost: true } })).toBe('lost (BK7)')
  expect(wordsOf({ blocked: inWorkshop, next })).toMatch(/^blocked until /)
  expect(wordsOf({ blocked: { from: at(2), until: at(3) }, next })).toMatch(/^free until .+ \(blocked\)$/)
  expect(wordsOf({ blocked: { from: at(5), until: at(6) }, next })).toMatch(/\(BK1234\)$/)
})
