import { CarSpecs } from '@twende/contract/bookings/booking.ts'
import type { Car } from '@twende/contract/cars/car.ts'
import * as z from 'zod/mini'

/** The car as it was when booked. The picture's address is stored without the site's own address, which may change. */
export const CarSnapshot = z.object({
  name: z.string(),
  category: z.string(),
  imagePath: z.string(),
  specs: CarSpecs,
  features: z.array(z.string()),
  rating: z.number(),
})
export type CarSnapshot = z.output<typeof CarSnapshot>

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
