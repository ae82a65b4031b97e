import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { FUEL_TYPES, TRANSMISSIONS } from '../business-constants.ts'
import type { Car } from './car.ts'
import { carCounts, withCarDefaults } from './car-defaults.ts'

const asCar = (fields: object) => fields as Car

test('a car with a name and a price only has the defaults of the specification', () => {
  expect(withCarDefaults(asCar({ _id: 'a', name: 'Vitz', price: 3000 }))).toEqual({
    _id: 'a',
    name: 'Vitz',
    price: 3000,
    rating: 4.5,
    seats: 5,
    transmission: 'automatic',
    fuelType: 'petrol',
    available: true,
    specs: {},
    features: [],
    pictures: [],
  })
})

test('words are known in any case, and others are the defaults', () => {
  expect(withCarDefaults(asCar({ transmission: 'Manual', fuelType: 'Diesel' }))).toMatchObject({
    transmission: 'manual',
    fuelType: 'diesel',
  })
  expect(withCarDefaults(asCar({ transmission: 'CVT', fuelType: 'LPG' }))).toMatchObject({
    transmission: 'automatic',
    fuelType: 'petrol',
  })
})

test('its pictures are those of its addresses where it has no others', () => {
  const { pictures } = withCarDefaults(
    asCar({ image: 'https://a.example/1.jpg', image3: 'https://a.example/3.jpg' }),
  )
  expect(pictures.map(({ address }) => address)).toEqual([
    'https://a.example/1.jpg',
    'https://a.example/3.jpg',
  ])
})

test('whatever the fields are, a page can show the car', () => {
  const fields = ['rating', 'seats', 'transmission', 'fuelType', 'available'] as const
  const odd = fc.oneof(fc.constantFrom(undefined, null, '', 0, -1, 'x', false, true, 4), fc.string())
  void fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...fields), odd), (given) => {
      const car = withCarDefaults(asCar(given))
      expect(typeof car.rating).toBe('number')
      expect(car.seats).toBeTruthy()
      expect(TRANSMISSIONS).toContain(car.transmission)
      expect(FUEL_TYPES).toContain(car.fuelType)
      expect(car.available).toBe(given.available !== false)
    }),
  )
})

test('cars are counted: all, and those that can be had', () => {
  expect(carCounts([{ available: true }, { available: false }])).toEqual({
    total: 2,
    verified: 2,
    available: 1,
  })
})
