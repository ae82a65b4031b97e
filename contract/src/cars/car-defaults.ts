import { DEFAULT_CAR_RATING, FUEL_TYPES, TRANSMISSIONS } from '../business-constants.ts'
import type { Car } from './car.ts'

/** What pages show of any car, rented or sold. */
export type DescribedCar = Pick<
  Car,
  | 'image'
  | 'image2'
  | 'image3'
  | 'image4'
  | 'pictures'
  | 'rating'
  | 'seats'
  | 'transmission'
  | 'fuelType'
  | 'available'
  | 'specs'
  | 'features'
>

const DEFAULT_SEATS = 5

/** A car as an answer has it, with the defaults of the specification (section 9) where a field is missing or unknown. */
export function withCarDefaults<Vehicle extends DescribedCar>(car: Vehicle): Vehicle {
  const { image, image2, image3, image4 }: Partial<DescribedCar> = car
  const addresses = [image, image2, image3, image4].filter(Boolean)
  return {
    ...car,
    rating: typeof car.rating === 'number' ? car.rating : DEFAULT_CAR_RATING,
    seats: car.seats || DEFAULT_SEATS,
    transmission: known(TRANSMISSIONS, car.transmission),
    fuelType: known(FUEL_TYPES, car.fuelType),
    available: car.available !== false,
    specs: car.specs ?? {},
    features: car.features ?? [],
    pictures: car.pictures ?? addresses.map((address) => ({ address })),
  }
}

function known<Word extends string>(words: readonly [Word, ...Word[]], word: Word): Word {
  return words.find((one) => one === String(word).toLowerCase()) ?? words[0]
}

/** How many cars a whole list has, and how many of them can be had; those for sale in it are the verified ones. */
export function carCounts(cars: readonly { available: boolean }[]) {
  const total = cars.length
  return { total, verified: total, available: cars.filter(({ available }) => available).length }
}
