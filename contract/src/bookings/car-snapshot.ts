import * as z from 'zod/mini'
import type { Car } from '../cars/car.ts'
import { storedDocument } from '../stored-document.ts'

/** What a booking shows of its car's technical data. */
export const CarSpecs = z.object({
  engine: z.string(),
  power: z.string(),
  seats: z.int(),
  transmission: z.string(),
  fuelType: z.string(),
})

/** The car as it was when booked. The picture's address is stored without the site's own, which may change. */
const CarSnapshot = z.object({
  name: z.string(),
  category: z.string(),
  imagePath: z.string(),
  specs: CarSpecs,
  features: z.array(z.string()),
  rating: z.number(),
})
export type CarSnapshot = z.output<typeof CarSnapshot>

export const carSnapshotDocument = /* @__PURE__ */ storedDocument('car snapshot', CarSnapshot)

export function carSnapshot(car: Car, publicUrl: string): CarSnapshot {
  return {
    name: car.name,
    category: car.category,
    imagePath: car.image.replace(publicUrl, ''),
    specs: {
      engine: car.specs.engine ?? '',
      power: car.specs.power ?? '',
      seats: car.seats,
      transmission: car.transmission,
      fuelType: car.fuelType,
    },
    features: car.features,
    rating: car.rating,
  }
}
