import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pickFeatured } from './pick-featured.ts'

const fleet = fc.uniqueArray(fc.record({ id: fc.nat(), available: fc.boolean() }), {
  selector: (car) => car.id,
})

test('four different cars that can be rented are featured, or as many as there are', () => {
  fc.assert(
    fc.property(
      fleet,
      fc.infiniteStream(fc.double({ min: 0, max: 0.999999, noNaN: true })),
      (cars, chances) => {
        const picked = pickFeatured(cars, () => chances.next().value ?? 0)
        expect(picked.length).toBe(Math.min(4, cars.filter((car) => car.available).length))
        expect(new Set(picked).size).toBe(picked.length)
        expect(picked.every((car) => car.available && cars.includes(car))).toBe(true)
      },
    ),
  )
})
